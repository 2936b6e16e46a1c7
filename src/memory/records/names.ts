// The ids that stores share. Two stores may know one thing by two ids (the same observation, captured twice): the
// least of its ids is the one that records use. Projects are named by their keys.

import { projectKeys } from "../../rooms/projects/room.ts";
import { camel, type Data, type Portable } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import { aliasesIn } from "../../store/tombstones.ts";

export interface Names {
  /** The id in records of a row of this store. */
  shared(id: string): string;
  /** The id in this store of what a record names. */
  local(id: string): string;
  addAlias(alias: string, id: string): void;
  /** Keys of projects by their ids, and the reverse. */
  keys: Map<string, string>;
  ids: Map<string, string>;
}

export async function namesIn(db: Db): Promise<Names> {
  const aliases = await aliasesIn(db);
  const least = new Map<string, string>();
  const note = (alias: string, id: string) => {
    const so = least.get(id) ?? id;
    least.set(id, alias < so ? alias : so);
  };
  for (const [alias, id] of aliases) note(alias, id);
  const keys = await projectKeys(db);
  return {
    shared: (id) => least.get(id) ?? id,
    local: (id) => aliases.get(id) ?? id,
    addAlias(alias, id) {
      aliases.set(alias, id);
      note(alias, id);
    },
    keys,
    ids: new Map(Array.from(keys, ([id, key]) => [key, id])),
  };
}

interface LoggedChange {
  nodes: { before: Data | null; after: Data }[];
}

/** The log of changes keeps whole rows of nodes, which name their projects. */
export function withProjects(one: Portable, data: Data, names: ReadonlyMap<string, string>): Data {
  if (one.kind !== "change") return data;
  const what = data.what as LoggedChange;
  const moved = (row: Data): Data => ({
    ...row,
    project_id: names.get(String(row.project_id)) ?? row.project_id,
  });
  const nodes = what.nodes.map((node) => ({
    ...node,
    before: node.before && moved(node.before),
    after: moved(node.after),
  }));
  return { ...data, what: { ...what, nodes } };
}

/** The fields that name other records, renamed. */
export function withNames(one: Portable, data: Data, name: (id: string) => string): Data {
  const columns = [...Object.keys(one.refs ?? {}), ...(one.later ? [one.later] : [])];
  const fields = [...columns.map(camel), "upTo"];
  const changed = fields.flatMap((field) => {
    const value = data[field];
    return typeof value === "string" && value !== "" ? [[field, name(value)]] : [];
  });
  const needs = Array.isArray(data.needs) ? { needs: data.needs.map((id) => name(String(id))) } : {};
  return { ...data, ...Object.fromEntries(changed), ...needs };
}
