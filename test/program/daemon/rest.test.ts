// The daemon comes to rest: once everything was read, it has no job, writes nothing and hardly uses the processor.

import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unrest } from "../../support/rest.ts";
import { payload, rows, shellHook, stored, tellback, tellbackHome, until } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";
import { append, compacted, place, replied, said, used, write } from "../../support/transcripts.ts";

const [openCall = ""] = used("open", "open");

/** Histories as the client leaves them: cut off at a tool, before, at and after a compaction; and recorded ones. */
const histories: Record<string, readonly string[]> = {
  "open-before-compaction": [
    ...[said("u", "Set the timeout."), openCall],
    ...[...compacted("c", "It is set."), replied("r", "Done.")],
  ],
  "open-between-compactions": [
    ...[said("u", "Go on."), ...compacted("c", "Half of it."), openCall],
    ...[...compacted("d", "All of it."), said("v", "Thanks.")],
  ],
  "ends-with-compaction": [said("u", "Sum up."), openCall, ...compacted("c", "All of it.")],
  "ends-with-open-tool": [said("u", "Run it."), replied("r", "I run it."), openCall],
  "only-a-compaction": compacted("c", "Something."),
};

test.concurrent.each([
  ["long over", new Date(1_000_000_000_000)],
  ["still running", new Date()],
])(
  "after importing histories that are %s, and after the next hook",
  async (_, modified) => {
    await using home = await tellbackHome();
    await using folder = await tempDir("egrest");
    const project = join(folder.path, "-nowhere-project");
    mkdirSync(project);
    for (const [session, lines] of Object.entries(histories)) {
      const path = join(project, `${session}.jsonl`);
      write(
        path,
        lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), sessionId: session })),
      );
      utimesSync(path, modified, modified);
    }
    const compact = place(project, "compact", "00000000-0000-4000-8000-000000000002");
    expect(await tellback(home, ["import", folder.path])).toMatchObject({ code: 0 });
    expect(stored(home)).toBeGreaterThan(5);
    expect(await unrest(home)).toBeNull();

    const before = stored(home);
    append(compact, [openCall, ...compacted("e", "Once more.")]);
    const hook = { transcript_path: compact, session_id: "00000000-0000-4000-8000-000000000002" };
    await shellHook(home, ["capture"], payload.start("s", hook));
    await shellHook(home, ["capture"], payload.stop("s", { ...hook, last_assistant_message: "Done." }));
    await until("the new lines are read", () => {
      const [summary] = rows<{ n: number }>(
        home,
        "select count(*) as n from compactions where summary like '%Once more%'",
      );
      return stored(home) > before || (summary?.n ?? 0) > 0;
    });
    expect(await unrest(home)).toBeNull();
  },
  240_000,
);
