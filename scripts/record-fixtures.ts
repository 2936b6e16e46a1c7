// Records test/fixtures/claude-code with the real, pinned client: what it passes to hooks, and the
// transcripts it writes. Run it (`node scripts/record-fixtures.ts`) after changing the pinned version,
// then read the diff: it shows what changed for us.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { runClaude } from "../test/support/claude-code.ts";
import { startModel } from "../test/support/model-stand-in.ts";
import { gitProject, tempDir } from "../test/support/temp.ts";
import type { Json } from "./record-fixtures/elide.ts";
import { projectFiles, type Step, scenarios, variantOf } from "./record-fixtures/scenarios.ts";
import { type Scrub, scrubber } from "./record-fixtures/scrub.ts";
import { startWebPage } from "./record-fixtures/web-page.ts";

const ROOT = join(import.meta.dirname, "..");
const TOOLS = join(import.meta.dirname, "record-fixtures");
const FIXTURES = join(ROOT, "test/fixtures/claude-code");
const EVENTS = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"],
  ...["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "SessionEnd"],
];

type Payload = { [key: string]: Json } & { hook_event_name: string; session_id: string };

await using place = await tempDir("egfx");
const home = join(place.path, "home");
const project = join(home, "project");
const recorded = join(place.path, "hooks");
await mkdir(project, { recursive: true });
await mkdir(recorded);
await gitProject(project, projectFiles);

const sessions = new Map<string, string>();
await using page = await startWebPage(place.path);
for (const step of scenarios(project, page)) await perform(step);

const slug = (path: string): string => path.replaceAll(/[^a-zA-Z0-9]/g, "-");
const transcripts = await readTranscripts();
const scrub = scrubber(
  [
    [home, "/home/dev"],
    [slug(home), slug("/home/dev")],
    [place.path, "/home/dev/recording"],
    [process.execPath, "node"],
    [ROOT, "/home/dev/tellback"],
    [page.url, "https://docs.example.test"],
    [new URL(page.url).host, "docs.example.test"],
  ],
  [...transcripts.values()].flat(),
);
await rm(FIXTURES, { recursive: true, force: true });
await writeHooks(await readPayloads(), scrub);
await writeTranscripts(scrub);

async function perform(step: Step): Promise<void> {
  const before = (await readPayloads()).length;
  await using model = await startModel(step.routes);
  const hook = {
    type: "command",
    command: `'${process.execPath}' '${join(TOOLS, "hook.ts")}' '${recorded}'`,
    timeout: 20,
  };
  const servers = {
    dictionary: { command: process.execPath, args: [join(TOOLS, "mcp-server.ts")], alwaysLoad: true },
  };
  const run = await runClaude({
    model,
    cwd: project,
    home,
    settings: {
      skipWebFetchPreflight: true,
      hooks: Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]])),
    },
    env: { npm_config_update_notifier: "false", ...step.env },
    args: [
      ...["-p", step.prompt, "--dangerously-skip-permissions"],
      ...["--mcp-config", JSON.stringify({ mcpServers: servers }), ...(step.args ?? [])],
    ],
    timeoutMs: 120_000,
  });
  const seen = (await readPayloads()).slice(before);
  for (const { session_id } of seen) {
    if (!sessions.has(session_id)) sessions.set(session_id, nameFor(step.session));
  }
  const events = seen.map((payload) => payload.hook_event_name);
  console.log(
    `${step.session}: ${step.prompt}\n  exit ${run.code} in ${run.ms} ms; ${model.requests.length} requests`,
  );
  console.log(`  ${model.requests.map((request) => request.route).join(" ")}\n  ${events.join(" ")}`);
  if (run.code !== 0) console.log(run.stdout, run.stderr);
}

/** `/clear` makes two sessions out of one step. */
function nameFor(session: string): string {
  const taken = [...sessions.values()].filter((name) => name.split(".")[0] === session).length;
  return taken === 0 ? session : `${session}.${taken + 1}`;
}

async function readPayloads(): Promise<Payload[]> {
  const names = (await readdir(recorded)).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(recorded, name), "utf8")) as Payload),
  );
}

/** The first payload of each variant is the fixture. */
async function writeHooks(payloads: Payload[], { payload: clean }: Scrub): Promise<void> {
  const written = new Set<string>();
  for (const payload of payloads) {
    const name = `${payload.hook_event_name}.${variant(payload)}.json`;
    if (written.has(name)) continue;
    written.add(name);
    await save(join(FIXTURES, "hooks", name), `${JSON.stringify(clean(payload), null, 2)}\n`);
  }
}

function variant(payload: Payload): string {
  const event = payload.hook_event_name;
  if (typeof payload.tool_use_id === "string") return variantOf(payload.tool_use_id);
  if (event.startsWith("Subagent")) return String(payload.agent_type || "compaction");
  if (event === "UserPromptSubmit") return machineMade(payload.prompt) ? "task-notification" : "plain";
  if (event === "Stop" && Array.isArray(payload.background_tasks) && payload.background_tasks.length > 0) {
    return "background-running";
  }
  return String(payload.source ?? payload.trigger ?? payload.reason ?? "plain");
}

function machineMade(prompt: Json | undefined): boolean {
  return String(prompt).startsWith("<task-notification>");
}

/** Every transcript and sub-agent file: its path below the project's folder, and its records. */
async function readTranscripts(): Promise<Map<string, Json[]>> {
  const source = join(home, ".claude/projects", slug(project));
  const files = (await readdir(source, { recursive: true })).filter((name) =>
    /\.jsonl$|\.meta\.json$/.test(name),
  );
  const order = [...sessions.keys()];
  const rank = (file: string): number => order.findIndex((id) => file.startsWith(id));
  const found = new Map<string, Json[]>();
  for (const file of files.sort((a, b) => rank(a) - rank(b) || a.length - b.length)) {
    const lines = (await readFile(join(source, file), "utf8")).split("\n").filter(Boolean);
    found.set(
      file,
      lines.map((line) => JSON.parse(line) as Json),
    );
  }
  return found;
}

/** `<session>.jsonl`, with its sub-agents beside it in `<session>/subagents`, as the client lays them out. */
async function writeTranscripts({ record, text }: Scrub): Promise<void> {
  for (const [file, records] of transcripts) {
    const [id = "", ...rest] = file.split("/");
    const session = sessions.get(basename(id, ".jsonl")) ?? "unknown";
    const target = rest.length > 0 ? join(session, ...rest.map(text)) : `${session}.jsonl`;
    const lines = records.map((line) => `${JSON.stringify(record(line))}\n`);
    await save(join(FIXTURES, "transcripts", target), lines.join(""));
  }
}

async function save(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
