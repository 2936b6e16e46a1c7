// What remembering a tool use costs, for tellback's maintainers: the time that a PostToolUse hook adds to a tool use
// of the real client, and the CPU time of the hook's process alone; each for no hook, /bin/true, tellback's asynchronous
// capture, bare Node. And the whole: a Read with every hook that tellback installs for it. bench/session.ts has the CPU time of a session.
// Sessions are scripted Reads on loopback. The kinds take turns within each session, so that a busy machine is as
// busy for all of them; the daemon runs and processes the hook's events, as it does for a user.

import { execFile, execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runClaude } from "../test/support/claude-code.ts";
import { startModel } from "../test/support/model-stand-in.ts";
import { gitProject, tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  rounds: { value: "N", default: "6", about: "sessions of the real client" },
  json: { about: "the figures as JSON" },
});

const rounds = Number(flags.rounds);
/** Tool uses of one kind in a row; the first is still affected by the kind before it and is not counted. */
const blockLength = 6;
/** How often each kind has its turn in one session. */
const blocksPerSession = 6;
const payloadBytes = 2_000;

const root = join(import.meta.dirname, "..");
const kinds = ["none", "true", "tellback", "node", "whole"] as const;
type Kind = (typeof kinds)[number];
type Command = [program: string, ...args: string[]];
const labels: Record<Kind, string> = {
  none: "no hook",
  true: "/bin/true",
  tellback: "tellback's capture",
  node: "node -e 0",
  whole: "all of tellback's",
};
interface InstalledHook {
  command: Command;
  isAsync: boolean;
}
const [captureHook] = await installedHooks("PostToolUse", "Bash");
if (!captureHook) throw new Error("no hook captures a Bash");
const wholeHooks = {
  PreToolUse: await installedHooks("PreToolUse", "Read"),
  PostToolUse: await installedHooks("PostToolUse", "Read"),
};
const commands: Record<Exclude<Kind, "none" | "whole">, Command> = {
  true: ["/bin/true"],
  tellback: captureHook.command,
  node: [process.execPath, "-e", "0"],
};

await using place = await tempDir("egb");
const tellbackHome = join(place.path, "tellback");
const tellback = async (...args: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH, HOME: place.path, TELLBACK_HOME: tellbackHome };
  const entry = join(root, "src/doors/cli/main.ts");
  return (await promisify(execFile)(process.execPath, [entry, ...args], { env, cwd: place.path })).stdout;
};

const toolUses = await timeToolUses();
const processes = await timeProcesses();
if (flags.json) console.log(JSON.stringify({ rounds, ...toolUses, processes }, null, 2));
else print();

/** tellback's hooks for a tool, exactly as the plugin installs them. */
async function installedHooks(event: string, tool: string): Promise<InstalledHook[]> {
  const plugin = join(root, "plugin");
  const { hooks } = JSON.parse(await readFile(join(plugin, "hooks/hooks.json"), "utf8")) as {
    hooks: Record<
      string,
      { matcher?: string; hooks: { command: string; args: string[]; async?: boolean }[] }[]
    >;
  };
  const groups = (hooks[event] ?? []).filter(({ matcher = "" }) => new RegExp(matcher).test(tool));
  return groups
    .flatMap((group) => group.hooks)
    .map(({ command, args, async }) => {
      const program = command.replaceAll(`\${CLAUDE_PLUGIN_ROOT}`, plugin);
      return { command: [program, ...args], isAsync: async ?? false };
    });
}

/** As the client's settings have it; the client runs it only for the file of its kind. */
function asSetting(kind: Kind, { command: [command, ...args], isAsync }: InstalledHook) {
  return { type: "command", if: `Read(${kind}.txt)`, command, args, ...(isAsync && { async: true }) };
}

