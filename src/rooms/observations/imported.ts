// Observations that come from the store of another tool: a host's own record of the same session may have them too.

import { removeDocument } from "../../indexes/search/documents.ts";
import type { Db } from "../../store/schema.ts";

/** How the host keys of imported prompts and replies begin: a host's own record has another key for the same. */
export function importedKey(kind: string, tool: string): string {
  return `${kind}:import-${tool}`;
}

/** An event for which a host's own record of the session, or another tool, may have an observation. */
export type Twin = { kind: "prompt"; textHash: string } | { kind: "tool"; toolUseId: string };

export async function twinOf(
  db: Db,
  sessionId: string,
  twin: Twin,
): Promise<{ id: string; isNative: boolean } | null> {
  const of = db
    .selectFrom("observations")
    .select(["id", "host_key"])
    .where("session_id", "=", sessionId)
    .where("kind", "=", twin.kind);
  const rows = await (twin.kind === "prompt"
    ? of.where("host_key", "like", `prompt:%:${twin.textHash}`)
    : of.where((eb) =>
        eb(
          eb.fn<string>("substr", ["host_key", eb.lit(1), eb.lit(twin.toolUseId.length + 6)]),
          "=",
          `tool:${twin.toolUseId}@`,
        ),
      )
  ).execute();
  const native = rows.find(({ host_key }) => !isImported(host_key));
  const row = native ?? rows[0];
  return row ? { id: row.id, isNative: native !== undefined } : null;
}

function isImported(hostKey: string): boolean {
  return /^(?:\w+:import-|tool:[^@]*@import-)/.test(hostKey);
}

/**
 * The host's own record of a session has come in after the import: its observations replace the imported ones of the
 * same prompts, with what belongs to the same exchange. Returns what became what.
 */
export async function dropTwins(db: Db, sessionId: string): Promise<{ from: string; to: string }[]> {
  const rows = await db
    .selectFrom("observations")
    .select(["id", "kind", "host_key"])
    .where("session_id", "=", sessionId)
    .execute();
  const natives = rows.filter(({ host_key }) => !isImported(host_key));
  const hashOf = (hostKey: string) => hostKey.split(":").at(-1);
  const dropped: { from: string; to: string }[] = [];
  for (const { id, kind, host_key } of rows.filter((row) => isImported(row.host_key))) {
    const native = natives.find((one) =>
      kind === "prompt"
        ? one.kind === "prompt" && hashOf(one.host_key) === hashOf(host_key)
        : toolIdOf(one.host_key) !== null && toolIdOf(one.host_key) === toolIdOf(host_key),
    );
    if (!native) continue;
    dropped.push({ from: id, to: native.id });
    const exchange = exchangeOf(host_key);
    if (kind !== "prompt" || exchange === null) continue;
    const others = rows.filter((one) => one.id !== id && exchangeOf(one.host_key) === exchange);
    dropped.push(...others.map((one) => ({ from: one.id, to: native.id })));
  }
  for (const { from } of dropped) {
    await removeDocument(db, { kind: "observation", id: from });
    await db.deleteFrom("observations").where("id", "=", from).execute();
  }
  return dropped;
}

/** `prompt:import-TOOL.EXCHANGE:HASH`, `tool:ID@import-TOOL.EXCHANGE`; null for what belongs to none. */
function exchangeOf(hostKey: string): string | null {
  const found = /[:@](import-[a-z-]+\.[^:]+)(?::|$)/.exec(hostKey)?.[1];
  return found ?? null;
}

/** Null for what is not a tool use, such as a note about one. */
function toolIdOf(hostKey: string): string | null {
  return /^tool:([^@]*)@/.exec(hostKey)?.[1] ?? null;
}
