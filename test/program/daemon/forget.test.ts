// The built tellback: what hooks and transcripts brought is forgotten by command, and neither catch-up, nor an import of the
// transcript, nor an import of an earlier export brings it back.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { encodingsOf } from "../../../src/journeys/forget/files.ts";
import { filesBelow } from "../../../src/platform/files-below.ts";
import {
  type Home,
  rows,
  shellHook,
  stop,
  stored,
  tellback,
  tellbackHome,
  until,
  untilStored,
} from "../../support/tellback.ts";

const sentence = "The merger with Kaltwasser Holding closes in June";
const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`;

test("forgotten text stays forgotten, whatever reads the transcript again", {
  timeout: 120_000,
}, async () => {
  await using home = await tellbackHome();
  const transcripts = join(dirname(home.path), "transcripts");
  const project = join(dirname(home.path), "project");
  for (const folder of [transcripts, project]) mkdirSync(folder, { recursive: true });
  const transcript = join(transcripts, "s1.jsonl");
  const message = (uuid: string, second: number, by: "user" | "assistant", text: string) =>
    `${JSON.stringify({
      ...{ type: by, uuid, sessionId: "s1", cwd: project, timestamp: at(second), isSidechain: false },
      message:
        by === "user"
          ? { role: by, content: text }
          : { id: uuid, role: by, content: [{ type: "text", text }] },
    })}\n`;
  const lines = [
    message("u1", 1, "user", `Please note: ${sentence}. Then run the tests.`),
    message("u2", 2, "assistant", `Noted. ${sentence}. The tests pass.`),
    message("u3", 3, "user", "Thanks. Now fix the parser."),
    message("u4", 4, "assistant", "I fixed the parser: it skipped the last line."),
  ];
  writeFileSync(transcript, lines.join(""));
  const hook = (event: object) =>
    shellHook(
      home,
      ["capture"],
      JSON.stringify({ session_id: "s1", transcript_path: transcript, cwd: project, ...event }),
      { projectDir: project },
    );
  await tellback(home, ["daemon", "start"]);
  await hook({
    hook_event_name: "UserPromptSubmit",
    prompt: `Please note: ${sentence}. Then run the tests.`,
  });
  await done(await tellback(home, ["import", transcripts], { cwd: project }));
  await untilStored(home, 4);
  await done(await tellback(home, ["backup"]));
  const exported = join(dirname(home.path), "all.jsonl");
  await done(await tellback(home, ["export", exported], { cwd: project }));
  expect(readFileSync(exported, "utf8")).toContain(sentence);

  const refused = await tellback(home, ["forget", "--match", sentence.toUpperCase()], { cwd: project });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("--yes");
  const forgotten = await tellback(home, ["forget", "--match", sentence.toUpperCase(), "--yes", "--json"], {
    cwd: project,
  });
  const { proof, removed } = JSON.parse(forgotten.stdout);
  expect(proof.found).toEqual([]);
  expect(removed.observation).toBeGreaterThanOrEqual(2);
  await isGone(home);

  // The transcript grows and is read again, by the hook and by an import; then the export is imported.
  writeFileSync(transcript, [...lines, message("u5", 5, "user", "One more question.")].join(""));
  await hook({ hook_event_name: "SessionEnd", reason: "exit" });
  await until(
    "the session is read",
    () => rows(home, "select id from observations where title like '%One more%'").length === 1,
  );
  await done(await tellback(home, ["import", transcripts], { cwd: project }));
  await done(await tellback(home, ["import", exported], { cwd: project }));
  await until(
    "the jobs are done",
    () => rows(home, "select id from jobs where state = 'running' or kind = 'import'").length === 0,
  );
  const found = await tellback(home, ["search", "Kaltwasser merger", "--json"], { cwd: project });
  expect(found.stdout).not.toContain("Kaltwasser");
  const kept = await tellback(home, ["search", "parser", "--json"], { cwd: project });
  expect(kept.stdout).toContain("parser");
  await isGone(home);
  expect(stored(home)).toBeGreaterThanOrEqual(3);
});

async function done({ code, stderr }: { code: unknown; stderr: string }): Promise<void> {
  expect([code, stderr]).toEqual([0, ""]);
}

/** No file below the home has it, in any encoding that tellback writes, while the daemon runs and after it has ended. */
async function isGone(home: Home): Promise<void> {
  await stop(home);
  const needles = [sentence, "Kaltwasser"].flatMap(encodingsOf);
  const holding = filesBelow(home.path).filter((path) => {
    const bytes = readFileSync(path);
    return needles.some((needle) => bytes.includes(needle));
  });
  expect(holding).toEqual([]);
  await tellback(home, ["daemon", "start"]);
}