async function timeToolUses() {
  const project = await gitProject(
    join(place.path, "project"),
    Object.fromEntries(kinds.map((kind) => [`${kind}.txt`, `${"a line of text\n".repeat(20)}`])),
  );
  const before = wholeHooks.PreToolUse.map((hook) => asSetting("whole", hook));
  const after = [
    asSetting("true", { command: commands.true, isAsync: false }),
    asSetting("node", { command: commands.node, isAsync: false }),
    ...(captureHook ? [asSetting("tellback", captureHook)] : []),
    ...wholeHooks.PostToolUse.map((hook) => asSetting("whole", hook)),
  ];
  const settings = {
    hooks: {
      PreToolUse: [{ matcher: "Read", hooks: before }],
      PostToolUse: [{ matcher: "Read", hooks: after }],
    },
  };
  const gaps = byKind<number[]>(() => []);
  const neighbours = byKind<number[]>(() => []);
  const wholeRatios: number[] = [];
  await tellback("daemon", "start");
  for (let round = 0; round < rounds; round++) {
    const order = Array.from({ length: blocksPerSession * kinds.length }, (_, n) => kindAt(round, n));
    const uses = order.flatMap((kind) => Array<Kind>(blockLength).fill(kind));
    const turns = uses.map((kind) => ({
      tools: [{ name: "Read", input: { file_path: join(project, `${kind}.txt`) } }],
    }));
    const asked: number[] = [];
    const arrives = (): boolean => asked.push(performance.now()) > 0;
    await using model = await startModel([
      { name: "main", when: (ask) => ask.hasTools && arrives(), turns: [...turns, { text: "Done." }] },
    ]);
    const run = await runClaude({
      model,
      cwd: project,
      home: join(place.path, "home"),
      args: ["-p", "Read on", "--dangerously-skip-permissions"],
      env: { TELLBACK_HOME: tellbackHome },
      settings,
    });
    if (run.code !== 0 || asked.length !== uses.length + 1) throw new Error(`${run.stdout}${run.stderr}`);
    const blocks = order.map((kind, n) => {
      const from = n * blockLength;
      const times = asked.slice(from + 1, from + blockLength + 1);
      return { kind, gaps: times.map((time, at) => time - (asked[from + at] ?? 0)).slice(1) };
    });
    for (const block of blocks) gaps[block.kind].push(...block.gaps);
    for (let cycle = 0; cycle < blocksPerSession; cycle++) {
      const side = blocks.slice(cycle * kinds.length, (cycle + 1) * kinds.length);
      const base = spread(side.find(({ kind }) => kind === "none")?.gaps ?? []).median;
      for (const block of side) neighbours[block.kind].push(spread(block.gaps).median - base);
      wholeRatios.push(spread(side.find(({ kind }) => kind === "whole")?.gaps ?? []).median / base);
    }
  }
  const expected = 2 * rounds * blocksPerSession * blockLength;
  const captured = await observations(expected);
  await tellback("daemon", "stop");
  return {
    toolUses: byKind((kind) => ({ ...spread(gaps[kind]), added: spread(neighbours[kind]).median })),
    wholeRatio: spread(wholeRatios),
    captured,
    expected,
  };
}

/** Every kind once in each five turns, each time in another order. */
function kindAt(round: number, turn: number): Kind {
  const cycle = Math.floor(turn / kinds.length) + round;
  const at = turn % kinds.length;
  return kinds[(cycle % 2 === 0 ? at + cycle : cycle - at + 3 * kinds.length) % kinds.length] as Kind;
}

/** How many observations the daemon has stored from the hook's events. */
async function observations(expected: number): Promise<number> {
  const end = Date.now() + 10_000;
  for (;;) {
    const { counts } = JSON.parse(await tellback("status", "--json"));
    if (counts.observations >= expected || Date.now() > end) return counts.observations;
  }
}

