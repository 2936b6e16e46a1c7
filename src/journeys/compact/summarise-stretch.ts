// The summary of a compacted stretch, by rules: from its observations, and from the conversation if the transcript
// could be read. Pure.

import { definitionIn } from "../../../libs/callgraph/without-parser.ts";
import { cut, oneLine, withoutPartLabel } from "../../../libs/language/index.ts";
import { decisionsSaid, splitReason } from "../../../libs/language/statement-model.ts";
import { firstSentence, identifiers, unique } from "../../../libs/shorten/index.ts";
import type { CompactionSummary } from "../../protocol/compaction.ts";
import type { Observation } from "../../protocol/observations.ts";
import {
  answeredIn,
  askedIn,
  completedIn,
  doneLines,
  edited,
  limited,
  openLines,
  outlinesOf,
  ownOf,
  requestsOf,
  saidOpen,
} from "../../rooms/turns/room.ts";
import { topicsOf } from "./topics.ts";

type Decision = CompactionSummary["key_decisions"][number];
type FileChange = CompactionSummary["files_modified"][number];
type Snippet = CompactionSummary["code_snippets"][number];

/** The full text of the conversation; observations contain only a shortened form. */
export interface Words {
  by: "user" | "agent";
  at: string;
  text: string;
}

const max = { decisions: 12, files: 40, snippets: 5, tasks: 12, topics: 10, named: 4 };
const maxLength = { executive: 1_200, topic: 80, sentence: 300, code: 400 };

export function summariseStretch(
  observations: readonly Observation[],
  words: readonly Words[] = [],
  outlines: ReturnType<typeof outlinesOf> = outlinesOf(observations),
): CompactionSummary {
  const own = ownOf(observations);
  const said = words.length > 0 ? words : saidIn(own);
  const changes = edited(observations);
  const turns = turnsOf(own, said);
  const lastWords = said.findLast(({ by }) => by === "agent")?.text ?? "";
  const files = filesOf(observations, changes, turns);
  return {
    executive: executiveOf(observations, said, outlines),
    key_decisions: decisionsOf(own, said, changes, turns).slice(0, max.decisions),
    files_modified: files.slice(0, max.files),
    code_snippets: snippetsOf(changes, files).slice(-max.snippets),
    topics: topicsOf(observations, said).slice(0, max.topics),
    tasks_completed: limited([...completedIn(outlines, observations), ...committed(observations)], max.tasks),
    tasks_pending: limited(
      [...openLines(outlines, observations, max.tasks), ...saidOpen(lastWords)].map(withoutPartLabel),
      max.tasks,
    ),
  };
}

function saidIn(own: readonly Observation[]): Words[] {
  return own
    .filter(({ kind }) => kind !== "tool")
    .map((one) => ({ by: one.kind === "prompt" ? "user" : "agent", at: one.happenedAt, text: one.detail }));
}

function executiveOf(
  observations: readonly Observation[],
  said: readonly Words[],
  outlines: ReturnType<typeof outlinesOf>,
): string {
  const asked = said.filter(({ by }) => by === "user").map(({ text }) => firstSentence(text, 160));
  const request = outlines.some((turn) => turn.request !== "") ? requestsOf(outlines) : wordsAsked(asked);
  const done = doneLines(outlines, observations);
  const parts = [
    request && `Asked: ${request}`,
    done.length > 0 && `Done: ${done.map((line) => line.replace(/\.$/, "")).join("; ")}.`,
  ];
  return (
    cut(parts.filter(Boolean).join("\n"), maxLength.executive) || "Nothing was observed in this stretch."
  );
}

function wordsAsked(asked: readonly string[]): string {
  const rest = asked.length > 4 ? [`and ${asked.length - 4} more`] : [];
  return [...asked.slice(0, 4), ...rest].join(" → ");
}

/** The user's last request before a time: the topic of a decision, and the purpose of a change. */
type Turns = (at: string) => string;

function turnsOf(own: readonly Observation[], said: readonly Words[]): Turns {
  const asked = said.filter(({ by }) => by === "user").map(({ at, text }) => ({ at, what: text }));
  const prompts = asked.length > 0 ? asked : askedIn(own);
  return (at) => {
    const turn = prompts.findLast((prompt) => prompt.at <= at) ?? prompts[0];
    return turn ? firstSentence(turn.what, maxLength.topic) : "";
  };
}

