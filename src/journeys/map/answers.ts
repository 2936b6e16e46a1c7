// Answers from the code map: symbols, callers, callees, impact, drawings. Every answer says how complete the map is.

import { join } from "node:path";
import type { OutputOf } from "../../areas/contracts.ts";
import { type CallWithPath, callsOf, edgesOf, unresolvedNamed } from "../../indexes/codemap/calls.ts";
import { danglingAbout, danglingCalls } from "../../indexes/codemap/dangling.ts";
import { drawCalls } from "../../indexes/codemap/draw.ts";
import { filesByPath, hasMap, mapStatus } from "../../indexes/codemap/files.ts";
import { rankSymbols } from "../../indexes/codemap/rank.ts";
import { changesSince } from "../../indexes/codemap/symbol-changes.ts";
import {
  asSymbol,
  type FoundRow,
  findSymbols,
  symbolsById,
  symbolsUnder,
} from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { pathWithin, statForeign } from "../../platform/foreign-file.ts";
import type { CallSite, CodeSymbol, MapStatus } from "../../protocol/codemap.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { nodesAnchoredAt } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { findProject, treeOf } from "../../rooms/projects/room.ts";
import { isNoise } from "./call-noise.ts";

export interface MappedProject {
  projectId: string;
  name: string;
  /** The work tree of the folder that was asked about. */
  tree: string;
}

/** The project of a folder, if something of it is mapped. */
export async function mappedProject({ db }: Memory, folder: string | undefined): Promise<MappedProject> {
  if (!folder) throw new TellbackError("invalid_input", "no project given", { hint: "Give a folder." });
  const project = await findProject(db, folder);
  if (!project || !(await hasMap(db, project.id)))
    throw new TellbackError("not_found", `the code of ${folder} is not mapped yet`, {
      hint: "`tellback map` maps it.",
    });
  return { projectId: project.id, name: project.name, tree: treeOf(folder) };
}

const maxStats = 300;

/** With the files of the answer that changed after they were mapped. */
export async function statusFor(
  { db }: Memory,
  { projectId, tree }: MappedProject,
  paths: Iterable<string>,
): Promise<MapStatus> {
  const status = await mapStatus(db, projectId);
  const files = await filesByPath(db, projectId, [...new Set(paths)].slice(0, maxStats));
  const stale = await Promise.all(
    files.map(async ({ path, mapped_at }) => {
      const found = await statForeign(join(tree, path));
      if (found === null) return [`${path} (missing)`];
      return found.mtimeMs > Date.parse(mapped_at) ? [path] : [];
    }),
  );
  return { ...status, stale: stale.flat() };
}

/** With the calls that still use an old name of it; the name may be such a one. */
async function namedOrDangling(memory: Memory, mapped: MappedProject, name: string) {
  const found = await findSymbols(memory.db, mapped.projectId, name);
  const dangling = await danglingAbout(memory.db, mapped.projectId, name, found);
  if (found.length > 0 || dangling.length > 0) return { rows: found, dangling };
  return { rows: await named(memory, mapped, name), dangling };
}

async function named(memory: Memory, mapped: MappedProject, name: string): Promise<FoundRow[]> {
  const rows = await findSymbols(memory.db, mapped.projectId, name);
  if (rows.length > 0) return rows;
  const { broken } = await mapStatus(memory.db, mapped.projectId);
  throw new TellbackError("not_found", `no symbol is named "${name}"`, {
    hint:
      broken.length > 0
        ? `Some files do not parse (${broken[0]}). \`tellback map\` maps what is new.`
        : "`tellback search` finds symbols by parts of their name; `tellback map` maps what is new.",
  });
}

export async function describeSymbol(
  memory: Memory,
  folder: string | undefined,
  name: string,
): Promise<OutputOf<"symbol">> {
  const mapped = await mappedProject(memory, folder);
  const rows = await named(memory, mapped, name);
  const ids = rows.map(({ id }) => id);
  const [callers, callees] = await Promise.all([
    callsOf(memory.db, "target_id", ids),
    callsOf(memory.db, "caller_id", ids),
  ]);
  const changes = await changesSince(memory.db, mapped.projectId, { limit: 1_000 });
  return {
    symbols: rows.map((row) => ({
      ...asSymbol(row),
      callers: callers.filter(({ target_id }) => target_id === row.id).length,
      callees: callees.filter(({ caller_id }) => caller_id === row.id).length,
      changes: changes
        .filter(({ file, qualified }) => file === row.path && qualified === row.qualified)
        .slice(0, 10),
    })),
    status: await statusFor(
      memory,
      mapped,
      rows.map(({ path }) => path),
    ),
  };
}

