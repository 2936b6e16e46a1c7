// A turn and its observations tell the same story: of those that a search found, one result remains. Pure.

export interface Hit {
  relevance: number;
  /** The share of the question's words that it contains. */
  signals: { coverage: number };
  document: {
    owner_kind: string;
    owner_id: string;
    session_id: string | null;
    author: string | null;
    happened_at: string;
  };
}

/** A result, and the observations that it stands for, the best first. */
export interface FoldedHit<H> {
  hit: H;
  /** Of the best of them. */
  relevance: number;
  best: H;
  evidence: H[];
}

/** When a turn began and ended. */
export interface TurnTime {
  sessionId: string;
  startedAt: string;
  endedAt: string;
}

const maxEvidence = 3;

/**
 * The turn stands where the best of them stood. Its prompt is no evidence: the turn repeats it. An observation that contains
 * more of the question's words than its turn was asked for itself, and stays.
 */
export function foldTurns<H extends Hit>(
  hits: readonly H[],
  turns: ReadonlyMap<string, TurnTime>,
): FoldedHit<H>[] {
  const found = hits.filter(({ document }) => turns.has(document.owner_id));
  const turnOf = (hit: H): H => {
    if (hit.document.owner_kind !== "observation") return hit;
    const own = found.filter((turn) => isOf(hit, turns.get(turn.document.owner_id)));
    const latest = own.sort((a, b) => startOf(b, turns).localeCompare(startOf(a, turns)))[0];
    return latest && hit.signals.coverage <= latest.signals.coverage ? latest : hit;
  };
  const folded = new Map<H, FoldedHit<H>>();
  for (const hit of hits) {
    const head = turnOf(hit);
    const { best, evidence } = folded.get(head) ?? { best: hit, evidence: [] };
    const better = hit.relevance > best.relevance ? hit : best;
    const isEvidence = hit !== head && hit.document.author !== "user" && evidence.length < maxEvidence;
    folded.set(head, {
      hit: head,
      relevance: better.relevance,
      best: better,
      evidence: isEvidence ? [...evidence, hit] : evidence,
    });
  }
  return [...folded.values()];
}

function isOf({ document }: Hit, turn: TurnTime | undefined): boolean {
  return (
    turn !== undefined &&
    turn.sessionId === document.session_id &&
    turn.startedAt <= document.happened_at &&
    document.happened_at <= turn.endedAt
  );
}

function startOf({ document }: Hit, turns: ReadonlyMap<string, TurnTime>): string {
  return turns.get(document.owner_id)?.startedAt ?? "";
}
