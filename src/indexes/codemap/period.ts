// The code map over a period, for reports: which symbols changed, what they call, and which calls have no known target.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { Report } from "../../protocol/report.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { callsOf } from "./calls.ts";
import { symbolsById } from "./symbols.ts";

export interface CodeSpan {
  from: string;
  to: string;
  projects: ProjectScope;
  sessionId?: string | undefined;
}

/** More than people change in a period. */
const maxChanges = 20_000;
const changesShown = 20;
const filesShown = 8;
const callersShown = 8;

/** What a symbol went through in the period, as one change: from its first to its last. */
export async function codeIn(db: Db, span: CodeSpan): Promise<Report["code"]> {
  const rows = await db
    .selectFrom("symbol_changes")
    .select(["project_id", "symbol_id", "path", "qualified", "signature", "change", "kind"])
    .where(belongsTo(span.projects, "project_id"))
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .$if(span.sessionId !== undefined, (query) => query.where("session_id", "=", span.sessionId ?? ""))
    .where("kind", "not in", ["property", "constant", "variable"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxChanges)
    .execute();
  const each = [...Map.groupBy(rows, (row) => `${row.project_id}\n${row.path}\n${row.qualified}`).values()];
  const changes = each.flatMap(([last, ...earlier]) => {
    const first = earlier.at(-1) ?? last;
    if (!last || !first) return [];
    const change = netChange(first.change, last.change);
    return change === null ? [] : [{ ...last, change }];
  });
  const counts: Record<Change, number> = { new: 0, modified: 0, deleted: 0, renamed: 0, moved: 0 };
  for (const { change } of changes) counts[change]++;
  const files = [...Map.groupBy(changes, ({ path }) => path)]
    .map(([file, ofFile]) => ({ file, changes: ofFile.toSorted(byWeight) }))
    .toSorted(
      (a, b) =>
        Number(isTestPath(a.file)) - Number(isTestPath(b.file)) ||
        b.changes.length - a.changes.length ||
        (a.file < b.file ? -1 : 1),
    );
  const shown = shownOf(files);
  const touched = shown.flatMap((file) =>
    file.shown.flatMap(({ change, symbol_id }) =>
      change === "deleted" || symbol_id === null ? [] : [symbol_id],
    ),
  );
  return {
    ...counts,
    inFiles: files.length,
    files: shown.map(({ file, changes: all, shown: some }) => ({
      ...{ file, all: all.length },
      changes: some.map(({ change, qualified, signature }) => ({ change, name: qualified, signature })),
    })),
    calls: await callsFrom(db, touched),
  };
}

/** A little of each of the files that changed most, or all of a small day. */
function shownOf<C>(files: readonly { file: string; changes: readonly C[] }[]) {
  const all = files.reduce((sum, { changes }) => sum + changes.length, 0);
  const some = all <= changesShown ? files : files.slice(0, filesShown);
  const each = all <= changesShown ? changesShown : Math.max(2, Math.floor(changesShown / some.length));
  return some.map((one) => ({ ...one, shown: one.changes.slice(0, each) }));
}

interface ChangedSymbol {
  change: Change;
  kind: string;
  signature: string;
  qualified: string;
}

const isExported = ({ signature }: ChangedSymbol) => /^(?:export|pub|public)\b/.test(signature);
/** A function inside of another: nobody else calls it. */
const isLocal = ({ kind, qualified }: ChangedSymbol) => kind === "function" && qualified.includes(".");
const isType = ({ kind }: ChangedSymbol) => /interface|type|enum/.test(kind);

/** What others can call comes first, then what is new. */
function byWeight(a: ChangedSymbol, b: ChangedSymbol): number {
  const order: readonly Change[] = ["new", "modified", "renamed", "moved", "deleted"];
  return (
    Number(a.change === "deleted") - Number(b.change === "deleted") ||
    Number(isType(a)) - Number(isType(b)) ||
    Number(isLocal(a)) - Number(isLocal(b)) ||
    Number(isExported(b)) - Number(isExported(a)) ||
    order.indexOf(a.change) - order.indexOf(b.change)
  );
}

type Change = "new" | "modified" | "deleted" | "renamed" | "moved";

function netChange(first: string, last: string): Change | null {
  if (last === "deleted") return first === "new" ? null : "deleted";
  if (first === "new") return "new";
  // Deleted and written again.
  if (first === "deleted") return "modified";
  return last === "unchanged" ? null : (last as Change);
}

async function callsFrom(db: Db, ids: readonly string[]): Promise<Report["code"]["calls"]> {
  const callers = await symbolsById(db, ids);
  const found = await callsOf(db, "caller_id", ids);
  const known = found.filter(({ target_id }) => target_id !== null);
  const targets = await symbolsById(db, [...new Set(known.flatMap(({ target_id }) => target_id ?? []))]);
  const each = Map.groupBy(known, ({ caller_id }) => caller_id ?? "");
  return ids
    .flatMap((id) => {
      const caller = callers.get(id);
      const names = (each.get(id) ?? []).flatMap(({ target_id }) =>
        target_id === id ? [] : (targets.get(target_id ?? "")?.qualified ?? []),
      );
      return caller && names.length > 0
        ? [{ file: caller.path, name: caller.qualified, calls: [...new Set(names)] }]
        : [];
    })
    .slice(0, callersShown);
}

/**
 * The calls without a known target that are written most and whose name the project defines: where a type would help.
 * Of `text.slice` or `z.string()` no type of the project's own says more.
 */
export async function unresolvedMost(db: Db, projects: ProjectScope, limit = 8) {
  const rows = await db
    .selectFrom("calls")
    .select((eb) => [
      "written",
      "target_name",
      eb.fn.countAll<number>().as("times"),
      eb.fn.count<number>("caller_id").distinct().as("functions"),
    ])
    .where("resolution", "=", "unresolved")
    .where(belongsTo(projects, "project_id"))
    .groupBy(["written", "target_name"])
    .orderBy("times", "desc")
    .orderBy("written")
    .limit(maxWritten)
    .execute();
  const names = [...new Set(rows.flatMap(({ target_name }) => target_name ?? []))];
  const defined = await definedOf(db, projects, names);
  return rows
    .filter(({ target_name: name }) => name !== null && defined.has(name) && !ofLanguage.has(name))
    .slice(0, limit)
    .map(({ written, times, functions }) => ({
      ...{ written, times: Number(times), functions: Number(functions) },
    }));
}

const maxWritten = 500;

/** `push`, `slice`, `then`: where the target is unknown, most likely the language's own. */
const ofLanguage: ReadonlySet<string> = new Set(
  [Object, Function, Array, String, Number, Promise, Map, Set, Date, RegExp].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);

async function definedOf(db: Db, projects: ProjectScope, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom("symbols")
    .select("name")
    .distinct()
    .where("name", "in", names)
    .where("kind", "not in", ["property", "constant", "variable"])
    .where(belongsTo(projects, "project_id"))
    .execute();
  return new Set(rows.map(({ name }) => name));
}
