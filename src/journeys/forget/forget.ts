// forget: deletes what a user chooses, with everything made from it, so that the bytes are gone from every file of
// tellback: rows, search documents, vectors, summaries that repeat it, logs, waiting events, backups. What remains is a
// tombstone without content, so that neither a transcript nor an import brings it back.

import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import { copiesOf, deleteCopies, rewriteCopies } from "../../memory/forgetting/copies.ts";
import { type RewriteCounts, rewriteAll } from "../../memory/forgetting/rewrite.ts";
import { scrub } from "../../memory/forgetting/scrub.ts";
import type { Memory } from "../../memory/memory.ts";
import { dropObservation } from "../../memory/observations.ts";
import { portableOf } from "../../memory/records/kinds.ts";
import { reviseTurns } from "../../memory/turns.ts";
import type { RecordKind } from "../../protocol/export.ts";
import { plural } from "../../protocol/plural.ts";
import { forgetPhrase, forgetSentences, standInFor } from "../../rooms/forgotten/room.ts";
import { deleteFunction } from "../../rooms/functions/room.ts";
import { deleteNode, dropEvidence } from "../../rooms/knowledge/room.ts";
import { textsOf } from "../../rooms/observations/room.ts";
import { deleteProjectWithoutSessions } from "../../rooms/projects/room.ts";
import { getSession } from "../../rooms/sessions/room.ts";
import { deleteTask } from "../../rooms/tasks/room.ts";
import { compactStore } from "../../store/compact.ts";
import { dropJobsAbout } from "../../store/jobs.ts";
import { idOf, loose, type Portable, type Row } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import type { TextChange } from "../../store/texts.ts";
import { bury } from "../../store/tombstones.ts";
import { cut, cutDeep, type Holds, holdingInNames, renamed } from "./cut.ts";
import { proofOf, rewriteFiles } from "./files.ts";
import { rewriteNotes } from "./notes.ts";
import { choose, type ForgetSelection, type Item } from "./select.ts";
import { deleteWholeSession } from "./session.ts";
import { findTaskFiles, rewriteTaskFiles } from "./task-files.ts";

type Preview = OutputOf<"forget.preview">;
type ForgetReport = OutputOf<"forget">;

const sampled = 10;

export async function previewForgetting(
  memory: Memory,
  asked: ParsedInputOf<"forget.preview">,
): Promise<Preview> {
  const chosen = await choose(memory, asked);
  return describe(memory, chosen, await rewrite(memory, chosen, true));
}

/** `summariseAgain` makes the summaries of a session's compactions again from what is left of it. */
export async function forget(
  memory: Memory,
  asked: ParsedInputOf<"forget">,
  summariseAgain: (sessionId: string) => Promise<unknown>,
): Promise<ForgetReport> {
  const chosen = await choose(memory, asked);
  const preview = await describe(memory, chosen, await rewrite(memory, chosen, true));
  if (chosen.items.length === 0 && chosen.holds === null && !asked.backups) return { ...preview, ...nothing };
  // First: what arrives while the rest is under way must not bring it back.
  await refuseFromNow(memory, chosen);
  const taskFiles = await findTaskFiles(memory, chosen);
  const removed = await removeItems(memory, chosen);
  for (const sessionId of chosen.near?.sessions ?? []) await summariseAgain(sessionId);
  const { counts } = await rewrite(memory, chosen, false);
  for (const [table, rows] of Object.entries(counts)) removed[table] = (removed[table] ?? 0) + rows;
  const outside = [
    ...(await rewriteTaskFiles(memory, taskFiles, chosen)),
    ...(await rewriteNotes(memory, chosen)),
  ];
  memory.openings.clear();
  memory.chat.dropIdle();
  await memory.events.flush();
  const filesRewritten = await rewriteFiles(memory, chosen);
  await scrub(memory);
  await compactStore(memory.store);
  const copies = asked.backups
    ? deleteCopies(memory)
    : await rewriteCopies(memory, {
        ids: chosen.items.map(({ id }) => id),
        everywhere: chosen.holds && withoutIt(chosen.holds, await standInFor(memory.db, false)),
        near: chosen.near && { change: onlyTexts(chosen.near.holds), sessions: chosen.near.sessions },
      });
  const proof = await proofOf(memory, chosen);
  proof?.found.push(...outside);
  return { ...preview, removed, ...copies, filesRewritten, proof };
}

const nothing = { removed: {}, backupsRewritten: 0, backupsDeleted: 0, filesRewritten: 0, proof: null };

/** Text from before this moment that contains it is not stored again, from wherever it comes. */
async function refuseFromNow({ db }: Memory, { words }: ForgetSelection): Promise<void> {
  const at = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    for (const each of words) await forgetPhrase(tx, each, at);
  });
}

async function describe(
  memory: Memory,
  { items }: ForgetSelection,
  { counts: rewritten }: RewriteCounts,
): Promise<Preview> {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  const newest = items.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, sampled);
  return {
    counts,
    total: items.length,
    sample: await Promise.all(
      newest.map(async (item) => ({ ...item, title: (await titleOf(memory.db, item)).slice(0, 200) })),
    ),
    rewritten,
    backups: copiesOf(memory).length,
    stays: staysOf(memory, rewritten),
  };
}

/** A session without a name is known by what was asked first. */
async function titleOf(db: Db, { kind, id, title }: Item): Promise<string> {
  if (kind !== "session") return title;
  const { name, firstPrompt, observations } = await getSession(db, id);
  return `${plural(observations, "observation")}: ${name ?? firstPrompt ?? id}`;
}

/** Tables whose rows are made from files of the user. */
const fromFiles = ["code_files", "symbols", "symbol_changes", "calls"];

