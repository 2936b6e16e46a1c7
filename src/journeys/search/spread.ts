// Which of the found rows fill the limit: a long session that matches often leaves room for the others. Pure.

import { worthShowing } from "../../protocol/recall.ts";

interface Row {
  relevance: number;
  hit: { meaning: { rank: number } | null; document: { session_id: string | null } };
}

/** Of one session, as long as another has something too. */
const maxOfSession = 3;

/**
 * The rows stay in their order. First the best few of each session, then the others that are worth showing, at last weak
 * ones: what is weak never takes the place of what is not, unless it is one of the nearest by meaning.
 */
export function spreadOverSessions<R extends Row>(rows: readonly R[], limit: number, nearest: number): R[] {
  if (rows.length <= limit) return [...rows];
  const counts = new Map<string, number>();
  const rankOf = ({ relevance, hit: { meaning, document } }: R): number => {
    if (meaning && meaning.rank <= nearest) return -1;
    const session = document.session_id;
    const before = session === null ? 0 : (counts.get(session) ?? 0);
    if (session !== null) counts.set(session, before + 1);
    return (relevance < worthShowing ? 2 : 0) + (before < maxOfSession ? 0 : 1);
  };
  const ranks = rows.map((row, at) => ({ row, at, rank: rankOf(row) }));
  return ranks
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, limit)
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
}
