// What a model reads of a session: the project's open points, what the rules have learned here, and for each turn the
// user's words, what was changed, what failed and the agent's last reply, within limits. Pure: equal sessions give equal text.

import { isAssent, oneLine } from "../../../../libs/language/index.ts";
import { withoutTags } from "../../../../libs/shorten/index.ts";
import type { Observation } from "../../../protocol/observations.ts";
import { deedOf } from "../../../protocol/tools.ts";
import type { Turn } from "../../../protocol/turns.ts";
import { answeredIn, checksIn } from "../../../rooms/turns/room.ts";

/** An observation with everything that was said. */
export type Heard = Observation & { said: string };

export interface TurnText {
  turn: Turn;
  text: string;
  /** The observation of its prompt, or its first one. */
  observationId: string | null;
}

const max = {
  asked: [500, 200],
  reply: [1_400, 1_000],
  earlier: 700,
  line: 240,
  files: 12,
  failed: 3,
  ran: 3,
} as const;
/** A shorter last reply may only say that it is done: then what was said before it counts too. */
const shortReply = 400;

/** The turns in their order, each with what happened in it. */
export function turnTexts(turns: readonly Turn[], heard: readonly Heard[]): TurnText[] {
  const own = heard.filter(({ agentId }) => agentId === null);
  return turns.map((turn, i) => {
    const next = turns[i + 1]?.startedAt;
    const happened = own.filter(
      ({ happenedAt }) => happenedAt >= turn.startedAt && (next === undefined || happenedAt < next),
    );
    return { turn, text: textOf(turn, happened), observationId: happened[0]?.id ?? null };
  });
}

function textOf(turn: Turn, happened: readonly Heard[]): string {
  const asked = happened.find(({ kind, title }) => kind === "prompt" && title.startsWith("Asked"));
  const replies = happened.filter(({ kind }) => kind === "reply").map(({ said }) => withoutTags(said).trim());
  const last = replies.at(-1) ?? "";
  const earlier = replies.slice(0, -1).toSorted((a, b) => b.length - a.length)[0] ?? "";
  const runs = happened.filter(({ tool }) => deedOf(tool) === "runs");
  const failed = runs
    .filter(({ status }) => status === "failed")
    .map(({ summary, title }) => summary || title);
  const check = runs.findLast(({ title }) => checksIn(title.replace(/^Ran /, "")).length > 0);
  const answers = answeredIn(happened).flatMap(({ detail }) =>
    detail.split("\n").filter((line) => line.includes(" → ")),
  );
  const parts: [string, string][] = [
    ["USER", askedIn(turn, asked)],
    ["CHANGED", turn.files.slice(0, max.files).join(", ")],
    ["FAILED", lines([...new Set(failed)].slice(-max.failed))],
    ["RAN", lines(turn.commands.filter((command) => checksIn(command).length === 0).slice(-max.ran))],
    ["LAST CHECK", check ? oneLine(check.title, max.line) : ""],
    ["COMMIT", turn.commit ?? ""],
    ["USER'S ANSWERS", lines(answers)],
    [
      "AGENT, BEFORE",
      last.length < shortReply && earlier.length > last.length ? ends(earlier, [max.earlier, 0]) : "",
    ],
    ["AGENT, LAST", ends(last, max.reply)],
  ];
  return parts.flatMap(([name, text]) => (text === "" ? [] : [`${name}: ${text}`])).join("\n");
}

/** What "yes" answers is in the request. */
function askedIn({ request }: Turn, asked: Heard | undefined): string {
  const said = withoutTags(asked?.said ?? "").trim();
  return said === "" || isAssent(said) ? request : ends(said, max.asked);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => oneLine(text, max.line)).join(" | ");
}

/** The beginning says what it is about, the end what came of it. */
function ends(text: string, [first, last]: readonly [number, number]): string {
  if (text.length <= first + last) return text;
  return [text.slice(0, first), "[…]", last === 0 ? "" : text.slice(-last)].filter(Boolean).join("\n");
}

export interface SessionAround {
  /** Open points of the project, by their text. */
  open: readonly string[];
  /** What the rules have learned in this session. */
  candidates: readonly string[];
  /** What was written about the session before. */
  before: { title: string; now: string } | null;
}

export function sessionText({ open, candidates, before }: SessionAround, turns: readonly TurnText[]): string {
  return [
    ...listed("OPEN LIST", "o", open),
    ...listed("CANDIDATES", "c", candidates),
    ...(before ? [`SO FAR: ${before.title}. ${before.now}`] : []),
    ...turns.map(({ turn, text }, i) => {
      const branch = turn.branch === null ? "" : `, branch ${turn.branch}`;
      return `=== turn ${i + 1}, ${turn.startedAt.slice(0, 16).replace("T", " ")}${branch}\n${text}`;
    }),
  ].join("\n\n");
}

function listed(name: string, mark: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [[`${name}:`, ...texts.map((text, i) => `${mark}${i + 1} ${oneLine(text, max.line)}`)].join("\n")];
}

/** Requests of at most so many characters, in the order of the turns; a long session keeps its last ones. */
export function inParts(turns: readonly TurnText[], size: number, count: number): TurnText[][] {
  const parts: TurnText[][] = [];
  let length = 0;
  for (const one of turns) {
    const last = parts.at(-1);
    if (last && length + one.text.length <= size) last.push(one);
    else {
      parts.push([one]);
      length = 0;
    }
    length += one.text.length;
  }
  return parts.slice(-count);
}
