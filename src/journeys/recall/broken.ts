// Calls that the edits of a session have broken: said at the edit, when a file with such a call is opened, at a prompt that
// names them, and to the user when the turn ends. Each once, and no longer once they are corrected.

import { frame, inert, joinInert, nameInFrame } from "../../context/quote.ts";
import { danglingCalls, nameBefore } from "../../indexes/codemap/dangling.ts";
import type { Memory } from "../../memory/memory.ts";
import type { BrokenCall, BrokenQuestion } from "../../protocol/broken-calls.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { brokenLines } from "./broken-line.ts";
import { brokenSection, type Candidate } from "./candidates.ts";
import { maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";

export type FindBroken = (memory: Memory, asked: BrokenQuestion) => Promise<BrokenCall[]>;

const brokenTokens = 160;
const linesShown = 3;
const maxLineLength = 600;

/** What the edits of one session have broken, as `path#qualified`. */
interface Breaks {
  projectDir: string;
  /** Not said yet: found after the edit's hook had to answer, or by one that nobody waited for. */
  untold: Set<string>;
  known: Set<string>;
  /** Still broken when the turn ended: the next prompt says so, unless a prompt has asked already. */
  isLeft: boolean;
  saidAtPrompt: Set<string>;
}

const maxSessions = 200;
const ofMemory = new WeakMap<Memory, Map<string, Breaks>>();

function breaksOf(memory: Memory): Map<string, Breaks> {
  const found = ofMemory.get(memory) ?? new Map<string, Breaks>();
  ofMemory.set(memory, found);
  return found;
}

type Asked = Pick<HookEvent, "sessionId" | "projectDir">;

/** After an edit: what it broke, and what is still to be said of earlier ones. Late answers are said at the next tool use. */
export async function brokenByEdit(
  memory: Memory,
  find: FindBroken,
  reader: Reader,
  event: Asked,
  { path, withinMs }: { path: string; withinMs: number },
): Promise<Candidate[]> {
  const { projectId } = reader;
  const { projectDir } = event;
  const finding = find(memory, { projectId, projectDir, path, isChanged: true }).then((calls) => {
    note(memory, projectId, event, calls);
    return calls;
  });
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), withinMs).unref());
  return asCandidates(await Promise.race([finding.catch(() => []), late]), "");
}

function note(memory: Memory, projectId: string, event: Asked, calls: readonly BrokenCall[]): void {
  if (calls.length === 0) return;
  for (const path of new Set(calls.map(({ file }) => file)))
    memory.openings.touch(projectId, { path, sessionId: null });
  const all = breaksOf(memory);
  const [oldest] = all.keys();
  if (all.size > maxSessions && oldest !== undefined) all.delete(oldest);
  const known: Breaks = all.get(event.sessionId) ?? {
    ...{ projectDir: event.projectDir, untold: new Set(), known: new Set(), isLeft: false },
    saidAtPrompt: new Set(),
  };
  all.set(event.sessionId, known);
  for (const { was } of calls) {
    if (!known.known.has(was)) known.untold.add(was);
    known.known.add(was);
  }
  publish(memory, event.projectDir);
}

/** Hooks ask only where something is broken. */
function publish(memory: Memory, projectDir: string): void {
  const here = [...breaksOf(memory).values()].filter((one) => one.projectDir === projectDir);
  memory.openings.broken(projectDir, {
    isUntold: here.some(({ untold }) => untold.size > 0),
    isBroken: here.some(({ known }) => known.size > 0),
  });
}

/** What an earlier edit of the session broke, and its hook could not say in time. */
export async function brokenBefore(
  memory: Memory,
  find: FindBroken,
  { projectId }: Reader,
  event: Asked,
): Promise<Candidate[]> {
  const known = breaksOf(memory).get(event.sessionId);
  if (!known || known.untold.size === 0) return [];
  const was = new Set(known.untold);
  const found = await find(memory, { projectId, projectDir: event.projectDir, was });
  const left = new Set(found.map((one) => one.was));
  for (const one of was) if (!left.has(one)) known.untold.delete(one);
  publish(memory, event.projectDir);
  return asCandidates(found, "");
}

/** These have reached the agent. */
export function noteTold(memory: Memory, event: Asked, told: readonly Candidate[]): void {
  const known = breaksOf(memory).get(event.sessionId);
  if (!known || told.length === 0) return;
  for (const { id } of told) known.untold.delete(id.slice(idPrefix.length));
  publish(memory, event.projectDir);
}

