// A home of an earlier version under this program: its store, and the hook's script that it installed, which stays in
// the user's home until the next installation.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptFile, keptReleases, keptWords } from "../../support/releases.ts";
import { environment, stop, tellback, tellbackHome, until } from "../../support/tellback.ts";

test.each(keptReleases)(
  "the store and the hook of %s go on working",
  { timeout: 120_000 },
  async (release) => {
    await using home = await tellbackHome();
    mkdirSync(join(home.path, "hooks"), { recursive: true, mode: 0o700 });
    writeFileSync(join(home.path, "tellback.db"), keptFile(release, "store.db.gz"), { mode: 0o600 });
    const hook = join(home.path, "hooks/hook.sh");
    writeFileSync(hook, keptFile(release, "hook.sh"), { mode: 0o700 });
    const project = join(home.path, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    const payload = {
      ...{ session_id: "5eed0009-0000-4000-8000-000000000009", cwd: project, prompt_id: "p1" },
      ...{ hook_event_name: "UserPromptSubmit", prompt: "Let the harbour crane wait for the tide" },
    };
    const ran = spawnSync(hook, ["capture"], {
      input: JSON.stringify(payload),
      env: environment(home, { CLAUDE_PROJECT_DIR: project }),
    });
    expect([ran.status, ran.stdout.toString(), ran.stderr.toString()]).toEqual([0, "", ""]);
    const search = async (words: string) =>
      (await tellback(home, ["search", words, "--all-projects"], { cwd: project })).stdout;
    await until("the new prompt is found", async () => (await search("harbour crane")).includes("tide"));
    expect(await search(keptWords)).toContain(keptWords);
    const status = await tellback(home, ["status"], { cwd: project });
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^tellback \S+ {2}/) });
    await stop(home);
  },
);