function staysOf({ store }: Memory, rewritten: Readonly<Record<string, number>>): string[] {
  return [
    "The host's own transcripts stay in the host's folder; tellback does not bring it back from them.",
    ...(fromFiles.some((table) => (rewritten[table] ?? 0) > 0)
      ? [
          "Your own code contains it and stays as it is; the code map takes it in again when it reads those files.",
        ]
      : []),
    ...((rewritten.tasks ?? 0) + (rewritten.task_entries ?? 0) > 0
      ? ["Task files are written again without it and sealed again; what git has of them stays in git."]
      : []),
    ...(store.dialect === "postgres"
      ? [
          "PostgreSQL keeps deleted rows in its write-ahead log, in replicas and in its own backups until it recycles them; tellback cannot reach those.",
        ]
      : []),
  ];
}

/** A session takes its observations with it; deleted first, so that nothing is done twice. */
async function removeItems(memory: Memory, chosen: ForgetSelection): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const count = (kind: string, n = 1) => {
    if (n > 0) removed[kind] = (removed[kind] ?? 0) + n;
  };
  const of = (kind: Item["kind"]) => chosen.items.filter((item) => item.kind === kind).map(({ id }) => id);
  for (const id of of("session")) {
    await deleteWholeSession(memory, id);
    count("session");
  }
  await dropJobsAbout(memory.db, [...of("session"), ...of("observation")]);
  await memory.db.transaction().execute(async (tx) => {
    count("node", (await dropObservations(tx, of("observation"))).length);
    count("observation", of("observation").length);
    for (const id of of("node")) {
      await deleteNode(tx, id);
      count("node");
    }
    count("node", (await dropEvidence(tx, { ids: of("evidence") }, new Date().toISOString())).length);
    count("evidence", of("evidence").length);
    for (const id of of("task")) await deleteTask(tx, id);
    for (const id of of("function")) await deleteFunction(tx, id);
    for (const { kind, id } of chosen.items)
      if (["compaction", "view", "change", "injection", "point", "run", "tag"].includes(kind))
        await removeRow(tx, kind, id);
    for (const kind of [
      "task",
      "function",
      "compaction",
      "view",
      "change",
      "injection",
      "point",
      "run",
      "tag",
    ] as const)
      count(kind, of(kind).length);
    // Last: its code map and what is detected about it go with it.
    for (const id of of("project")) await deleteProjectWithoutSessions(tx, id);
    count("project", of("project").length);
  });
  return removed;
}

/** Returns the nodes that went with them. */
async function dropObservations(tx: Db, ids: readonly string[]): Promise<string[]> {
  const at = new Date().toISOString();
  const nodes = await dropEvidence(tx, { observations: ids }, at);
  const since = new Map<string, string>();
  for (const id of ids) {
    for (const { texts } of await textsOf(tx, { id })) await forgetSentences(tx, texts, at);
    const gone = await dropObservation(tx, id);
    if (!gone) continue;
    const known = since.get(gone.session_id);
    if (known === undefined || gone.happened_at < known) since.set(gone.session_id, gone.happened_at);
  }
  for (const [sessionId, from] of since) await reviseTurns(tx, sessionId, from);
  return nodes;
}

async function removeRow(tx: Db, kind: Item["kind"], id: string): Promise<void> {
  const { table, key } = portableOf(kind);
  const parts = key.length === 1 ? [id] : id.split(" ").map(decodeURIComponent);
  let query = loose(tx).deleteFrom(table);
  for (const [i, column] of key.entries()) query = query.where(column, "=", parts[i]);
  await query.execute();
  if (kind !== "injection" && kind !== "change") await bury(tx, { kind, id, projectId: null });
}

/** Texts that contain or repeat what goes lose those sentences. */
async function rewrite(
  memory: Memory,
  { holds, near, items, projects }: ForgetSelection,
  dryRun: boolean,
): Promise<RewriteCounts> {
  const gone = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  const isLeft = (one: Portable, row: Row) => !gone.has(`${one.kind} ${idOf(one, row)}`);
  const counts: Record<string, number> = {};
  const add = (rewritten: RewriteCounts) => {
    for (const [table, rows] of Object.entries(rewritten.counts))
      counts[table] = Math.max(counts[table] ?? 0, rows);
  };
  if (holds) {
    const standIn = await standInFor(memory.db, dryRun);
    add(await rewriteAll(memory, withoutIt(holds, standIn), { dryRun, projects, isWanted: isLeft }));
  }
  if (near)
    add(
      await rewriteAll(memory, onlyTexts(near.holds), {
        ...{ dryRun, projects },
        kinds: repeats,
        isWanted: (one, row) => isLeft(one, row) && near.sessions.has(String(row.session_id)),
      }),
    );
  return { scanned: 0, counts };
}

/** Sentences go from texts, parts of names are replaced, and rows that say nothing without it are deleted. */
function withoutIt(holds: Holds, standIn: (part: string) => string): TextChange {
  const inNames = holdingInNames(holds);
  const name = (given: string) => renamed(given, inNames, standIn);
  return {
    text: (text) => cut(text, holds),
    json: (value) => cutDeep(value, holds),
    name,
    id: name,
    goes: inNames,
  };
}

const onlyTexts = (holds: Holds): TextChange => ({
  text: (text) => cut(text, holds),
  json: (value) => cutDeep(value, holds),
  name: (name) => name,
});

/** What is made from observations of a session. */
const repeats: readonly RecordKind[] = [
  "turn",
  "point",
  "summary",
  "compaction",
  "entry",
  "evidence",
  "node",
  "command",
];
