// A turn by rules, from its observations alone. Pure.

import {
  type ClosingLine,
  closingLineIn,
  oneLine,
  withoutClosingLine,
} from "../../../libs/language/index.ts";
import { withoutTags } from "../../../libs/shorten/index.ts";
import { agentItself, offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type Deeds, deedsIn } from "./deeds.ts";
import { type Evidence, findingsIn, repliesIn } from "./evidence.ts";
import { outcomeOf } from "./outcome.ts";
import { decisionsIn, openPointsIn } from "./points.ts";
import { requestOf } from "./request.ts";

export type TurnParts = Omit<Turn, "id" | "projectId" | "sessionId" | "state">;

/** `before` is the agent's last message before the prompt. */
export function makeTurn(evidence: Evidence, before = ""): TurnParts {
  const { prompt, rest } = evidence;
  const all = prompt ? [prompt, ...rest] : rest;
  const asked = withoutTags(prompt?.said ?? "");
  const replies = repliesIn(evidence);
  const deeds = deedsIn(rest);
  const closing = closingLineIn(replies.at(-1) ?? "");
  const written = writtenIn(closing);
  const said = outcomeOf(withoutLabels(replies, closing), findingsIn(evidence), asked);
  return {
    branch: all.findLast((one) => one.branch !== null)?.branch ?? null,
    startedAt: all[0]?.happenedAt ?? "",
    endedAt:
      all
        .map(({ happenedAt }) => happenedAt)
        .toSorted()
        .at(-1) ?? "",
    request: prompt ? requestOf(prompt.said, before) : "",
    outcome: written || withCommit(said.outcome || doneOnly(deeds), deeds),
    detail: said.detail,
    decisions: decisionsIn(asked, closing ?? replies, evidence),
    open: openPointsIn(closing ?? replies, deeds.failing),
    files: deeds.files,
    looked: deeds.looked,
    symbols: deeds.symbols,
    commands: deeds.commands,
    commit: deeds.commit?.hash ?? null,
    tests: deeds.tests,
    provider: written !== "" ? agentItself : offline,
  };
}

/** What rules read where the closing line does not say what came of it, or says it at too great a length. */
function withoutLabels(replies: readonly string[], closing: ClosingLine | null): string[] {
  if (!closing) return [...replies];
  const last = [withoutClosingLine(replies.at(-1) ?? ""), closing.outcome].filter((text) => text !== "");
  return [...replies.slice(0, -1), last.join("\n\n")];
}

const maxWritten = 600;

/** The agent's own words are used whole or not at all. */
function writtenIn(closing: ClosingLine | null): string {
  const said = oneLine(closing?.outcome ?? "");
  return said.length <= maxWritten ? capital(said) : "";
}

/** A sentence, unless it begins with a name: "pool.ts returns …". */
function capital(text: string): string {
  return text.replace(/^\p{Ll}(?=\p{Ll}*[\s,])/u, (letter) => letter.toUpperCase());
}

/** Where nothing was said: what the tools did. */
function doneOnly({ files, commit }: Deeds): string {
  if (commit) return `Committed "${commit.subject}".`;
  if (files.length === 0) return "";
  const more = files.length > 4 ? ` and ${files.length - 4} more` : "";
  return `Changed ${files.slice(0, 4).join(", ")}${more}.`;
}

/** A commit's subject says what was done, where the words only say that it was committed. */
function withCommit(outcome: string, { commit }: Deeds): string {
  if (!commit || outcome.includes(commit.subject)) return outcome;
  const hash = commit.hash.slice(0, 9);
  const subject = oneLine(commit.subject, 120);
  if (outcome.length < 80 && /\bcommit/i.test(outcome)) {
    const said = `Committed ${hash} "${subject}".`;
    return outcome.includes(commit.hash.slice(0, 7)) ? said : `${said} ${outcome}`;
  }
  return `${outcome} Commit ${hash}: ${subject}.`.trim();
}
