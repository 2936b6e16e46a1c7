// Histories of coding agents as Claude Code transcripts, for bench/value.ts: what each session asked, what it named,
// and the points in time at which tellback is asked.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { checksIn } from "../src/rooms/turns/room.ts";
import { FileKeys, filesIn, isFile, namesIn } from "./value-items.ts";

interface Block {
  type: string;
  text?: string;
  input?: Record<string, unknown>;
  content?: unknown;
}

export interface Line {
  type: string;
  timestamp: string;
  sessionId: string;
  gitBranch?: string;
  isMeta?: boolean;
  isCompactSummary?: boolean;
  isSidechain?: boolean;
  message?: { content?: string | Block[] };
}

/** A line of a transcript with what it names. */
interface Read {
  line: Line;
  files: Set<string>;
  names: Set<string>;
  /** What tools answered: it makes a thing known, not used. */
  answered: { files: Set<string>; names: Set<string> };
  /** Tests, builds and linters that it runs. */
  checks: string[];
}

export interface HistorySession {
  id: string;
  from: number;
  to: number;
  lines: readonly Read[];
}

export interface History {
  name: string;
  sessions: HistorySession[];
  keys: FileKeys;
}

export interface Label {
  project: string;
  session: string;
  prompt: number | "start";
  fact?: string;
  why?: string;
  any?: string[];
}

/** One moment at which tellback is asked. */
export interface Ask {
  project: string;
  session: string;
  at: "start" | "prompt";
  /** The number of the prompt in its session. */
  nth: number | null;
  isScored: boolean;
  label: Label | null;
  prompt: string;
  branch: string | null;
  /** Things that the session goes on to name and that earlier sessions knew. */
  wanted: ReadonlySet<string>;
  /** Things that the prompt names itself. */
  given: ReadonlySet<string>;
  /** Checks that the rest of the session runs. */
  checks: ReadonlySet<string>;
}

/** Sessions to import, then the questions of one session. */
export interface Step {
  session: string;
  before: HistorySession[];
  asks: Ask[];
}

const promptsAsked = 5;
const maxPromptLength = 6_000;

export function readHistory(folder: string, name: string, projectDir: string): History {
  const keys = new FileKeys();
  const sessions = readdirSync(join(folder, name))
    .filter((file) => /\.jsonl(?:\.gz)?$/.test(file))
    .map((file) => sessionIn(join(folder, name, file), projectDir))
    .sort((a, b) => a.from - b.from);
  for (const { lines } of sessions) for (const { files } of lines) for (const file of files) keys.see(file);
  return { name, sessions, keys };
}

function sessionIn(path: string, projectDir: string): HistorySession {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes)
    .toString()
    .replaceAll("@@CWD@@", projectDir);
  const lines = text
    .split("\n")
    .filter(Boolean)
    .map((json) => readLine(JSON.parse(json), projectDir));
  const [first] = lines;
  const times = [first, lines.at(-1)].map((one) => Date.parse(one?.line.timestamp ?? ""));
  return { id: first?.line.sessionId ?? "", from: times[0] ?? 0, to: times[1] ?? 0, lines };
}

const pathInputs = ["file_path", "path", "notebook_path"];
const textInputs = [
  ...["command", "old_string", "new_string", "content"],
  ...["pattern", "description", "prompt", "query"],
];

function readLine(line: Line, projectDir: string): Read {
  const content = line.message?.content;
  const said: string[] = [];
  const paths: string[] = [];
  const answers: string[] = [];
  const checks: string[] = [];
  if (line.type === "user" && !Array.isArray(content)) said.push(String(content ?? ""));
  for (const block of Array.isArray(content) ? content : []) {
    if (block.type === "text") said.push(block.text ?? "");
    if (block.type === "tool_result") answers.push(textOf(block.content));
    if (block.type !== "tool_use") continue;
    const input = block.input ?? {};
    paths.push(...textsAt(input, pathInputs));
    checks.push(...textsAt(input, ["command"]).flatMap(checksIn));
    said.push(...textsAt(input, textInputs));
    const todos = Array.isArray(input.todos) ? (input.todos as { content?: string }[]) : [];
    said.push(todos.map((todo) => todo.content).join("\n"));
  }
  const inside = (text: string) => text.replaceAll(`${projectDir}/`, "").replaceAll(projectDir, "");
  const words = inside(said.join("\n"));
  const answered = inside(answers.join("\n"));
  return {
    line,
    checks,
    files: new Set([...paths.map(inside).filter(isFile), ...filesIn(words)]),
    names: namesIn(words),
    answered: { files: filesIn(answered), names: namesIn(answered) },
  };
}

