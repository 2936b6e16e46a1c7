// The call graph of a folder, from its files alone: nothing is stored and no daemon is needed. For programs that
// compare call graphs.

import { join, relative } from "node:path";
import {
  type FileSummary,
  likelyConfidence,
  parse,
  resolveCalls,
  summarise,
} from "../../../libs/callgraph/index.ts";
import { type CallEdge, languageOf, maxFileLength } from "../../../libs/callgraph/without-parser.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { listFiles } from "./list-files.ts";

/** Python: functions by qualified name. Everything else: positions, `file:line:column`, from 1. */
export type FolderCalls = Record<string, string[]> | { edges: PlacedCall[] };

interface PlacedCall {
  /** Where the called name is written. */
  from: string;
  /** Where the called function begins. */
  to: string;
  /** Where the function around the call begins. */
  in: string;
}

export async function callsOfFolder(folder: string): Promise<FolderCalls> {
  const tree = treeOf(folder);
  const under = relative(tree, folder).replaceAll("\\", "/");
  const listed = await listFiles(tree, under);
  const own = listed.map((path) => (under ? path.slice(under.length + 1) : path));
  const summaries: FileSummary[] = [];
  for (const path of own) {
    const language = languageOf(path);
    if (!language) continue;
    const text = await read(folder, path);
    const parsed = text === undefined ? null : await parse(text, language).catch(() => null);
    const summary = parsed && summarise(path, parsed);
    if (summary) summaries.push(summary);
  }
  const configs = new Map<string, string>();
  for (const path of own.filter((one) =>
    /(^|\/)(package|tsconfig[^/]*|jsconfig)\.json$|^pyproject\.toml$|^setup\.cfg$|^go\.mod$/.test(one),
  )) {
    const text = await read(folder, path);
    if (text !== undefined) configs.set(path, text);
  }
  const { edges } = resolveCalls(summaries, (path) => configs.get(path));
  const python = summaries.filter(({ language }) => language === "python").length;
  return python * 2 > summaries.length ? byName(edges) : { edges: byPlace(edges) };
}

async function read(folder: string, path: string): Promise<string | undefined> {
  const found = await readForeign(join(folder, path), { within: folder, maxBytes: maxFileLength });
  return found.status === "read" ? found.bytes.toString("utf8") : undefined;
}

function byName(edges: readonly CallEdge[]): Record<string, string[]> {
  const callees = new Map<string, Set<string>>();
  for (const { caller, callee, isClass } of edges) {
    const known = callees.get(caller) ?? new Set<string>();
    callees.set(caller, known);
    if (callee === undefined || isClass) continue;
    known.add(callee);
    if (!callees.has(callee) && !callee.startsWith("<")) callees.set(callee, new Set());
  }
  return Object.fromEntries(
    [...callees].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, found]) => [name, [...found].sort()]),
  );
}

function byPlace(edges: readonly CallEdge[]): PlacedCall[] {
  const place = ({ path, line, column }: CallEdge["at"]): string => `${path}:${line}:${column}`;
  const found = new Map<string, PlacedCall>();
  for (const { at, calleeAt, callerAt, confidence } of edges) {
    if (!calleeAt || confidence < likelyConfidence) continue;
    const call = { from: place(at), to: place(calleeAt), in: place(callerAt) };
    found.set(`${call.from} ${call.to}`, call);
  }
  return [...found.values()];
}