const idPrefix = "broken:";

/** Calls in a file that is opened. */
export async function brokenIn(
  memory: Memory,
  find: FindBroken,
  { projectId }: Reader,
  event: Asked,
  path: string,
): Promise<Candidate[]> {
  return asCandidates(await find(memory, { projectId, projectDir: event.projectDir, path }), `@${path}`);
}

/** The line for the user at the end of a turn; null if nothing is broken any more. */
export async function brokenAtEnd(
  memory: Memory,
  find: FindBroken,
  { projectId }: Reader,
  event: Asked,
): Promise<Inert | null> {
  const known = breaksOf(memory).get(event.sessionId);
  if (!known) return null;
  const found = await stillBroken(memory, find, projectId, event, known);
  if (found.length === 0) return null;
  known.isLeft = true;
  const lines = brokenLines(found).slice(0, linesShown);
  return frame`tellback: ${joinInert(
    lines.map(({ text }) => inert(text, maxLineLength)),
    " ",
  )}`;
}

async function stillBroken(
  memory: Memory,
  find: FindBroken,
  projectId: string,
  event: Asked,
  known: Breaks,
): Promise<BrokenCall[]> {
  const found = await find(memory, { projectId, projectDir: event.projectDir, was: known.known });
  known.known = new Set(found.map(({ was }) => was));
  known.untold = new Set([...known.untold].filter((was) => known.known.has(was)));
  if (known.known.size === 0) breaksOf(memory).delete(event.sessionId);
  publish(memory, event.projectDir);
  return found;
}

const namesRead = 500;

/** What the prompt names, and what the turn before left broken. */
export async function brokenAtPrompt(
  memory: Memory,
  find: FindBroken,
  { projectId }: Reader,
  event: Asked & { text: string },
): Promise<Candidate[]> {
  const known = breaksOf(memory).get(event.sessionId);
  const left = known?.isLeft ? await stillBroken(memory, find, projectId, event, known) : [];
  if (known) known.isLeft = false;
  const unsaid = left.filter((one) => !known?.saidAtPrompt.has(one.was));
  const open = await danglingCalls(memory.db, { projectId, limit: namesRead });
  const named = open.filter(({ was, now }) => [was, now].some((name) => name && isNamedIn(event.text, name)));
  for (const one of [...unsaid, ...named]) known?.saidAtPrompt.add(one.was);
  if (named.length === 0) return asCandidates(unsaid, "@left");
  const was = new Set(named.map((one) => one.was));
  const asked = await find(memory, { projectId, projectDir: event.projectDir, was });
  return asCandidates(
    [...unsaid.filter((one) => !was.has(one.was)), ...asked],
    `@${event.text.slice(0, 80)}`,
  );
}

/** As code: "the total" is no function that is called so, `total` and total() are. */
function isNamedIn(text: string, place: string): boolean {
  const name = nameBefore(place);
  let at = text.indexOf(name);
  for (; at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + name.length] ?? " "];
    if (/[\p{L}\p{N}_$]/u.test(before) || /[\p{L}\p{N}_$]/u.test(after)) continue;
    if (/[_$\d]|\p{Ll}\p{Lu}/u.test(name) || before === "`" || before === "." || after === "(") return true;
  }
  return false;
}

/** `mark`: at which moment; a conversation gets each once. */
function asCandidates(calls: readonly BrokenCall[], mark: string): Candidate[] {
  return brokenLines(calls)
    .slice(0, linesShown)
    .map(({ was, text, files }, rank) => ({
      ...{ id: `${idPrefix}${was}${mark}`, kind: "code", section: brokenSection, priority: 200 - rank },
      ...{ title: text, summary: text, detail: text, from: "", isUnsigned: true, isWhole: true },
      ...{ why: { reason: `calls of ${was} are broken` }, cues: files },
    }));
}

/** With what is known besides. */
export function withBroken(broken: Candidate[], plan: Plan, path: string | null): Plan {
  if (broken.length === 0) return plan;
  const about = path === null ? null : nameInFrame(path);
  const heading =
    plan === noPlan ? frame`From the code map${about ? frame`, about ${about}` : frame``}.` : plan.heading;
  return {
    heading,
    sections: [
      { name: brokenSection, heading: frame`Broken calls:`, tokens: brokenTokens },
      ...plan.sections,
    ],
    candidates: [...broken, ...plan.candidates],
    budget: { tokens: plan.budget.tokens + brokenTokens, characters: maxCharacters },
  };
}
