import { describe, expect, test } from "vitest";
import type { Observation } from "../../../protocol/observations.ts";
import { extract } from "./extract.ts";

let n = 0;

function seen(over: Partial<Observation>): Observation {
  n++;
  return {
    id: `obs_${n}`,
    sessionId: "s",
    projectId: "p",
    kind: "tool",
    tool: null,
    status: "ok",
    title: "",
    summary: "",
    detail: "",
    files: [],
    agentId: null,
    branch: null,
    happenedAt: `2026-03-01T10:00:00.${String(n).padStart(3, "0")}Z`,
    rawBytes: 1,
    tokens: 1,
    durationMs: null,
    provider: "offline",
    ...over,
  };
}

const asked = (text: string) => seen({ kind: "prompt", title: `Asked: ${text.slice(0, 40)}`, detail: text });
const replied = (text: string) =>
  seen({ kind: "reply", title: `Replied: ${text.slice(0, 40)}`, detail: text });
const ran = (command: string) =>
  seen({ tool: "Bash", title: `Ran ${command}`, detail: `$ ${command}\nfine` });
const failed = (command: string, error = "Cannot find module 'x'") =>
  seen({
    tool: "Bash",
    status: "failed",
    title: `Ran ${command}: failed: ${error}`,
    detail: `$ ${command}\nexit 1\n${error}`,
  });
const edited = (file: string) => seen({ tool: "Edit", title: `Edited ${file}`, files: [file] });

const contents = (observations: Observation[]) => extract(observations).map(({ content }) => content);

describe("a rule that the user states", () => {
  test("is extracted with its text, observation and time", () => {
    const prompt = asked("Fix it. Please always use pnpm.");
    expect(extract([prompt])).toEqual([
      {
        content: "Always use pnpm",
        category: "dependency",
        statementKind: "claim",
        saidBy: "user",
        isSure: true,
        isDecision: false,
        observationId: prompt.id,
        at: prompt.happenedAt,
        claim: "Please always use pnpm.",
        proof: null,
      },
    ]);
  });

  test("is not extracted from a sub-agent's prompt or from the host's own messages", () => {
    const text = "Always use pnpm.";
    expect(contents([{ ...asked(text), agentId: "a" }])).toEqual([]);
    expect(contents([{ ...asked(text), title: "Background work ended" }])).toEqual([]);
  });

  test("is extracted once, in its last form", () => {
    expect(contents([asked("Always use npm"), asked("always use npm")])).toEqual(["Always use npm"]);
    expect(contents([asked("Commit that, and remember: we never answer with an empty body.")])).toEqual([
      "Never answer with an empty body",
    ]);
    expect(contents([asked("Always use npm"), asked("No, always use pnpm")])).toEqual(["Always use pnpm"]);
  });
});

describe("a correction that the user repeats", () => {
  test("is a rule in its last wording", () => {
    const said = [
      asked("No, use spaces, not tabs."),
      replied("Done."),
      asked("Again: use spaces, not tabs!"),
    ];
    expect(contents(said)).toEqual(["Use spaces, not tabs"]);
  });

  test('is recognised after "I told you"', () => {
    const said = [asked("No. Put helpers into src/lib"), asked("I told you to put helpers into src/lib")];
    expect(contents(said)).toEqual(["Put helpers into src/lib"]);
  });

  test("is not a rule if it is said only once", () => {
    expect(contents([asked("No, use spaces.")])).toEqual([]);
    expect(contents([asked("No, use spaces."), asked("No, call it total.")])).toEqual([]);
  });
});