export interface AskedCalls {
  name: string;
  limit: number;
  folder?: string | undefined;
}

export async function callersOf(
  memory: Memory,
  { name, limit, folder }: AskedCalls,
): Promise<OutputOf<"callers">> {
  const mapped = await mappedProject(memory, folder);
  const { rows, dangling } = await namedOrDangling(memory, mapped, name);
  const calls = await callsOf(
    memory.db,
    "target_id",
    rows.map(({ id }) => id),
  );
  const isDangling = ({ path, line, written }: CallWithPath) =>
    dangling.some((one) => one.file === path && one.line === Number(line) && one.written === written);
  const unresolved = (await maybeCalls(memory, mapped, rows, limit)).filter((call) => !isDangling(call));
  return {
    symbols: rows.map(asSymbol),
    dangling: dangling.slice(0, limit),
    calls: await sites(memory, calls.slice(0, limit), "caller_id"),
    maybe: await sites(memory, unresolved, "caller_id"),
    status: await statusFor(
      memory,
      mapped,
      [...rows, ...calls, ...unresolved].map(({ path }) => path),
    ),
  };
}

export async function calleesOf(
  memory: Memory,
  { name, limit, folder, all = false }: AskedCalls & { all?: boolean },
): Promise<OutputOf<"callees">> {
  const mapped = await mappedProject(memory, folder);
  const rows = await named(memory, mapped, name);
  const made = await callsOf(
    memory.db,
    "caller_id",
    rows.map(({ id }) => id),
  );
  const calls = all
    ? made
    : made.filter((call) => call.target_id !== null || !isNoise(call.target_name, call.written));
  const [resolved, unresolved] = [
    calls.filter(({ resolution }) => resolution !== "unresolved"),
    calls.filter(({ resolution }) => resolution === "unresolved"),
  ];
  return {
    symbols: rows.map(asSymbol),
    calls: await sites(memory, resolved.slice(0, limit), "target_id"),
    maybe: await sites(memory, unresolved.slice(0, limit), "target_id"),
    noise: made.length - calls.length,
    status: await statusFor(
      memory,
      mapped,
      rows.map(({ path }) => path),
    ),
  };
}

async function maybeCalls(
  { db }: Memory,
  { projectId }: MappedProject,
  rows: readonly FoundRow[],
  limit: number,
) {
  const names = [...new Set(rows.map(({ name }) => name))];
  const found = await Promise.all(names.map((name) => unresolvedNamed(db, projectId, name, limit)));
  return found.flat().slice(0, limit);
}

async function sites(
  { db }: Memory,
  calls: readonly CallWithPath[],
  side: "caller_id" | "target_id",
): Promise<CallSite[]> {
  const known = await symbolsById(db, [...new Set(calls.flatMap((call) => call[side] ?? []))]);
  return calls.map((call) => {
    const row = call[side] === null ? undefined : known.get(call[side] ?? "");
    const isKnown = side === "target_id" && call.resolution !== "unresolved";
    const outside = side === "caller_id" ? call.path : (isKnown && call.target_name) || call.written;
    return {
      symbol: row ? asSymbol(row) : null,
      name: row?.qualified ?? outside,
      file: call.path,
      line: Number(call.line),
      written: call.written,
      resolution: call.resolution,
      confidence: Number(call.confidence),
      confirmedAt: call.confirmed_at,
    };
  });
}

const maxMemories = 50;

export async function impactOf(
  memory: Memory,
  { name, depth, limit, folder }: AskedCalls & { depth: number },
): Promise<OutputOf<"impact">> {
  const mapped = await mappedProject(memory, folder);
  const { db } = memory;
  const inFile = await symbolsUnder(db, mapped.projectId, pathOf(mapped, name), 2_000);
  const { rows, dangling } =
    inFile.length > 0
      ? {
          rows: inFile,
          dangling: await danglingCalls(db, {
            projectId: mapped.projectId,
            definedIn: pathOf(mapped, name),
            limit,
          }),
        }
      : await namedOrDangling(memory, mapped, name);
  const reached = await reach(
    memory,
    rows.map(({ id }) => id),
    depth,
    limit,
  );
  const known = await symbolsById(db, [...reached.keys()]);
  const steps = [...reached].flatMap(([id, step]) => {
    const row = known.get(id);
    return row ? [{ symbol: asSymbol(row), ...step }] : [];
  });
  const files = [...new Set(rows.map(({ path }) => path))];
  const symbols = inFile.length > 0 ? null : rows.map(({ qualified }) => qualified);
  const memories = await nodesOf(
    db,
    await nodesAnchoredAt(db, mapped.projectId, { files, symbols }, maxMemories),
  );
  return {
    symbols: rows.slice(0, limit).map(asSymbol),
    dangling: dangling.slice(0, limit),
    reached: steps.filter(({ symbol }) => !symbol.isTest),
    tests: steps.filter(({ symbol }) => symbol.isTest),
    memories: memories.map(({ id, content, staleSince }) => ({ id, content, stale: staleSince !== null })),
    maybe: (await maybeCalls(memory, mapped, rows.slice(0, 50), 1_000)).length,
    status: await statusFor(memory, mapped, [...files, ...steps.map(({ symbol }) => symbol.file)]),
  };
}

