// The doctor's handshake with servers that print more than messages.

import { expect, test } from "vitest";
import { shakeHands } from "./handshake.ts";

/** A server that answers after it has printed these lines. */
function server(lines: readonly unknown[]): Promise<number> {
  const script = `
    const say = (value) => console.log(typeof value === "string" ? value : JSON.stringify(value));
    for (const line of ${JSON.stringify(lines)}) say(line);
    require("node:readline").createInterface(process.stdin).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "initialize") say({ jsonrpc: "2.0", id, result: {} });
      if (method === "tools/list") say({ jsonrpc: "2.0", id, result: { tools: [1, 2, 3] } });
    });
  `;
  return shakeHands(process.execPath, ["-e", script], process.env);
}

test.each([
  ["nothing", []],
  ["a banner", ["(node:1) Warning: something is experimental", "", "{", "tellback is ready"]],
  [
    "JSON that is not a message",
    ["null", "7", '"text"', "[1]", "{}", '{"id":null}', '{"id":3,"result":null}'],
  ],
])("a server that first prints %s is understood", async (_, lines) => {
  expect(await server(lines)).toBe(3);
});

test("a server that ends is reported with its exit code", async () => {
  const ended = shakeHands(process.execPath, ["-e", "process.exit(3)"], process.env);
  await expect(ended).rejects.toThrow("exited with code 3");
});
