// What a user means to forget: the rows that go, and how texts that repeat them are recognised.

import type { ParsedInputOf } from "../../areas/contracts.ts";
import { textsOfRecord } from "../../memory/forgetting/rewrite.ts";
import { textsIn } from "../../memory/json-texts.ts";
import type { Memory } from "../../memory/memory.ts";
import { named } from "../../memory/owners.ts";
import { portableOf, portables } from "../../memory/records/kinds.ts";
import { observationsOfTurn } from "../../memory/turns.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { RecordKind } from "../../protocol/export.ts";
import { everywhere, type ProjectScope } from "../../protocol/scope.ts";
import { parseSince } from "../../protocol/since.ts";
import { sessionsOfObservations, textsOf } from "../../rooms/observations/room.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { dataOf, idOf, type Portable, type Row, rowsOf, timeOf } from "../../store/portable.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db } from "../../store/schema.ts";
import { either, type Holds, holding, holdingInNames, repeating, wordsOnlyIn } from "./cut.ts";

export interface Item {
  kind: RecordKind;
  id: string;
  title: string;
  at: string;
}

export interface ForgetSelection {
  items: Item[];
  /** The text that the user gave. */
  match: string | null;
  /** Wherever a text contains it, the sentence goes; null if no text was given. */
  holds: Holds | null;
  /** The text with the words that it is a part of, wherever it was found so far. */
  words: Set<string>;
  projects: ProjectScope;
  /** Summaries of these sessions may repeat what goes in other words. */
  near: { sessions: ReadonlySet<string>; holds: Holds } | null;
}

type ForgetInput = ParsedInputOf<"forget.preview">;

export async function choose(memory: Memory, asked: ForgetInput): Promise<ForgetSelection> {
  const { db } = memory;
  const given = (["id", "query", "match", "session", "before"] as const).filter(
    (name) => asked[name] !== undefined,
  );
  if (given.length > 1 || (given.length === 0 && !asked.project))
    throw new TellbackError("invalid_input", "name one thing to forget", {
      hint: "Give an id, or one of --query, --match, --session, --before; --project alone means the whole project.",
    });
  const projects = asked.project ? await projectScope(db, { folder: asked.folder }) : everywhere;
  if (projects.within === "unknown folder")
    throw new TellbackError("not_found", `nothing is remembered of ${projects.folder}`);
  if (asked.match !== undefined) return byText(db, asked.match, projects);
  if (asked.id !== undefined) return repeated(db, await byId(db, asked.id));
  if (asked.query !== undefined) return repeated(db, await byQuery(memory, asked.query, projects));
  if (asked.session !== undefined)
    return repeated(db, [await itemOf(db, "session", await resolveId(db, "sessions", asked.session))]);
  const before = asked.before === undefined ? null : parseSince(asked.before);
  const sessions = await all(
    db,
    "session",
    projects,
    (row) => before === null || timeOf(portableOf("session"), row) < before,
  );
  if (before !== null) return repeated(db, sessions);
  const rest = await Promise.all(
    (["node", "task"] as const).map((kind) => all(db, kind, projects, () => true)),
  );
  return repeated(db, [...sessions, ...rest.flat(), ...(await wholeProject(db, projects))]);
}

/** Its record has the project's key as id; its row, also in backups, has an id of this store. */
async function wholeProject(db: Db, projects: ProjectScope): Promise<Item[]> {
  if (projects.within !== "project") return [];
  const found = await all(db, "project", projects, () => true);
  return found.map((item) => ({ ...item, id: projects.projectId }));
}

async function byId(db: Db, typed: string): Promise<Item[]> {
  const { kind, id } = await named(db, typed);
  switch (kind) {
    case "turn":
      return Promise.all((await observationsOfTurn(db, id)).map((one) => itemOf(db, "observation", one.id)));
    case "learning":
    case "node":
      return [await itemOf(db, "node", id)];
    case "symbol":
      throw new TellbackError("not_supported", "symbols come from the code itself", {
        hint: "They disappear when the code does; `tellback map` reads it again.",
      });
    default:
      return [await itemOf(db, kind, id)];
  }
}