async function timeProcesses() {
  const home = join(place.path, "alone");
  const payload = join(place.path, "payload.json");
  const about = {
    session_id: "bench",
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
  };
  await writeFile(payload, JSON.stringify({ ...about, tool_response: { stdout: "x".repeat(payloadBytes) } }));
  const costs: Record<"true" | "tellback" | "node", Cost[]> = { true: [], tellback: [], node: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ["true", "tellback", "node"] as const) {
      await mkdir(join(home, "inbox"), { recursive: true });
      const repetitions = kind === "node" ? 20 : 200;
      costs[kind].push(costOf(commands[kind], repetitions, payload, home));
      const left = (await readdir(join(home, "inbox"))).length;
      if (kind === "tellback" && left !== repetitions) throw new Error(`${left} payloads of ${repetitions}`);
      await rm(home, { recursive: true });
    }
  }
  const summary = (kind: keyof typeof costs) => ({
    cpuMs: spread(costs[kind].map((cost) => cost.cpuMs)),
    wallMs: spread(costs[kind].map((cost) => cost.wallMs)),
  });
  return { true: summary("true"), tellback: summary("tellback"), node: summary("node") };
}

interface Cost {
  cpuMs: number;
  wallMs: number;
}

/** A shell runs it many times; the shell's own account of its children is exact over so many. */
function costOf(command: Command, repetitions: number, payload: string, home: string): Cost {
  const loop = `n=$1 in=$2; shift 2; for ((i = 0; i < n; i++)); do "$@" <"$in" >/dev/null; done; times`;
  const started = performance.now();
  const times = execFileSync("bash", ["-c", loop, "bash", String(repetitions), payload, ...command], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home, TELLBACK_HOME: home, CLAUDE_PROJECT_DIR: root },
  });
  const wallMs = (performance.now() - started) / repetitions;
  const children = times.trim().split("\n")[1] ?? "";
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, min, sec]) => Number(min) * 60 + Number(sec),
  );
  return { cpuMs: (1000 * seconds.reduce((sum, part) => sum + part, 0)) / repetitions, wallMs };
}

interface Spread {
  min: number;
  p25: number;
  median: number;
  samples: number;
}

function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => round2(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { min: at(0), p25: at(0.25), median: at(0.5), samples: sorted.length };
}

function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  return {
    none: make("none"),
    true: make("true"),
    tellback: make("tellback"),
    node: make("node"),
    whole: make("whole"),
  };
}

function print(): void {
  const { toolUses: spent, wholeRatio, captured, expected } = toolUses;
  console.log(`A tool use of the real client, ms (${spent.none.samples} samples each)`);
  row("", "min", "p25", "median", "neighbours");
  row(labels.none, ...[spent.none.min, spent.none.p25, spent.none.median].map((ms) => ms.toFixed(1)));
  for (const kind of ["true", "tellback", "node", "whole"] as const) {
    row(`+ ${labels[kind]}`, ...added(spent[kind], spent.none).map((ms) => `+${ms.toFixed(1)}`));
  }
  const [ours, theirs] = [added(spent.tellback, spent.none), added(spent.true, spent.none)];
  row(
    "tellback ÷ /bin/true",
    ...ours.map((ms, n) => `${(ms / (theirs[n] ?? 0)).toFixed(2)}×`),
    "  bar 1.50×",
  );
  const wholes = [spent.whole.min / spent.none.min, wholeRatio.p25, wholeRatio.median];
  row("whole ÷ no hook", ...wholes.map((ratio) => `${ratio.toFixed(2)}×`), "", "  bar 1.20×");
  console.log(`${captured} of ${expected} uses with tellback's hook are observations.\n`);

  console.log(`The hook's process alone, ms, payload of ${payloadBytes} bytes (${rounds} rounds of many)`);
  row("", "CPU min", "CPU median", "wall median");
  for (const kind of ["true", "tellback", "node"] as const) {
    const { cpuMs, wallMs } = processes[kind];
    row(labels[kind], ...[cpuMs.min, cpuMs.median, wallMs.median].map((ms) => ms.toFixed(2)));
  }
}

/** Compared with no hook; the last is the median over all positions where the kinds ran side by side. */
function added(spent: Spread & { added: number }, base: Spread): number[] {
  return [spent.min - base.min, spent.p25 - base.p25, spent.median - base.median, spent.added];
}

function row(label: string, ...cells: string[]): void {
  console.log(label.padEnd(22) + cells.map((cell) => cell.padStart(12)).join(""));
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
