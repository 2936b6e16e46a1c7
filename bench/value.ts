// Is what tellback injects what the session then needs? For tellback's maintainers: real histories of coding agents are
// imported session by session; before each later session tellback is asked what it would inject, and the rest of the
// session decides. The store before each session is kept, so that a second run only asks.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory } from "../src/journeys/followers.ts";
import { importTranscripts } from "../src/journeys/import/import.ts";
import { mapTouched } from "../src/journeys/map/touched.ts";
import { contextFor } from "../src/journeys/recall/preview.ts";
import { reflect } from "../src/journeys/reflect/reflect.ts";
import { embedPending } from "../src/memory/embed.ts";
import type { Memory } from "../src/memory/memory.ts";
import { jobs } from "../src/protocol/jobs.ts";
import { jobsOfKind } from "../src/store/jobs.ts";
import { readFlags, shared } from "./flags.ts";
import {
  type Ask,
  type History,
  type HistorySession,
  type Label,
  readHistory,
  stepsOf,
} from "./value-history.ts";
import { type Foreseen, foreseenIn, type Score, scoreOf } from "./value-score.ts";

const flags = readFlags({
  shared,
  projects: { value: "LIST", default: "", about: "histories to use; all if empty" },
  keep: { value: "DIR", default: join(tmpdir(), "tellback-value"), about: "keeps the stores there" },
  fresh: { about: "import again" },
  embed: { about: "with vectors" },
  show: {
    value: "WHAT",
    about: 'print what is injected: "start", "prompt", "labels" or the beginning of a session id',
  },
});

interface Asked extends Ask {
  text: string;
  /** As tellback counts them, with its frame. */
  tokens: number;
  score: Score;
  foreseen: Foreseen[];
}

const quietTokens = 60;
const corpus = join(flags.shared, "corpora/value");
const transcripts = join(flags.keep, "transcripts");
const provider = flags.embed ? "bundled" : "off";
if (!existsSync(transcripts)) {
  mkdirSync(flags.keep, { recursive: true });
  execFileSync("tar", ["-xzf", join(corpus, "transcripts.tar.gz"), "-C", flags.keep]);
}
const labels = JSON.parse(readFileSync(join(corpus, "labels.json"), "utf8")) as Record<string, Label[]>;
const allLabels = [...(labels.known ?? []), ...(labels.nothing ?? [])];
const names = flags.projects === "" ? readdirSync(transcripts) : flags.projects.split(",");
const all: Asked[] = [];
for (const name of names) all.push(...(await project(name)));
report(all);
reportForesight(all);

async function project(name: string): Promise<Asked[]> {
  const root = join(flags.keep, provider, name);
  const folder = join(root, "code", name);
  if (flags.fresh) rmSync(root, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, ".git"))) execFileSync("git", ["init", "-q", folder]);
  const history = readHistory(transcripts, name, folder);
  const shiftMs = Date.now() - 3_600_000 - Math.max(...history.sessions.map(({ to }) => to));
  const asked: Asked[] = [];
  let last: string | null = null;
  for (const [at, step] of stepsOf(history, allLabels).entries()) {
    const home = join(root, `before-${at}`);
    if (!existsSync(join(home, "made"))) {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home, { recursive: true, mode: 0o700 });
      if (last !== null) cpSync(last, home, { recursive: true });
      rmSync(join(home, "made"), { force: true });
      await remember(home, step.before, shiftMs);
      writeFileSync(join(home, "made"), "");
    }
    last = home;
    await using memory = await open(home);
    for (const ask of step.asks) asked.push(await answer(memory, history, folder, ask));
  }
  process.stderr.write(`${name}: ${asked.length} questions\n`);
  return asked;
}

function open(home: string): Promise<Memory> {
  return openMemory({ env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: provider } });
}

/** As the daemon does within a minute of a session's end. */
async function remember(home: string, sessions: readonly HistorySession[], shiftMs: number): Promise<void> {
  if (sessions.length === 0) return;
  const folder = join(home, "transcripts");
  mkdirSync(folder);
  for (const { id, lines } of sessions) {
    const shifted = lines.map(({ line }) => {
      const timestamp = new Date(Date.parse(line.timestamp) + shiftMs).toISOString();
      return JSON.stringify({ ...line, timestamp });
    });
    writeFileSync(join(folder, `${id}.jsonl`), `${shifted.join("\n")}\n`);
  }
  await using memory = await open(home);
  await importTranscripts(memory, folder);
  for (const { payload } of await jobsOfKind(memory.db, "map-file"))
    await mapTouched(memory, jobs["map-file"].payload.parse(JSON.parse(payload)));
  await memory.db.deleteFrom("jobs").where("kind", "=", "map-file").execute();
  for (const { id } of sessions) await reflect(memory, id);
  if (flags.embed) await embedPending(memory);
  rmSync(folder, { recursive: true });
}

