// What tellback costs a whole session in CPU time, for tellback's maintainers: the real client works on a project, with
// everything of tellback installed and without it, in turns. Counted are the client with its hooks, the daemon and the
// embedding process; what these do after the session has ended (embedding waits for a quiet moment) is counted too, and
// shown separately. Linux only: CPU time is read from /proc. Run `npm run build` first.

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../test/support/claude-code.ts";
import { startModel, type Turn } from "../test/support/model-stand-in.ts";
import {
  type Home,
  processesOf,
  rows,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../test/support/tellback.ts";
import { gitProject, tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  rounds: { value: "N", default: "3", about: "sessions of each kind" },
  uses: { value: "N", default: "60", about: "tool uses a session" },
  json: { about: "the figures as JSON" },
});

const root = join(import.meta.dirname, "..");
const bar = 1.8;
/** The kernel counts CPU time in hundredths of a second. */
const ticksMs = 10;
const vectors = { TELLBACK_EMBED_PROVIDER: "bundled" };

await using place = await tempDir("egs");
await using home = await tellbackHome();
const project = await gitProject(join(place.path, "project"));
cpSync(join(root, "src/agents"), join(project, "src"), { recursive: true });
const files = readdirSync(join(project, "src"), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** CPU milliseconds by who used them; hooks and the MCP server count as the client's. */
interface Parts {
  client: number;
  daemon: number;
  model: number;
}
interface Cost {
  during: Parts;
  after: Parts;
}

const withTellback: Cost[] = [];
const without: Cost[] = [];
for (let round = 0; round < Number(flags.rounds); round++) {
  without.push(await cost(null, round));
  withTellback.push(await cost(home, round));
}
report();

/** CPU milliseconds of one session. The daemon runs already, as it does for a user; its model is not loaded yet. */
async function cost(at: Home | null, round: number): Promise<Cost> {
  if (at) await tellback(at, ["daemon", "start"], { env: vectors });
  const began = measure(at);
  await session(at, round);
  const ended = measure(at);
  if (at) await until("tellback has nothing left to do", () => isSettled(at), 600_000);
  const settled = measure(at);
  if (at) await stop(at);
  return { during: between(began, ended), after: between(ended, settled) };
}

async function session(at: Home | null, round: number): Promise<void> {
  await using model = await startModel([
    {
      name: "main",
      when: (ask) => ask.hasTools,
      turns: [...turns(round), { text: "All of it is done now." }],
    },
  ]);
  const run = await runClaude({
    model,
    cwd: project,
    // A user of its own: tellback imports the transcripts of sessions that ran without it.
    home: join(place.path, at ? "user" : "other-user"),
    args: [
      ...[
        "-p",
        `Look at the adapters, part ${round}, and mend what is wrong`,
        "--dangerously-skip-permissions",
      ],
      ...(at ? ["--plugin-dir", join(root, "plugin")] : []),
    ],
    env: at ? { TELLBACK_HOME: at.path, ...vectors } : {},
    timeoutMs: 600_000,
  });
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
}

/** As agents work: mostly reading, some searching and testing, an edit now and then. */
function turns(round: number): Turn[] {
  return Array.from({ length: Number(flags.uses) }, (_, n): Turn => {
    const file = files[(7 * n + 3 * round) % files.length] ?? "";
    if (n % 5 === 3)
      return tool("Bash", { command: `grep -n "export" ${file}`, description: `Look into part ${n}` });
    if (n % 5 === 4) {
      const content = `// Part ${n} of round ${round}\nexport const part${n} = ${n};\n`;
      return tool("Write", { file_path: join(project, `part-${n}.ts`), content });
    }
    return tool("Read", { file_path: file });
  });
}

function tool(name: string, input: Record<string, unknown>): Turn {
  return { tools: [{ name, input }] };
}

function isSettled(at: Home): boolean {
  const count = (sql: string) => rows<{ n: number }>(at, sql)[0]?.n ?? 1;
  const waiting = readdirSync(at.paths.inbox).filter((name) => /^\d+\.\d+$/.test(name));
  return (
    waiting.length === 0 &&
    count("select count(*) as n from jobs where state in ('pending', 'running')") === 0 &&
    count("select count(*) as n from documents_to_embed") === 0
  );
}

/** What ended children of this process have used (the client, and whom it waited for), and what runs for tellback. */
function measure(at: Home | null): Parts {
  const [, , childrenUser = 0, childrenSystem = 0] = cpuOf(process.pid);
  const parts: Parts = { client: ticksMs * (childrenUser + childrenSystem), daemon: 0, model: 0 };
  for (const pid of at ? processesOf(at.path) : []) {
    const part = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("embed-worker") ? "model" : "daemon";
    parts[part] += ticksMs * sum(cpuOf(pid));
  }
  return parts;
}

function between(began: Parts, ended: Parts): Parts {
  const part = (name: keyof Parts) => ended[name] - began[name];
  return { client: part("client"), daemon: part("daemon"), model: part("model") };
}

/** utime, stime, cutime, cstime. */
function cpuOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
  } catch {
    return []; // It has ended meanwhile.
  }
}

function report(): void {
  const parts = (costs: Cost[], when: keyof Cost): Parts => ({
    client: median(costs.map((one) => one[when].client)),
    daemon: median(costs.map((one) => one[when].daemon)),
    model: median(costs.map((one) => one[when].model)),
  });
  const base = parts(without, "during");
  const during = parts(withTellback, "during");
  const after = parts(withTellback, "after");
  const all = (of: Parts) => of.client + of.daemon + of.model;
  const ratio = (all(during) + all(after)) / all(base);
  if (flags.json) {
    console.log(JSON.stringify({ uses: Number(flags.uses), base, during, after, ratio, bar }, null, 2));
    return;
  }
  console.log(
    `CPU of a session with ${flags.uses} tool uses, ms (medians of ${withTellback.length} sessions each)`,
  );
  row("", "client, hooks", "daemon", "embedding", "all");
  for (const [name, of] of Object.entries({
    "without tellback": base,
    "with tellback": during,
    "after its end": after,
  }))
    row(name, ...[of.client, of.daemon, of.model, all(of)].map(String));
  const share = (all(during) / all(base)).toFixed(2);
  console.log(
    `with ÷ without: ${share}× while the session runs, ${ratio.toFixed(2)}× in all (bar ${bar.toFixed(2)}×)`,
  );
}

function row(label: string, ...cells: string[]): void {
  console.log(label.padEnd(18) + cells.map((cell) => cell.padStart(15)).join(""));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
