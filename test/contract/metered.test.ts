// Asking a model within a budget: every request is booked, the cap holds, and a worker that dies causes no loss or
// double booking.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openMemory } from "../../src/journeys/followers.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { openHosted } from "../../src/models/llm/hosted.ts";
import type { LlmRequest } from "../../src/models/llm/llm.ts";
import { ask } from "../../src/models/llm/metered.ts";
import { capsOf, spendReport } from "../../src/models/spend.ts";
import { forEachStore } from "../support/databases.ts";
import { type Reply, startLlm } from "../support/llm-stand-in.ts";
import { tempDir } from "../support/temp.ts";

const ASKER = join(import.meta.dirname, "asker.ts");
const schema = z.object({ title: z.string() });
const request: LlmRequest<z.infer<typeof schema>> = { system: "s", prompt: "p", schema, maxTokens: 100 };
const good: Reply = { text: '{"title":"a"}', usage: { input: 1_000, output: 10 } };
/** haiku 5.5: 10 cents and 50 cents for a million tokens. */
const costOfGood = 0.000105;

const spent = (memory: Memory) => spendReport(memory.db, "model", capsOf(memory.config));

describe("one worker", () => {
  async function open(replies: readonly Reply[], env: Record<string, string> = {}, timeoutMs = 20_000) {
    const home = await tempDir("egmeter");
    onTestFinished(() => home[Symbol.asyncDispose]());
    const memory = await openMemory({ env: { TELLBACK_HOME: home.path, ...env } });
    onTestFinished(() => memory.close());
    const { url, seen } = await startLlm("anthropic", replies);
    const llm = openHosted({
      provider: "anthropic",
      model: "claude-haiku-5-5",
      url,
      apiKey: "k",
      timeoutMs,
    });
    onTestFinished(() => llm.close());
    let calls = 0;
    const askOnce = (over: Partial<typeof request> = {}) =>
      ask(memory, llm, "observations", `call-${++calls}`, { ...request, ...over });
    return { home: home.path, memory, seen, askOnce };
  }

  test("an answer is booked with what it cost", async () => {
    const { memory, askOnce } = await open([good]);
    expect(await askOnce()).toEqual({
      status: "answered",
      value: { title: "a" },
      provider: "anthropic",
      model: "claude-haiku-5-5",
      usage: { input: 1_000, output: 10, cacheRead: 0 },
      usd: costOfGood,
    });
    const report = await spent(memory);
    expect(report.rows).toEqual([
      { name: "anthropic/claude-haiku-5-5", calls: 1, input: 1_000, output: 10, usd: costOfGood },
    ]);
    expect(report.open.calls).toBe(0);
  });

  test("a malformed answer is booked too", async () => {
    const { memory, askOnce } = await open([{ ...good, text: "no" }, good]);
    expect(await askOnce()).toMatchObject({ status: "answered", usd: 2 * costOfGood });
    expect((await spent(memory)).today.usd).toBeCloseTo(2 * costOfGood, 9);
  });

  test("no usable answer is a value with the reason, and what it cost is booked", async () => {
    const { memory, askOnce } = await open([{ ...good, text: "no" }]);
    expect(await askOnce()).toEqual({
      status: "unavailable",
      reason: "claude-haiku-5-5 gave an invalid answer: it is not JSON",
    });
    expect((await spent(memory)).today.usd).toBeCloseTo(2 * costOfGood, 9);
  });

  test("a server that refuses costs nothing", async () => {
    const { memory, askOnce } = await open([{ status: 401 }]);
    expect(await askOnce()).toMatchObject({ status: "unavailable", hint: "Set llm.apiKey." });
    expect(await spent(memory)).toMatchObject({ rows: [], today: { usd: 0 } });
  });

  test("a lost answer is booked with its maximum cost", async () => {
    const { memory, askOnce } = await open([{ hang: true }], {}, 300);
    expect(await askOnce()).toMatchObject({ status: "unavailable" });
    const { today, open: under } = await spent(memory);
    expect(today.usd).toBeGreaterThan(2 * 100 * 0.5e-6);
    expect(under.calls).toBe(0);
  });

  test("an interrupted call is booked, and rethrown so that the job is given back", async () => {
    const { memory, askOnce } = await open([{ hang: true }]);
    const signal = AbortSignal.timeout(100);
    await expect(askOnce({ signal })).rejects.toMatchObject({ code: "interrupted" });
    expect(await spent(memory)).toMatchObject({ rows: [{ calls: 1 }], open: { calls: 0 } });
  });

  test("at the cap nothing is sent, and one event a day records it", async () => {
    const { memory, seen, askOnce } = await open([good], { TELLBACK_SPEND_DAILY_USD: "0.0003" });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await askOnce({ maxTokens: 10 })).status);
    expect(statuses.filter((status) => status === "answered").length).toBe(seen.length);
    expect(statuses.at(-1)).toBe("capped");
    expect((await spent(memory)).today.usd).toBeLessThanOrEqual(0.0003);
    const said = await memory.db
      .selectFrom("events")
      .select("id")
      .where("type", "=", "spend.capped")
      .execute();
    expect(said).toHaveLength(1);
  });

  test("twenty workers at once do not exceed the cap", async () => {
    const { memory, seen, askOnce } = await open([good], { TELLBACK_SPEND_DAILY_USD: "0.004" });
    const all = await Promise.all(Array.from({ length: 20 }, () => askOnce()));
    const answered = all.filter(({ status }) => status === "answered").length;
    expect(answered).toBe(seen.length);
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(20);
    expect((await spent(memory)).today.usd).toBeCloseTo(answered * costOfGood, 9);
  });

  test("an unreadable price file is reported, and nothing is spent", async () => {
    const { home, seen, askOnce } = await open([good]);
    await writeFile(join(home, "prices.json"), "{");
    expect(await askOnce()).toMatchObject({
      status: "unavailable",
      reason: expect.stringContaining("prices.json"),
    });
    expect(seen).toEqual([]);
  });

  test("a local model without a price is free, also beyond the cap", async () => {
    const { memory } = await open([good], { TELLBACK_SPEND_DAILY_USD: "0" });
    const { url } = await startLlm("openai", [good]);
    const llm = openHosted({ provider: "openai-compatible", model: "qwen3:8b", url });
    expect(await ask(memory, llm, "observations", "k", request)).toMatchObject({
      status: "answered",
      usd: 0,
    });
    expect((await spent(memory)).rows).toMatchObject([
      { name: "openai-compatible/qwen3:8b", input: 1_000, usd: 0 },
    ]);
  });
});

forEachStore((open) => {
  test("a worker killed during a call leaves its reservation; a repeated call is booked separately, neither twice", async () => {
    const place = await open.place();
    const memory = await place.open();
    const { url, seen } = await startLlm("anthropic", [{ hang: true }, good]);
    const env = { ...process.env, ...place.env };
    const worker = spawn(process.execPath, [ASKER, url, "batch-7"], { env, stdio: "inherit" });
    while (seen.length === 0) await pause(20);
    worker.kill("SIGKILL");
    await once(worker, "close");
    const reserved = (await spent(memory)).open;
    expect(reserved).toEqual({ calls: 1, usd: expect.any(Number) });

    const again = spawn(process.execPath, [ASKER, url, "batch-7"], { env });
    let said = "";
    again.stdout.on("data", (text) => {
      said += text;
    });
    await once(again, "close");
    expect(said).toBe("answered");
    const report = await spent(memory);
    expect(report.rows).toMatchObject([{ calls: 2, input: 1_000, output: 10 }]);
    expect(report.today.usd).toBeCloseTo(reserved.usd + costOfGood, 9);
    expect(report.open).toEqual({ calls: 0, usd: 0 });
  }, 60_000);
});