function decisionsOf(
  own: readonly Observation[],
  said: readonly Words[],
  changes: readonly Observation[],
  turns: Turns,
): Decision[] {
  const answered = answeredIn(own).map((one): Decision & { at: string } => {
    const [question = "", answer] = one.title.replace(/^Asked the user: /, "").split(" → ");
    return answer === undefined
      ? { topic: turns(one.happenedAt), decision: one.title, rationale: "", files: [], at: one.happenedAt }
      : { topic: question, decision: answer, rationale: "", files: [], at: one.happenedAt };
  });
  const stated = said.flatMap(({ by, at, text }) =>
    decisionsSaid(text, by).map((sentence) => ({
      topic: turns(at),
      ...reasoned(sentence),
      files: filesNamed(sentence, at, changes, said),
      at,
    })),
  );
  const all = [...answered, ...stated].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const once = new Map(all.map(({ at: _, ...decision }) => [decision.decision.toLowerCase(), decision]));
  // The latest statement on a topic counts more than earlier ones.
  return [...once.values()].slice(-max.decisions);
}

function reasoned(sentence: string): Pick<Decision, "decision" | "rationale"> {
  const { statement, reason } = splitReason(oneLine(withoutPartLabel(sentence), maxLength.sentence));
  return { decision: statement, rationale: reason?.replace(/[.!]$/, "") ?? "" };
}

/** Files that the sentence names; otherwise those changed since the user's last prompt. */
function filesNamed(
  sentence: string,
  at: string,
  changes: readonly Observation[],
  said: readonly Words[],
): string[] {
  const known = unique(changes.flatMap(({ files }) => files));
  const named = identifiers(sentence)
    .map((word) => word.replace(/[`:].*$|^`/g, ""))
    .flatMap((word) => known.filter((file) => word !== "" && (file === word || file.endsWith(`/${word}`))));
  if (named.length > 0) return unique(named).slice(0, max.named);
  const from = said.findLast((one) => one.by === "user" && one.at <= at)?.at ?? "";
  const to = said.find((one) => one.by === "user" && one.at > at)?.at ?? "\uffff";
  const inTurn = changes.filter(({ happenedAt }) => happenedAt >= from && happenedAt < to);
  return unique(inTurn.flatMap(({ files }) => files)).slice(0, max.named);
}

function filesOf(
  observations: readonly Observation[],
  changes: readonly Observation[],
  turns: Turns,
): FileChange[] {
  const files = new Map<string, FileChange>();
  for (const one of changes) {
    const path = one.files[0];
    if (path === undefined) continue;
    const action =
      files.get(path)?.action === "created" || one.title.startsWith("Wrote ") ? "created" : "modified";
    files.set(path, { path, action, purpose: turns(one.happenedAt) });
  }
  for (const one of observations) {
    if (one.tool !== "Bash" || one.status !== "ok") continue;
    const command = /^\$ (.+)$/m.exec(one.detail)?.[1] ?? "";
    if (!/(?:^|&&|;)\s*(?:git )?rm\s/.test(command)) continue;
    for (const [path, change] of files) {
      if (command.split(/\s+/).some((word) => word === path))
        files.set(path, { ...change, action: "deleted" });
    }
  }
  return [...files.values()];
}

/** The last change of each file that defined something: the lines that the observation kept. */
function snippetsOf(changes: readonly Observation[], files: readonly FileChange[]): Snippet[] {
  const byFile = Map.groupBy(changes, (one) => one.files[0] ?? "");
  return files
    .filter(({ action }) => action !== "deleted")
    .flatMap(({ path }) => {
      const uses = byFile.get(path) ?? [];
      const found = uses.map(definedIn).findLast((one) => one !== null);
      return found ? [{ file: path, ...found, importance: uses.length > 2 ? "high" : "medium" }] : [];
    });
}

function definedIn(change: Observation): Pick<Snippet, "function" | "code"> | null {
  const lines = change.detail
    .split("\n")
    .slice(1)
    .filter((line) => !/^(?:touches|-) /.test(line))
    .map((line) => line.replace(/^\+ /, ""));
  const defined = lines.map(definitionIn).find((found) => found?.kind === "code");
  return defined ? { function: defined.name, code: cut(lines.join("\n"), maxLength.code) } : null;
}

function committed(observations: readonly Observation[]): string[] {
  return observations
    .filter((one) => one.tool === "Bash" && one.status === "ok" && /\bgit commit\b/.test(one.title))
    .map(({ title }) => title);
}
