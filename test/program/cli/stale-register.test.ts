// A command whose daemon is not where it is registered: it is found or started, and the command answers.

import { expect, test } from "vitest";
import { lives, registeredPid, signal, stop, tellback, tellbackHome, until } from "../../support/tellback.ts";

test("a command after its daemon was killed starts another and answers", async () => {
  await using home = await tellbackHome();
  await tellback(home, ["daemon", "start"]);
  const first = registeredPid(home) as number;
  signal(first, "SIGKILL");
  await until("it is dead", () => !lives(first));
  expect(await tellback(home, ["status"])).toMatchObject({ code: 0, stderr: "" });
  expect(registeredPid(home)).not.toBe(first);
  await stop(home);
});
