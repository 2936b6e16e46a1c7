// The calls that a change has broken, as they are at this moment: the changed file is mapped at once, and every place that
// is named is compared with the disk. For recall, which says so while the change is being made.

import { relative, resolve, sep } from "node:path";
import { contentHash } from "../../../libs/callgraph/without-parser.ts";
import { danglingCalls, nameBefore } from "../../indexes/codemap/dangling.ts";
import { areCallsResolved, contentHashes, findFile } from "../../indexes/codemap/files.ts";
import type { Memory } from "../../memory/memory.ts";
import type { BrokenCall, BrokenQuestion } from "../../protocol/broken-calls.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { misfits, signaturesIn } from "./misfits.ts";
import { readCode } from "./read-code.ts";
import { mapTouched } from "./touched.ts";

const callsRead = 200;
/** Files with such calls that changed after they were mapped: at the end of a long rename there are many. */
const maxMappedHere = 10;

export async function brokenCalls(memory: Memory, asked: BrokenQuestion): Promise<BrokenCall[]> {
  const { projectId, projectDir, was, isChanged = false } = asked;
  if (!(await areCallsResolved(memory.db, projectId))) return [];
  const dir = treeOf(projectDir);
  const path =
    asked.path === undefined
      ? undefined
      : relative(dir, resolve(projectDir, asked.path)).split(sep).join("/");
  const before = isChanged && path !== undefined ? await signaturesIn(memory, projectId, path) : null;
  if (isChanged && path !== undefined) await mapNow(memory, projectId, dir, path);
  const find = async (): Promise<BrokenCall[]> => {
    const where = path === undefined ? {} : isChanged ? { definedIn: path } : { calledIn: path };
    const dangling = await danglingCalls(memory.db, { projectId, limit: callsRead, ...where });
    const named = was === undefined ? dangling : dangling.filter((one) => was.has(one.was));
    return named.map((call) => ({ ...call, takes: null }));
  };
  const found = await find();
  const texts = await textsOf(dir, found);
  const known = await contentHashes(memory.db, projectId, [...texts.keys()]);
  const behind = [...texts].filter(([file, text]) => known.get(file) !== contentHash(text));
  for (const [file] of behind.slice(0, maxMappedHere)) await mapNow(memory, projectId, dir, file);
  const now = behind.length === 0 ? found : await find();
  const unfit =
    before !== null && path !== undefined
      ? await misfits(memory, { projectId, dir, path, before })
      : await misfitsOf(memory, { projectId, dir, was });
  return [...now.filter((call) => isWrittenThere(call, texts.get(call.file))), ...unfit];
}

/** Of symbols by their place. */
async function misfitsOf(
  memory: Memory,
  { projectId, dir, was }: { projectId: string; dir: string; was: ReadonlySet<string> | undefined },
): Promise<BrokenCall[]> {
  const places = [...(was ?? [])].map((place) => {
    const cut = place.indexOf("#");
    return { path: place.slice(0, cut), qualified: place.slice(cut + 1) };
  });
  const found: BrokenCall[] = [];
  for (const [path, own] of Map.groupBy(places, (one) => one.path)) {
    const only = new Set(own.map(({ qualified }) => qualified));
    found.push(...(await misfits(memory, { projectId, dir, path, before: null, only })));
  }
  return found;
}

/** As it is on the disk. */
export async function mapNow(memory: Memory, projectId: string, dir: string, file: string): Promise<void> {
  const read = await readCode(dir, file);
  const known = await findFile(memory.db, projectId, file);
  if (read.status === "read" && known?.content_hash === contentHash(read.text)) return;
  const at = new Date().toISOString();
  await mapTouched(memory, { projectId, dir, file, at, by: null, before: null, after: null, edits: [] });
}

async function textsOf(dir: string, calls: readonly BrokenCall[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of new Set(calls.map((call) => call.file))) {
    const read = await readCode(dir, file);
    if (read.status === "read") texts.set(file, read.text);
  }
  return texts;
}

function isWrittenThere({ line, was }: BrokenCall, text: string | undefined): boolean {
  return (text?.split("\n")[line - 1] ?? "").includes(nameBefore(was));
}
