import { describe, expect, test } from "vitest";
import type { Observation } from "../../protocol/observations.ts";
import { isTurnWorthOffering, isWorthOffering } from "./offering.ts";

const seen = (over: Partial<Observation>): Observation => ({
  id: "obs_1",
  sessionId: "s",
  projectId: "p",
  kind: "reply",
  tool: null,
  status: "ok",
  title: "",
  summary: "",
  detail: "",
  files: [],
  agentId: null,
  branch: null,
  happenedAt: "",
  rawBytes: 1,
  tokens: 1,
  durationMs: null,
  provider: "offline",
  ...over,
});
const reply = (detail: string) => isWorthOffering(seen({ detail }));
const prompt = (detail: string) => isWorthOffering(seen({ kind: "prompt", detail }));
const run = (command: string, status: Observation["status"] = "ok") =>
  isWorthOffering(
    seen({ kind: "tool", tool: "Bash", status, title: `Ran ${command}`, detail: `$ ${command}` }),
  );

describe("a reply without content is not offered", () => {
  test.each([
    "Thanks.",
    "Understood.",
    "Perfect!",
    "You're right!",
    "Now I'll run the tests:",
    "Let me look at the parser.",
    "Would you like me to fix it?",
    "<tools-used-before-summary>Read, Grep</tools-used-before-summary>",
    '<ctx:remember type="fact">The port is 6380</ctx:remember>',
    "Ich schaue mir die Tests an.",
    "Je vais lancer les tests.",
    "Voy a revisar el código.",
    "Vou verificar os testes.",
    "让我检查一下。",
    "テストを実行します。",
    "테스트를 실행하겠습니다.",
    "Сейчас проверю.",
  ])("%s", (text) => {
    expect(reply(text)).toBe(false);
  });
});

describe("a reply with content is offered", () => {
  test.each([
    "The sync hung because the mirror is closed on Sundays.",
    "Perfect! The port is 6380.",
    "<tools-used-before-summary>Read</tools-used-before-summary>\nThe leak is in `pool.ts`: connections are never returned.",
    "Die Rechnungen standen im falschen Monat, weil die Zeitzone fehlte.",
    "同步超时是因为镜像在周日关闭。",
  ])("%s", (text) => {
    expect(reply(text)).toBe(true);
  });
});

test("a prompt is offered only for a rule or a decision that it states", () => {
  expect(prompt("The nightly sync hung again on Sunday night")).toBe(false);
  expect(prompt("commit")).toBe(false);
  expect(prompt("Fix the login. Never log the token in src/auth.ts.")).toBe(true);
  expect(prompt("We decided to use PostgreSQL instead of MongoDB because we need transactions")).toBe(true);
});

test("checks and failures are offered, looking around is not", () => {
  expect(run("npm test")).toBe(true);
  expect(run("curl localhost:1", "failed")).toBe(true);
  expect(run("ls src")).toBe(false);
  expect(run("grep -n x a.ts", "failed")).toBe(false);
  expect(isWorthOffering(seen({ kind: "tool", tool: "Read", title: "Read a.ts" }))).toBe(false);
});

test("a turn is offered for its outcome, not for its request", () => {
  const turn = (outcome: string, open: string[] = []) =>
    isTurnWorthOffering({ outcome, open, decisions: [] });
  expect(turn("")).toBe(false);
  expect(turn("Done.")).toBe(false);
  expect(turn("The port is 6380.")).toBe(true);
  expect(turn("", ["needs a re-import"])).toBe(true);
});