async function answer(memory: Memory, history: History, folder: string, ask: Ask): Promise<Asked> {
  if (ask.branch !== null && ask.branch !== "HEAD") {
    const branch = ask.branch.replace(/[^\w./-]/g, "-");
    execFileSync("git", ["-C", folder, "symbolic-ref", "HEAD", `refs/heads/${branch}`]);
  }
  const { text, tokens, items } = await contextFor(memory, {
    ...{ folder, ...(ask.prompt ? { for: ask.prompt } : {}) },
  });
  const foreseen = foreseenIn(items, ask, history);
  const asked = { ...ask, text: text ?? "", tokens, score: scoreOf(text ?? "", ask, history), foreseen };
  show(asked);
  return asked;
}

function show({ at, session, nth, label, prompt, text, tokens, score }: Asked): void {
  const isWanted =
    flags.show === at || (flags.show === "labels" && label) || session.startsWith(flags.show ?? "?");
  if (flags.show === undefined || !isWanted) return;
  const { files, useful, lines } = score;
  console.log(`\n=== ${session.slice(0, 8)} ${nth ?? "start"}: ${prompt.slice(0, 300).replace(/\s+/g, " ")}`);
  console.log(`    ${tokens} tokens, files ${files.right}/${files.wanted}, useful ${useful}/${lines}`);
  if (label)
    console.log(`    ${verdictOn(label, text, tokens) ? "right" : "WRONG"}: ${label.fact ?? label.why}`);
  console.log(text);
}

function verdictOn(label: Label, text: string, tokens: number): boolean {
  if (label.any === undefined) return tokens <= quietTokens;
  return label.any.some((pattern) => new RegExp(pattern, "is").test(text));
}

function report(asked: readonly Asked[]): void {
  const projects = [...new Set(asked.map((one) => one.project))];
  console.log(
    `\n${"".padEnd(20)}start: recall  useful  noise  twice  tokens | prompt: recall  tokens  silent | facts  quiet`,
  );
  for (const name of [...projects, "all"]) {
    const own = asked.filter((one) => name === "all" || one.project === name);
    console.log(`${name.padEnd(20)}${figuresOf(own)}`);
  }
}

/** Of what was predicted, how much came true in the rest of the session. */
function reportForesight(asked: readonly Asked[]): void {
  console.log("\npredicted                 right   share");
  for (const kind of ["file", "check", "broken test", "usual check"] as const) {
    const own = asked.filter(({ isScored }) => isScored).flatMap(({ foreseen }) => foreseen);
    const some = own.filter((one) => one.kind === kind);
    const right = some.filter(({ isRight }) => isRight).length;
    const share = some.length === 0 ? "–" : percent([right / some.length]);
    console.log(`${kind.padEnd(20)}${`${right}/${some.length}`.padStart(11)}${share.padStart(8)}`);
  }
}

function figuresOf(own: readonly Asked[]): string {
  const at = (moment: Ask["at"]) => own.filter((one) => one.isScored && one.at === moment);
  const [start, prompt] = [at("start"), at("prompt")];
  const withLines = start.filter(({ score }) => score.lines > 0).map(({ score }) => score);
  const recall = (some: readonly Asked[]) =>
    some
      .filter(({ score }) => score.files.wanted > 0)
      .map(({ score: { files } }) => files.right / files.wanted);
  const known = own.filter(({ label }) => label?.any !== undefined);
  const nothing = own.filter(({ label }) => label !== null && label.any === undefined);
  const right = (some: readonly Asked[]) =>
    `${some.filter(({ label, text, tokens }) => label && verdictOn(label, text, tokens)).length}/${some.length}`;
  const cells = [
    percent(recall(start)).padStart(13),
    percent(withLines.map(({ useful, lines }) => useful / lines)).padStart(7),
    percent(withLines.map((one) => (one.filler + one.announcements) / one.lines)).padStart(6),
    percent(withLines.map(({ duplicates, lines }) => duplicates / lines)).padStart(6),
    `${mean(start.map(({ score }) => score.tokens)).toFixed(0)}/${Math.max(0, ...start.map(({ tokens }) => tokens))}`.padStart(
      7,
    ),
    " |",
    percent(recall(prompt)).padStart(14),
    `${mean(prompt.map(({ score }) => score.tokens)).toFixed(0)}/${mean(prompt.map(({ tokens }) => tokens)).toFixed(0)}`.padStart(
      7,
    ),
    percent(prompt.map(({ score }) => (score.lines === 0 ? 1 : 0))).padStart(7),
    " |",
    right(known).padStart(6),
    right(nothing).padStart(6),
  ];
  return cells.join(" ");
}

function percent(values: readonly number[]): string {
  return (100 * mean(values)).toFixed(1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