/** A path relative to the work tree, however it is written. */
function pathOf({ tree }: MappedProject, typed: string): string {
  const inside = typed.startsWith("/") ? pathWithin(tree, typed) : typed.replace(/^\.\//, "");
  return inside === null || inside === "" ? typed : inside;
}

/** Breadth first; the confidence of a way is the product of its calls, and the best way counts. */
export async function reach({ db }: Memory, from: readonly string[], depth: number, limit: number) {
  const seen = new Map<string, { depth: number; confidence: number }>(
    from.map((id) => [id, { depth: 0, confidence: 1 }]),
  );
  let front = [...from];
  for (let step = 1; step <= depth && front.length > 0 && seen.size < limit + from.length; step++) {
    const calls = await callsOf(db, "target_id", front);
    const next = new Map<string, { depth: number; confidence: number }>();
    for (const { caller_id, target_id, confidence } of calls) {
      if (caller_id === null || seen.has(caller_id)) continue;
      const sure = (seen.get(target_id ?? "")?.confidence ?? 1) * Number(confidence);
      next.set(caller_id, { depth: step, confidence: Math.max(sure, next.get(caller_id)?.confidence ?? 0) });
    }
    for (const [id, found] of next) if (seen.size < limit + from.length) seen.set(id, found);
    front = [...next.keys()];
  }
  for (const id of from) seen.delete(id);
  return seen;
}

export async function drawCode(
  memory: Memory,
  {
    file,
    as,
    limit,
    folder,
  }: { file?: string | undefined; as: "mermaid" | "dot"; limit: number; folder?: string | undefined },
): Promise<OutputOf<"code.draw">> {
  const mapped = await mappedProject(memory, folder);
  const { db } = memory;
  const edges = await edgesOf(db, mapped.projectId);
  const own = await symbolsUnder(db, mapped.projectId, file ? pathOf(mapped, file) : "", 100_000);
  if (own.length === 0)
    throw new TellbackError("not_found", `nothing is mapped under "${file}"`, {
      hint: "`tellback map` maps it.",
    });
  const inFile = new Set(own.map(({ id }) => id));
  const neighbours = file
    ? edges.flatMap(({ from, to }) =>
        inFile.has(from) === inFile.has(to) ? [] : [inFile.has(from) ? to : from],
      )
    : [];
  const all = [...own, ...(await symbolsById(db, [...new Set(neighbours)])).values()];
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const rank = rankSymbols(
    all.map(({ id }) => id),
    edges,
    new Map(own.map(({ id }) => [id, 1])),
  );
  const drawn = all
    .filter(({ id, kind }) => linked.has(id) || (file !== undefined && inFile.has(id) && !isDetail(kind)))
    .sort((a, b) => (rank.get(b.id) ?? 0) - (rank.get(a.id) ?? 0))
    .slice(0, limit)
    .sort((a, b) => (a.path === b.path ? a.position - b.position : a.path < b.path ? -1 : 1));
  const ids = new Set(drawn.map(({ id }) => id));
  const shown = edges.filter(({ from, to }) => ids.has(from) && ids.has(to) && from !== to);
  return {
    text: drawCalls(
      drawn.map(({ id, path, qualified, change }) => ({
        id,
        file: path,
        label: qualified,
        mark: markOf(change),
      })),
      shown,
      as,
    ),
    symbols: drawn.length,
    edges: new Set(shown.map(({ from, to }) => `${from} ${to}`)).size,
    left: all.length - drawn.length,
    status: await statusFor(
      memory,
      mapped,
      drawn.map(({ path }) => path),
    ),
  };
}

function markOf(change: CodeSymbol["change"]): "new" | "changed" | undefined {
  return change === "unchanged" ? undefined : change === "new" ? "new" : "changed";
}

export function isDetail(kind: CodeSymbol["kind"]): boolean {
  return kind === "property" || kind === "constant" || kind === "variable";
}
