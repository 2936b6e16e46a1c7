// The order of an import: the newest sessions first, so that the memory is useful after seconds; but a session comes
// before its fork, which repeats its records, and before its sub-agents. Pure.

export interface Candidate {
  path: string;
  size: number;
  modifiedAt: Date;
  /** The transcript of the session to which a sub-agent's belongs; its own path otherwise. */
  session: string;
  head: { uuid: string | null; isCompacted: boolean };
}

/** The transcripts of one session: its own first. */
export type Group = readonly Candidate[];

export function groupsInOrder(candidates: readonly Candidate[]): Group[] {
  const groups = [...Map.groupBy(candidates, ({ session }) => session).values()].map((group) =>
    group.toSorted((a, b) => Number(a.path !== a.session) - Number(b.path !== b.session) || byAge(a, b)),
  );
  // What begins with a compaction may continue any other transcript.
  const [continuing, own] = [groups.filter(isContinuing), groups.filter((group) => !isContinuing(group))];
  const families = [...Map.groupBy(own, familyOf).values()];
  const newestFirst = families.toSorted(
    (a, b) => newestIn(b) - newestIn(a) || compare(pathOf(a[0]), pathOf(b[0])),
  );
  return [
    ...newestFirst.flatMap((family) => family.toSorted(oldestFirst)),
    ...continuing.toSorted(oldestFirst),
  ];
}

function isContinuing([first]: Group): boolean {
  return first?.head.isCompacted ?? false;
}

/** A session and its forks begin with the same record. */
function familyOf([first]: Group): string {
  return first?.head.uuid ?? `${first?.path}`;
}

function newestIn(family: readonly Group[]): number {
  return Math.max(...family.flat().map(({ modifiedAt }) => modifiedAt.getTime()));
}

function oldestFirst([a]: Group, [b]: Group): number {
  return a && b ? byAge(a, b) : 0;
}

function byAge(a: Candidate, b: Candidate): number {
  return a.modifiedAt.getTime() - b.modifiedAt.getTime() || compare(a.path, b.path);
}

function pathOf(group: Group | undefined): string {
  return group?.[0]?.path ?? "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
