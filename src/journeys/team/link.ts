// The connection to a team's server, one for a memory, and what is known of it: who this machine is there, since when it was
// not reached, what it refused.

import { Kysely, type RawBuilder } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { asPostgresFailure } from "../../store/failure.ts";
import { pooledDialect } from "../../store/postgres.ts";
import { placeIn } from "../../store/postgres-url.ts";
import type { MemberRole } from "./schema.ts";

export type TeamDb = Kysely<unknown>;

export interface TeamLink {
  url: string;
  db: TeamDb;
  /** Null before the first answer. */
  member: { name: string; role: MemberRole } | null;
  /** How many statements wait for a maintainer; null for those who do not decide. */
  toReview: number | null;
  reachedAt: string | null;
  failingSince: string | null;
  trouble: string | null;
  /** The server knows this machine's role no more. */
  isRefused: boolean;
  /** Records that the server or this machine does not take, with the reason. */
  problems: Map<string, string>;
  /** What was sent and is not back in the feed yet: when it was sent, and its hash. */
  sent: Map<string, { hash: string; at: number }>;
  greetedAt: number;
  /** One exchange at a time. */
  running: Promise<unknown>;
}

const links = new WeakMap<Memory, TeamLink>();

/** Null where no team was joined. */
export function linkOf(memory: Memory): TeamLink | null {
  const url = memory.config["team.url"];
  const known = links.get(memory);
  if (known?.url === url) return known;
  if (known) void closeLink(memory);
  if (url === "") return null;
  const link: TeamLink = {
    ...{ url, db: openTeam(url), member: null, toReview: null, reachedAt: null, failingSince: null },
    ...{ trouble: null, isRefused: false, problems: new Map(), sent: new Map() },
    ...{ greetedAt: Number.NEGATIVE_INFINITY, running: Promise.resolve() },
  };
  links.set(memory, link);
  return link;
}

export async function closeLink(memory: Memory): Promise<void> {
  const link = links.get(memory);
  links.delete(memory);
  await link?.db.destroy();
}

function openTeam(url: string): TeamDb {
  return new Kysely<unknown>({ dialect: pooledDialect(url) });
}

/** For a command: its own connection, closed afterwards. */
export async function withTeam<T>(url: string, work: (db: TeamDb) => Promise<T>): Promise<T> {
  const db = openTeam(url);
  try {
    return await work(db);
  } catch (error) {
    throw asTeamError(error, url);
  } finally {
    await db.destroy();
  }
}

/** With the member's own role; for what only people ask. */
export function askTeam<T>(memory: Memory, work: (db: TeamDb) => Promise<T>): Promise<T> {
  const url = memory.config["team.url"];
  if (url !== "") return withTeam(url, work);
  throw new TellbackError("not_found", "this machine has joined no team", {
    hint: "`tellback team join` joins one, `tellback team create URL` makes one.",
  });
}

export async function rowsOf<Row>(db: TeamDb, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

interface Failure {
  code?: unknown;
  message?: unknown;
}

/** SQLSTATE of a role that may not log in, or may not read the schema. */
const revoked: ReadonlySet<unknown> = new Set(["42501", "28000"]);

/** Only of a question that every member may ask. */
export function isRefusal(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Failure;
  return revoked.has(code) || /is not permitted to log in/.test(String(message));
}

export function asTeamError(error: unknown, url: string): TellbackError {
  if (error instanceof TellbackError && error.code !== "unavailable") return error;
  const failure = asPostgresFailure(error);
  const { code, message } = (error ?? {}) as Failure;
  const said = String(message ?? error).replace(/^the store cannot be used: /, "");
  if (failure instanceof TellbackError)
    return new TellbackError("unavailable", `the team's server ${placeIn(url)} cannot be reached: ${said}`, {
      hint: "Nothing is lost: what you share waits here.",
      cause: error,
    });
  if (isRefusal(error) || code === "28P01")
    return new TellbackError("forbidden", `the team's server refuses it: ${said}`, { cause: error });
  return new TellbackError("internal", `the team's server says: ${said}`, { cause: error });
}