function textsAt(input: Record<string, unknown>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => (typeof input[key] === "string" ? [input[key]] : []));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? (content as Block[]) : [];
  return blocks.flatMap((block) => (block?.type === "text" && block.text ? [block.text] : [])).join("\n");
}

const notAsked =
  /^(?:<command-|<local-command|<bash-|<task-notification|<user-memory|<teammate|Caveat:|\[Request interrupted|\[image\]$|This session is being continued|Stop hook feedback|Base directory for this skill)/i;

function isPrompt({ type, isMeta, isCompactSummary, isSidechain, message }: Line): boolean {
  if (type !== "user" || isMeta || isCompactSummary || isSidechain) return false;
  const content = message?.content;
  if (Array.isArray(content) && content.some((block) => block.type === "tool_result")) return false;
  const text = textOf(content).trim();
  return text.length > 1 && !notAsked.test(text);
}

function promptOf({ message }: Line): string {
  return textOf(message?.content)
    .replace(/<(system-reminder|ide_[a-z_]+)>[\s\S]*?<\/\1>/g, "")
    .replace(/\[image[^\]]*\]/gi, "")
    .trim()
    .slice(0, maxPromptLength);
}

/** The later half of the sessions, and those with labels. */
export function stepsOf({ name, sessions, keys }: History, labels: readonly Label[]): Step[] {
  const later = new Set(sessions.slice(Math.ceil(sessions.length / 2)));
  const known = new Set<string>();
  const steps: Step[] = [];
  let waiting = sessions.toSorted((a, b) => a.to - b.to);
  let hasPast = false;
  for (const session of sessions) {
    const own = labels.filter((one) => one.project === name && session.id.startsWith(one.session));
    if (!later.has(session) && own.length === 0) continue;
    const before = waiting.filter((one) => one.to < session.from && one !== session);
    waiting = waiting.filter((one) => !before.includes(one));
    for (const one of before) for (const key of knownFrom(one, keys)) known.add(key);
    hasPast ||= before.length > 0;
    if (!hasPast) continue;
    const asks = asksOf(name, session, keys, known, own, later.has(session));
    steps.push({ session: session.id, before, asks });
  }
  return steps;
}

function* knownFrom({ lines }: HistorySession, keys: FileKeys): Generator<string> {
  for (const { files, names, answered } of lines) {
    yield* itemsOf(new Set([...files, ...answered.files]), names, keys);
    yield* itemsOf(new Set(), answered.names, keys);
  }
}

function itemsOf(files: ReadonlySet<string>, names: ReadonlySet<string>, keys: FileKeys): string[] {
  return [...[...keys.of(files)].map((key) => `f:${key}`), ...[...names].map((name) => `i:${name}`)];
}

function asksOf(
  project: string,
  { id, lines }: HistorySession,
  keys: FileKeys,
  known: ReadonlySet<string>,
  labels: readonly Label[],
  isScored: boolean,
): Ask[] {
  const prompts = lines.flatMap(({ line }, at) => (isPrompt(line) ? [at] : []));
  const askAt = (nth: number | null): Ask => {
    const at = nth === null ? 0 : (prompts[nth] ?? 0);
    const line = (lines[at] as Read).line;
    const prompt = nth === null ? "" : promptOf(line);
    const given = new Set(itemsOf(filesIn(prompt), namesIn(prompt), keys));
    const wanted = new Set<string>();
    const checks = new Set<string>();
    for (const one of lines.slice(nth === null ? 0 : at + 1)) {
      if (one.line.isCompactSummary || one.line.isMeta) continue;
      for (const check of one.checks) checks.add(check);
      for (const item of itemsOf(one.files, one.names, keys))
        if (known.has(item) && !given.has(item)) wanted.add(item);
    }
    const branch = line.gitBranch ?? lines.find((one) => one.line.gitBranch)?.line.gitBranch ?? null;
    const label = labels.find((one) => one.prompt === nth) ?? null;
    const moment = nth === null ? "start" : "prompt";
    const isAsked = isScored && (nth === null || nth < promptsAsked);
    const asked = {
      project,
      session: id,
      at: moment,
      nth,
      isScored: isAsked,
      label,
      prompt,
      branch,
    } as const;
    return { ...asked, wanted, given, checks };
  };
  const asked = isScored ? [null, ...prompts.slice(0, promptsAsked).keys()] : [];
  const labelled = labels.flatMap(({ prompt }) =>
    prompt !== "start" && prompts[prompt] !== undefined && !asked.includes(prompt) ? [prompt] : [],
  );
  return [...asked, ...labelled].map(askAt);
}
