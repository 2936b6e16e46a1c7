// The way of secrets from the host through the real hook into the real daemon: whatever shape a tool showed them in,
// no byte of them is in any file below the home folder, while the daemon runs and after it has stopped.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SAMPLES } from "../../samples/redact/all.ts";
import { type Sample, secretsFrom, shownIn } from "../../samples/redact/shape.ts";
import {
  type Home,
  payload,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  until,
  untilTakenIn,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const hooksAtOnce = 8;

const dotenv = {
  PIN: "48213377",
  DB_PASSWORD: "my-dog-Rex-2019!",
  ADMIN_PASSWORD: "the-winter-Garden-77",
  API_TOKEN: "your-abcdefgh-sample",
};

/** What a session sends: the shape as a command, a tool's output, a file that was read, or a prompt. */
function eventsWith(text: string, at: number, cwd: string): string {
  const id = `shape-${at}`;
  switch (at % 4) {
    case 0:
      return payload.prompt(`s${at}`, `canary-${at} ${text}`, { cwd });
    case 1:
      return payload.tool("s", id, { cwd, tool_input: { command: text, description: `canary-${at}` } });
    case 2:
      return payload.tool("s", id, { cwd, tool_response: { stdout: `canary-${at}\n${text}`, stderr: "" } });
    default: {
      const file = { filePath: join(cwd, `canary-${at}`), content: text };
      return payload.tool("s", id, {
        cwd,
        tool_name: "Read",
        tool_input: { file_path: file.filePath },
        tool_response: { type: "text", file },
      });
    }
  }
}

/** Pieces that must not be found: the start, the middle and the end of the secret as it is spelled. */
function piecesOf(sample: Sample, secret: string): string[] {
  const shown = shownIn(sample, secret);
  const length = Math.min(shown.length, Math.max(7, Math.ceil(shown.length * 0.35) + 1));
  return [0, Math.floor((shown.length - length) / 2), shown.length - length].map((from) =>
    shown.slice(from, from + length),
  );
}

function everyFile(home: Home): { path: string; bytes: Buffer }[] {
  return (readdirSync(home.path, { recursive: true }) as string[])
    .map((name) => join(home.path, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

test("no shape of a secret reaches a file below the home folder", { timeout: 300_000 }, async () => {
  await using home = await tellbackHome();
  await using project = await tempDir("egp");
  mkdirSync(home.path, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(project.path, ".env"),
    Object.entries(dotenv)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  await tellback(home, ["status"]);

  const secrets = secretsFrom(20260413);
  const sent = SAMPLES.map((sample, at) => {
    const fitting = secrets.for(sample);
    const secret = fitting[at % fitting.length] ?? "";
    return { tool: sample.tool, text: sample.put(secret), pieces: piecesOf(sample, secret) };
  });
  const known = Object.values(dotenv).map((value) => ({
    tool: ".env",
    text: `It is ${value} now.`,
    pieces: [value],
  }));
  // The answer of a command that only prints a secret: nothing beside the word says what it is.
  const printed = { tool: "vault kv get", text: "otterlagoonpw", pieces: ["otterlagoonpw"] };
  const all = [...sent, ...known, ...known, ...known, ...known, printed];
  const events = all.slice(0, -1).map(({ text }, at) => eventsWith(text, at, project.path));
  const description = `canary-${all.length - 1}`;
  events.push(
    payload.tool("s", "printed", {
      cwd: project.path,
      tool_input: { command: "vault kv get -field=password secret/app", description },
      tool_response: { stdout: `${printed.text}\n`, stderr: "" },
    }),
  );
  events.push(`{"prompt": "not JSON: ${sent[0]?.text}`);
  for (let i = 0; i < events.length; i += hooksAtOnce)
    await Promise.all(
      events
        .slice(i, i + hooksAtOnce)
        .map((event) => shellHook(home, ["capture"], event, { projectDir: project.path })),
    );
  await untilTakenIn(home);
  const isStored = () => {
    const files = everyFile(home);
    return all.every((_, at) => files.some(({ bytes }) => bytes.includes(`canary-${at}`)));
  };
  await until("every event is stored", isStored, 60_000);

  const leaked = (when: string) => {
    const files = everyFile(home);
    return all.flatMap(({ tool, pieces }) =>
      files
        .filter(({ bytes }) => pieces.some((piece) => bytes.includes(piece)))
        .map(({ path }) => `${tool}: ${path.slice(home.path.length + 1)} ${when}`),
    );
  };
  expect(leaked("while the daemon runs")).toEqual([]);
  await stop(home);
  expect(leaked("after it stopped")).toEqual([]);
});
