// Views: named queries with a token budget.

import { TellbackError } from "../../protocol/errors.ts";
import type { View, ViewTemplate } from "../../protocol/knowledge.ts";
import { parseQuery } from "../../protocol/node-query/parse.ts";
import { printQuery } from "../../protocol/node-query/print.ts";
import { nearestOf } from "../../protocol/suggest.ts";
import type { Db, ViewRow } from "../../store/schema.ts";
import { timeOfChange } from "../../store/time-of-change.ts";
import { bury, exhume } from "../../store/tombstones.ts";

/** A view of the same name is replaced. */
export async function putView(
  db: Db,
  view: { name: string; query: string; budget: number; template: ViewTemplate },
  at: string,
): Promise<View> {
  const columns = {
    query: printQuery(parseQuery(view.query)),
    budget: view.budget,
    template: view.template,
    updated_at: await timeOfChange(db, "views", view.name, at),
  };
  const row = await db
    .insertInto("views")
    .values({ name: view.name, ...columns, created_at: at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
  await exhume(db, "view", view.name);
  return asView(row);
}

/** With the start view, edited or not. */
export async function listViews(db: Db): Promise<View[]> {
  const stored = (await db.selectFrom("views").selectAll().orderBy("name").execute()).map(asView);
  return stored.some(({ name }) => name === startName) ? stored : [unedited, ...stored];
}

/**
 * The view that decides which nodes a session starts with. As long as it is not edited it is not stored, and recall takes
 * the tiers by its own rule, which knows the current task.
 */
const startName = "default";
const unedited: View = {
  name: startName,
  query:
    "tag:tier:pinned OR tag:tier:reference OR tag:tier:working OR (is:manual AND NOT (tag:tier:* OR type:learning OR type:task))",
  budget: 600,
  template: "default",
  updatedAt: "",
};

/** Null if it was not edited. */
export async function editedStartView(db: Db): Promise<View | null> {
  return findView(db, startName);
}

export async function getView(db: Db, name: string): Promise<View> {
  const view = (await findView(db, name)) ?? (name === startName ? unedited : null);
  if (!view) throw await noView(db, name);
  return view;
}

async function findView(db: Db, name: string): Promise<View | null> {
  const row = await db.selectFrom("views").selectAll().where("name", "=", name).executeTakeFirst();
  return row ? asView(row) : null;
}

export async function deleteView(db: Db, name: string): Promise<void> {
  const gone = await db.deleteFrom("views").where("name", "=", name).returning("name").executeTakeFirst();
  if (!gone && name === startName)
    throw new TellbackError("not_found", "the view default has not been edited", {
      hint: "`tellback view edit default QUERY` decides which nodes a session starts with.",
    });
  if (!gone) throw await noView(db, name);
  await bury(db, { kind: "view", id: name, projectId: null });
}

async function noView(db: Db, name: string): Promise<TellbackError> {
  const names = (await listViews(db)).map((view) => view.name);
  const meant = nearestOf(name, names);
  return new TellbackError(
    "not_found",
    `no view is called ${name}${meant ? `, did you mean ${meant}?` : ""}`,
    {
      hint: "`tellback view list` shows them.",
    },
  );
}

function asView({ name, query, budget, template, updated_at }: ViewRow): View {
  return { name, query, budget: Number(budget), template, updatedAt: updated_at };
}
