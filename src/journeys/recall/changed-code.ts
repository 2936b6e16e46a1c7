// Code that changed in the last session and since then, for the start of a session: signature, change, and what it was
// done for. Pure.

import { cut } from "../../../libs/language/index.ts";
import type { SymbolChangeEntry } from "../../protocol/codemap.ts";
import type { Turn } from "../../protocol/turns.ts";
import { withoutHost } from "./subject.ts";

export interface ChangedLine {
  id: string;
  text: string;
  /** Where the change comes from. */
  from: string;
  at: string;
  /** Files that the text names. */
  files: string[];
  names: string[];
}

const linesShown = 2;
const symbolsInLine = 3;
const maxSignatureLength = 70;
const maxReasonLength = 60;

/** `changes` are the newest first; `turns` are those of the last session. */
export function changedLines(changes: readonly SymbolChangeEntry[], turns: readonly Turn[]): ChangedLine[] {
  const newest = [
    ...new Map(changes.toReversed().map((one) => [`${one.file}#${one.qualified}`, one])).values(),
  ].reverse();
  const groups = Map.groupBy(newest.filter(isWorthSaying), ({ sessionId, at }) =>
    sessionId === null ? "outside" : (turnAt(turns, sessionId, at)?.id ?? ""),
  );
  groups.delete("");
  return [...groups.entries()].slice(0, linesShown).map(([group, own]) => {
    const turn = turns.find(({ id }) => id === group);
    const [first] = own as [SymbolChangeEntry];
    const said = own
      .slice(0, symbolsInLine)
      .map((one, at) => shown(one, one.file === own[at - 1]?.file ? "" : `${one.file}: `));
    const more = own.length - said.length;
    return {
      id: own.find(({ symbolId }) => symbolId !== null)?.symbolId ?? `code:${first.file}`,
      text: said.join("; ") + (more > 0 ? ` and ${more} more` : ""),
      from: turn ? `for "${cut(withoutHost(turn.request), maxReasonLength)}"` : "changed outside of sessions",
      at: first.at,
      files: own.slice(0, symbolsInLine).map(({ file }) => file),
      names: own.flatMap(({ file, qualified }) => [file, qualified]),
    };
  });
}

function turnAt(turns: readonly Turn[], sessionId: string, at: string): Turn | undefined {
  return turns.find((turn) => turn.sessionId === sessionId && turn.startedAt <= at && at <= turn.endedAt);
}

/** Values and members without a body are said by what uses them; what is gone cannot be looked at. */
function isWorthSaying({ kind, change }: SymbolChangeEntry): boolean {
  return change !== "deleted" && kind !== "property" && kind !== "constant" && kind !== "variable";
}

function shown({ change, file, signature, was }: SymbolChangeEntry, place: string): string {
  const before =
    was === null ? "" : ` (was ${was.startsWith(`${file}#`) ? was.slice(file.length + 1) : was})`;
  return `${change} ${place}${cut(signature.replace(/^export (?:default )?/, ""), maxSignatureLength)}${before}`;
}
