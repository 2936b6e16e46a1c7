// The compression job in the real daemon: killed during a call, stopped during one, started by the user.

import { expect, test } from "vitest";
import { type Reply, startLlm } from "../../support/llm-stand-in.ts";
import {
  daemonOf,
  type Home,
  payload,
  portableHook,
  registeredPid,
  rows,
  signal,
  stop,
  tellback,
  tellbackHome,
  until,
  untilStored,
} from "../../support/tellback.ts";

const items = [1, 2, 3, 4, 5, 6].map((item) => ({
  item,
  title: `Model title ${item}`,
  summary: "What happened, and why.",
  detail: "The facts.",
  files: [],
  symbols: [],
}));
const whole: Reply = { text: JSON.stringify({ items }), usage: { input: 1000, output: 300 } };
const long = { tool_response: { stdout: "a line of the log\n".repeat(60), stderr: "", interrupted: false } };

function settings(url: string): Record<string, string> {
  return {
    TELLBACK_EMBED_PROVIDER: "off",
    TELLBACK_LLM_PROVIDER: "anthropic",
    TELLBACK_LLM_MODEL: "claude-haiku-4-5",
    TELLBACK_LLM_URL: `${url}/v1`,
    TELLBACK_LLM_API_KEY: "key-of-the-test",
    TELLBACK_COMPRESS_BY_MODEL: "true",
  };
}

async function startWith(home: Home, env: Record<string, string>): Promise<number> {
  expect(await tellback(home, ["daemon", "start"], { env })).toMatchObject({ code: 0 });
  return registeredPid(home) as number;
}

const waiting = (home: Home) => rows<{ n: number }>(home, "select count(*) as n from raw")[0]?.n;
const ledger = (home: Home) =>
  rows<{ call_key: string; attempt: number; state: string; input: number }>(
    home,
    "select call_key, attempt, state, input from spend order by id",
  );
const providers = (home: Home) =>
  rows<{ provider: string }>(home, "select provider from observations").map(({ provider }) => provider);

test("a worker killed during a call loses nothing, and no call is booked twice", async () => {
  await using home = await tellbackHome();
  const model = await startLlm("anthropic", [{ hang: true }, whole]);
  const env = settings(model.url);
  const pid = await startWith(home, env);
  for (const id of ["one", "two", "three", "four"]) {
    await portableHook(home, payload.tool("s", id, long), { env });
  }
  await untilStored(home, 4);
  await (await daemonOf(home)).client.call("compress.start", {});
  await until("the model is asked", () => model.seen.length === 1);
  expect(ledger(home)).toMatchObject([{ attempt: 1, state: "reserved" }]);
  signal(pid, "SIGKILL");

  await startWith(home, env);
  await portableHook(home, payload.tool("s", "five", long), { env });
  await until("the batch is improved", () => waiting(home) === 1 || waiting(home) === 0);
  expect(model.seen[1]?.text).toBe(model.seen[0]?.text);
  const [lost, made, ...more] = ledger(home);
  expect(lost).toMatchObject({ attempt: 1, state: "booked" });
  expect(made).toMatchObject({ call_key: lost?.call_key, attempt: 2, state: "booked", input: 1000 });
  expect(more.length).toBe(model.seen.length - 2);
  expect(
    providers(home).filter((provider) => provider === "anthropic/claude-haiku-4-5").length,
  ).toBeGreaterThanOrEqual(4);
  await stop(home);
});

test("a daemon that is asked to stop does not wait for the model, and the next one continues", async () => {
  await using home = await tellbackHome();
  const model = await startLlm("anthropic", [{ hang: true }, whole]);
  const env = settings(model.url);
  await startWith(home, env);
  await portableHook(home, payload.tool("s", "one", long), { env });
  await untilStored(home, 1);
  await (await daemonOf(home)).client.call("compress.start", {});
  await until("the model is asked", () => model.seen.length === 1);
  const started = Date.now();
  await stop(home);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(waiting(home)).toBe(1);

  await startWith(home, env);
  await until("it is improved", () => waiting(home) === 0);
  expect(providers(home)).toEqual(["anthropic/claude-haiku-4-5"]);
  expect(ledger(home)).toHaveLength(model.seen.length);
  await stop(home);
});

test("tellback compress --pending reports that the cap is reached, and the job continues on a later day", async () => {
  await using home = await tellbackHome();
  const model = await startLlm("anthropic", [whole]);
  const env = { ...settings(model.url), TELLBACK_SPEND_DAILY_USD: "0.0001" };
  await startWith(home, env);
  await portableHook(home, payload.tool("s", "one", long), { env });
  await untilStored(home, 1);
  const said = await tellback(home, ["compress", "--pending"], { env });
  expect(said).toMatchObject({ code: 0, stderr: "" });
  expect(said.stdout).toMatch(/1 observation for anthropic.*Next try:[\s\S]*the cap of the day is reached/);
  expect(model.seen).toHaveLength(0);
  expect(providers(home)).toEqual(["offline"]);
  expect(rows(home, "select id from events where type = 'spend.capped'")).toHaveLength(1);
  await stop(home);
});

test("tellback compress without a model says how to set one", async () => {
  await using home = await tellbackHome();
  const env = { TELLBACK_EMBED_PROVIDER: "off" };
  const said = await tellback(home, ["compress", "--pending"], { env });
  expect(said).toMatchObject({ code: 0, stderr: "" });
  expect(said.stdout).toMatch(/Rules alone/);
  await stop(home);
});