describe("trial and error", () => {
  test("gives a learning if a command failed repeatedly and works after another one", () => {
    const [first, second, worked] = [failed("npm test"), failed("npm test"), ran("npm test")];
    const all = [first, second, ran("cat package.json"), ran("npm run build"), worked];
    expect(extract(all)).toMatchObject([
      {
        content: "`npm test` fails (Cannot find module 'x') until `npm run build` has run",
        category: "gotcha",
        statementKind: "claim",
        observationId: second.id,
        proof: worked.id,
      },
    ]);
  });

  test("gives a learning if a command works only in another form", () => {
    const all = [failed("python app.py", "command not found"), failed("python app.py", "command not found")];
    expect(contents([...all, ran("python3 app.py")])).toEqual([
      "`python app.py` fails here (command not found); `python3 app.py` works",
    ]);
  });

  test.each<[string, Observation[]]>([
    ["failed once", [failed("npm test"), ran("npm run build"), ran("npm test")]],
    ["the code was fixed", [failed("npm test"), failed("npm test"), edited("src/a.ts"), ran("npm test")]],
    ["never worked", [failed("npm test"), failed("npm test"), ran("npm run build")]],
    [
      "two commands could be the reason",
      [
        failed("npm test"),
        failed("npm test"),
        ran("npm run build"),
        ran("docker compose up -d"),
        ran("npm test"),
      ],
    ],
    ["only looked", [failed("npm test"), failed("npm test"), ran("git status"), ran("npm test")]],
    ["a search that finds nothing", [failed("grep foo src"), failed("grep foo src"), ran("grep -r foo src")]],
  ])("gives no learning: %s", (_, all) => {
    expect(contents(all)).toEqual([]);
  });
});

describe("a dead end", () => {
  test.each([
    [
      "I tried using worker threads, but it failed because the addon is not context-aware.",
      "Dead end: tried using worker threads, failed because the addon is not context-aware",
    ],
    [
      "We tried to bundle with rollup, which did not work because of circular imports in core.",
      "Dead end: tried bundle with rollup, failed because circular imports in core",
    ],
    [
      "We tried Cassandra last year, too much memory for the small server.",
      "Dead end: tried cassandra last year, failed because too much memory for the small server",
    ],
    [
      "Mocking the clock does not work here because the driver reads the system time.",
      "Dead end: tried mocking the clock, failed because the driver reads the system time",
    ],
  ])("is extracted from: %s", (text, content) => {
    expect(extract([replied(text)])).toMatchObject([
      { content, category: "gotcha", statementKind: "dead end" },
    ]);
  });

  test.each([
    "I tried worker threads, but it failed.",
    "It did not work because of me and you",
    "I tried my best.",
  ])("is not extracted from: %s", (text) => {
    expect(extract([replied(text)])).toEqual([]);
  });
});

describe("a hypothesis", () => {
  const guess = "I suspect that parseDate in src/date.ts ignores the zone.";

  test("of the user stays a hypothesis", () => {
    expect(extract([asked(guess)])).toMatchObject([
      { content: "parseDate in src/date.ts ignores the zone", statementKind: "hypothesis", proof: null },
    ]);
  });

  test("of the agent counts if a failed command passes after it", () => {
    const passed = ran("npm test");
    const all = [
      failed("npm test", "src/date.ts: parseDate ignores zone"),
      replied(guess),
      edited("src/date.ts"),
    ];
    expect(extract(all)).toEqual([]);
    expect(extract([...all, passed])).toMatchObject([{ statementKind: "hypothesis", proof: passed.id }]);
  });

  test("does not count if the command passed before or is about something else", () => {
    expect(extract([failed("npm test"), ran("npm test"), replied(guess)])).toEqual([]);
    expect(extract([failed("npm test", "port in use"), replied(guess), ran("npm test")])).toEqual([]);
  });

  test("does not count if it names nothing that can be checked", () => {
    expect(extract([asked("I suspect that something is wrong with it")])).toEqual([]);
  });
});

test("what a closing line says was decided is a decision with its reason, without the label; its other parts are none", () => {
  const line =
    "Outcome: rates come from `rates.csv`, because the API is slow. Decided: cookies, because the proxy strips headers. Open: push.";
  expect(extract([replied(`I moved it.\n\n${line}`)])).toMatchObject([
    {
      content: "cookies, because the proxy strips headers",
      ...{ saidBy: "agent", isDecision: true, statementKind: "claim" },
    },
  ]);
});

test("a session of ten thousand observations gives few candidates", () => {
  const all = Array.from({ length: 2_000 }, (_, i) => [
    asked(`Always use tool${i}. ${"word ".repeat(200)}`),
    failed(`run ${i % 7}`),
    ran(`make ${i}`),
    replied(`I tried ${"x ".repeat(60)} but it failed because ${"y ".repeat(60)}`),
    edited(`src/${i}.ts`),
  ]).flat();
  expect(extract(all).length).toBeLessThanOrEqual(12);
});