const maxFound = 500;
const minRelevance = 0.4;

async function byQuery(memory: Memory, query: string, projects: ProjectScope): Promise<Item[]> {
  const found = await memory.search.find(query, {
    ...{
      scope: { projects },
      limit: maxFound,
      minRelevance,
      embeddingWithinMs: 10_000,
      unlessLoading: false,
    },
  });
  const items: Item[] = [];
  for (const { document } of found) {
    const kind = document.owner_kind;
    if (kind === "observation" || kind === "turn" || kind === "node" || kind === "learning")
      items.push(...(await byId(memory.db, document.owner_id)));
  }
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Kinds that go as a whole if they contain the text; of the others only the sentences go. */
const whole: readonly RecordKind[] = [
  "observation",
  "node",
  "evidence",
  "view",
  "change",
  "injection",
  "point",
  "run",
  "tag",
];

/** A short text is a part of many words. */
const maxWords = 500;

async function byText(db: Db, match: string, projects: ProjectScope): Promise<ForgetSelection> {
  const words = new Set([match]);
  const holds = holding(match, (found) => words.size < maxWords && words.add(found));
  const items = await all(db, "session", projects, ({ id }) => holdingInNames(holds)(String(id)));
  for (const one of portables.filter(({ kind }) => whole.includes(kind)))
    for await (const rows of rowsOf(db, one, { projects, since: null })) {
      const data = await dataOf(db, one, rows);
      for (const [i, row] of rows.entries())
        if (textsIn([textsOfRecord(one, data[i] ?? {}), one.kind === "view" ? row.name : ""]).some(holds))
          items.push(asItem(one, row));
    }
  const { sessions, kept } = await textsAround(db, items);
  const near = sessions.size === 0 ? null : { sessions, holds: either(holds, wordsOnlyIn(match, kept)) };
  return { items, match, holds, words, projects, near };
}

async function repeated(db: Db, items: readonly Item[]): Promise<ForgetSelection> {
  const { sessions, deleted, kept } = await textsAround(db, items);
  const near = sessions.size === 0 ? null : { sessions, holds: repeating(deleted, kept) };
  return { items: [...items], match: null, holds: null, words: new Set(), projects: everywhere, near };
}

/** The sessions of observations that go, with what these say and what the others there say. */
async function textsAround(
  db: Db,
  items: readonly Item[],
): Promise<{ sessions: Set<string>; deleted: string[]; kept: string[] }> {
  const gone = new Set(items.filter(({ kind }) => kind === "observation").map(({ id }) => id));
  const sessions = new Set(await sessionsOfObservations(db, [...gone]));
  const around = { sessions, deleted: [] as string[], kept: [] as string[] };
  for (const sessionId of sessions)
    for (const { id, texts } of await textsOf(db, { sessionId }))
      (gone.has(id) ? around.deleted : around.kept).push(...texts);
  return around;
}

async function all(
  db: Db,
  kind: RecordKind,
  projects: ProjectScope,
  isWanted: (row: Row) => boolean,
): Promise<Item[]> {
  const one = portableOf(kind);
  const items: Item[] = [];
  for await (const rows of rowsOf(db, one, { projects, since: null }))
    items.push(...rows.filter(isWanted).map((row) => asItem(one, row)));
  return items;
}

async function itemOf(db: Db, kind: RecordKind, id: string): Promise<Item> {
  const [item] = await all(db, kind, everywhere, (row) => row.id === id);
  if (item) return item;
  throw new TellbackError("not_found", `nothing has the id "${id}"`);
}

function asItem(one: Portable, row: Row): Item {
  const title = row.title ?? row.content ?? row.name ?? row.claim ?? row.why ?? row.tag ?? "";
  return { kind: one.kind, id: idOf(one, row), title: String(title), at: timeOf(one, row) };
}
