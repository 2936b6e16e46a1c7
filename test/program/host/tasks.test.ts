// A whole feature as the real client works on it: notes, a sealed plan, two sub-agents that receive it and report back,
// progress; and every way in which an agent may try to change what is sealed.

import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findDaemon } from "../../../src/client/connect.ts";
import { pathsOf } from "../../../src/config/paths.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { entry } from "../../support/tellback.ts";
import { agent, bash, edit, openMachine, read, write } from "./machine.ts";

const claude = await claudeAvailable();
const tellback = (words: string) => bash(`${process.execPath} ${entry} ${words}`);

const plan = "## Plan\n1. Create the User model with a password hash\n2. Add token generation\n";
const planFile = ".tellback/tasks/implement-auth/plan.md";
const progressFile = ".tellback/tasks/implement-auth/progress.md";

describe.skipIf(!claude.ok)(title("a task in three phases", claude), () => {
  test("sub-agents receive the plan and report back, and sealed files cannot be changed", {
    timeout: 240_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const own = machine.file(planFile);
    const run = await machine.session({
      prompt: "Implement the login",
      turns: [
        { tools: [tellback(`scratchpad implement-auth --content 'JWT or sessions? JWT is simpler.'`)] },
        { tools: [tellback(`plan implement-auth --content '${plan}'`)] },
        { tools: [agent("look at the User model"), agent("look at the token library")] },
        { tools: [tellback(`append implement-auth '✅ Created the User model with a password hash'`)] },
        { tools: [read(own)] },
        { tools: [write(own, "another plan")] },
        { tools: [edit(own, "token", "cookie")] },
        { tools: [bash(`echo 'one more' >> ${planFile}`)] },
        { tools: [bash(`sed -i s/token/cookie/ ${planFile}`)] },
        { tools: [bash(`mv ${planFile} /tmp/elsewhere.md`)] },
        { tools: [bash(`rm -rf .tellback/tasks`)] },
        { tools: [bash(`printf x | tee ${progressFile}`)] },
        { tools: [write(machine.file(".tellback/tasks/implement-auth/scratchpad.md"), "Notes by hand.\n")] },
        { tools: [bash(`cat ${planFile} > copy.md && echo read`)] },
        { tools: [bash(`git checkout -- ${planFile}`)] },
        { tools: [bash(`cd .tellback/tasks/implement-auth && echo x >> plan.md`)] },
        { tools: [bash(`file=${planFile}; echo x >> "$file"`)] },
        { tools: [bash(`python3 -c "open('${planFile}', 'a').write('x')"`)] },
        { tools: [bash(`cat > ${planFile} <<'EOF'\nanother plan\nEOF`)] },
        { text: "The login works." },
      ],
      agentTurns: [
        { text: "The User model lives in models/user.py and has no password field yet." },
        { text: "The token library is installed; sign() and verify() are what we need." },
      ],
    });
    expect(run.code).toBe(0);
    await machine.settled();

    const asked = run.model.askedOf("agent").map(({ text }) => text);
    expect(asked).toHaveLength(2);
    for (const text of asked) {
      expect(text).toContain("You work on a part of the task implement-auth");
      expect(text).toContain("| 1. Create the User model with a password hash");
      expect(text).toContain("JWT or sessions?");
    }

    // The last request of the main conversation contains the result of every tool use.
    const results = run.model.askedOf("main").at(-1)?.text ?? "";
    const denials = results.split("is written by `tellback plan implement-auth`").length - 1;
    expect(denials).toBe(10); // Write, Edit, >>, sed -i, mv, git checkout, cd, a variable, a script, a here-document
    expect(results).toContain("would move or delete sealed plans");
    expect(results).toContain("is only added to, by `tellback append implement-auth");
    expect(readFileSync(own, "utf8")).toBe(plan);
    expect(readFileSync(machine.file("copy.md"), "utf8")).toBe(plan);
    expect(existsSync("/tmp/elsewhere.md")).toBe(false);

    const status = JSON.parse(await machine.tellback("task", "show", "implement-auth", "--json")) as {
      scratchpad: string;
      entries: { kind: string; text: string; sessionId: string }[];
      steps: { doneBy: number | null }[];
    };
    expect(status.scratchpad).toContain("Notes by hand.");
    const findings = status.entries.filter(({ kind }) => kind === "finding").map(({ text }) => text);
    expect(findings.sort()).toEqual([
      "The User model lives in models/user.py and has no password field yet.",
      "The token library is installed; sign() and verify() are what we need.",
    ]);
    expect(status.entries.filter(({ kind }) => kind === "progress")).toHaveLength(1);
    expect(new Set(status.entries.map(({ sessionId }) => sessionId))).toEqual(
      new Set(machine.sessions().map(({ id }) => id)),
    );
    expect(status.steps.map(({ doneBy }) => doneBy !== null)).toEqual([true, false]);
    expect(await machine.tellback("task", "verify")).toContain("is as it was sealed");

    chmodSync(machine.file(progressFile), 0o644);
    appendFileSync(machine.file(progressFile), "by hand\n");
    await expect(machine.tellback("task", "verify")).rejects.toThrow("Command failed");
    const daemon = await findDaemon(pathsOf({ TELLBACK_HOME: machine.tellbackHome }));
    const found = await daemon?.client.call("task.verify", { folder: machine.project });
    expect(found?.violations).toMatchObject([{ file: progressFile, problem: "changed", entry: 4 }]);

    const next = await machine.session({ prompt: "Go on with the login", turns: [{ text: "Fine." }] });
    const start = next.model.askedOf("main")[0]?.text ?? "";
    expect(start).toContain("Current task: implement-auth (3 entries, 1 of 2 steps done)");
    expect(start).toContain("Sealed task files were changed");
    expect(await machine.hookErrors()).toEqual([]);
  });
});
