// The code map over a period, for reports: which symbols changed, what they call, and which calls have no known target.

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
const callersShown = 8;

/** What a symbol went through in the period, as one change: from its first to its last. */
export async function codeIn(db: Db, span: CodeSpan): Promise<Report["code"]> {
  const rows = await db
    .selectFrom("symbol_changes")
    .select(["project_id", "symbol_id", "path", "qualified", "signature", "change"])
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
  const counts = { new: 0, modified: 0, deleted: 0, renamed: 0, moved: 0 };
  for (const { change } of changes) counts[change]++;
  const touched = changes.flatMap(({ change, symbol_id }) =>
    change === "deleted" || symbol_id === null ? [] : [symbol_id],
  );
  return {
    ...counts,
    changes: changes.slice(0, changesShown).map(({ change, path, qualified, signature }) => ({
      ...{ change, file: path, name: qualified, signature },
    })),
    calls: await callsFrom(db, touched.slice(0, changesShown)),
  };
}

type Change = keyof Omit<Report["code"], "changes" | "calls">;

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
      const names = (each.get(id) ?? []).flatMap(
        ({ target_id }) => targets.get(target_id ?? "")?.qualified ?? [],
      );
      return caller && names.length > 0
        ? [{ file: caller.path, name: caller.qualified, calls: [...new Set(names)] }]
        : [];
    })
    .slice(0, callersShown);
}

/** The calls without a known target that are written most: where a type would help. */
export async function unresolvedMost(db: Db, projects: ProjectScope, limit = 8) {
  const rows = await db
    .selectFrom("calls")
    .select((eb) => [
      "written",
      eb.fn.countAll<number>().as("times"),
      eb.fn.count<number>("caller_id").distinct().as("functions"),
    ])
    .where("resolution", "=", "unresolved")
    .where(belongsTo(projects, "project_id"))
    .groupBy("written")
    .orderBy("times", "desc")
    .orderBy("written")
    .limit(limit)
    .execute();
  return rows.map(({ written, times, functions }) => ({
    ...{ written, times: Number(times), functions: Number(functions) },
  }));
}
