// The outer walls of the sandbox, each by itself: what they refuse to a whole Node, which no program of a user ever gets.

import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { tryLayers } from "../../../src/journeys/functions/layers.ts";
import { outerLayer, outerWalls } from "../../../src/rooms/functions/room.ts";
import { title } from "../../support/available.ts";
import { bubblewrapAvailable } from "../../support/bubblewrap.ts";

const bubblewrap = await bubblewrapAvailable();

/** Each is refused by the filter, whatever namespaces and permissions would allow. */
const refused = {
  "open a socket": `require("node:net").createServer().on("error", say).listen(0, "127.0.0.1")`,
  "send a signal": `process.kill(process.pid, 0)`,
};

/** Runs a Node inside the outer layer and returns what it printed. */
async function inside(code: string): Promise<string> {
  const outer = await outerLayer();
  if (!outer) throw new Error("there is no outer layer");
  const script = `const say = (error) => console.log(error.code); try { ${code} } catch (error) { say(error) }`;
  const [program = "", ...args] = outer.wrap([process.execPath, "-e", script], []);
  const child = spawn(program, args, { env: {}, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += String(chunk);
  });
  const filter = child.stdio[3] as NodeJS.WritableStream;
  filter.end(outer.filter ?? "");
  await new Promise((resolve) => child.on("close", resolve));
  return printed.trim();
}

describe.skipIf(!bubblewrap.ok)(title("the outer walls", bubblewrap), () => {
  test("all stand where bubblewrap works, and the doctor names them", async () => {
    const { walls, missing, broken } = await tryLayers(false);
    expect({ walls, missing, broken }).toEqual({ walls: outerWalls, missing: [], broken: [] });
  });

  test.each(Object.entries(refused))("do not let a process %s", async (_, code) => {
    expect(await inside(code)).toBe("EPERM");
  });
});
