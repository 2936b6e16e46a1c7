// The connections to PostgreSQL, as Kysely's driver. Each is its own client with one session: the pool of the
// `postgres` package reuses a reserved connection after the server has closed it, and then throws where
// nobody can catch it. Here a lost session is never used again, and the next one is new.

import { type DatabaseConnection, PostgresDriver, type QueryResult } from "kysely";
import postgres from "postgres";
import { TellbackError } from "../protocol/errors.ts";
import { asPostgresFailure } from "./failure.ts";
import { storable } from "./storable.ts";

export type SessionOptions = postgres.Options<{ bigint: postgres.PostgresType<number> }>;

export interface Patience {
  /** With several hosts, one that does not answer must not prevent trying the others. */
  connectWithinSeconds: number;
  /** A query without an answer for this long, and again after it: is the server still there? */
  doubtAfterMs: number;
  /** How many at once; by default ten. */
  sessions?: number;
  /** After which an unused session is closed; by default half a minute. */
  idleMs?: number;
}

const usualPatience: Patience = { connectWithinSeconds: 10, doubtAfterMs: 15_000 };
const maxSessions = 10;
/** A session that nobody used for so long is given back to the server. */
const idleMs = 30_000;
/** Time for running queries to end when the store is closed. */
const closeWithinMs = 5_000;

export class PostgresSessions extends PostgresDriver {
  readonly #url: string;
  readonly #options: SessionOptions;
  readonly #patience: Patience;
  readonly #hosts: readonly string[];
  readonly #all = new Set<Session>();
  readonly #idle: Session[] = [];
  readonly #waiting: ((session: Session | null) => void)[] = [];
  #hostAt = 0;
  #isClosed = false;
  #sweep: NodeJS.Timeout | undefined;
  #onEmpty: (() => void) | undefined;

  constructor(url: string, options: SessionOptions, patience = usualPatience) {
    super({} as never);
    this.#url = url;
    this.#options = options;
    this.#patience = patience;
    this.#hosts = hostsOf(url);
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isClosed) throw closed();
    const session = this.#idle.pop() ?? this.#open();
    if (session) return session;
    const next = await new Promise<Session | null>((resolve) => this.#waiting.push(resolve));
    if (!next) throw closed();
    return next;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const session = connection as Session;
    if (session.isLost || this.#isClosed) this.#drop(session);
    else this.#hand(session);
  }

  /** A server that went away has already undone the transaction. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection as Session).isLost) await connection.executeQuery(rollback);
  }

  /** Waits a moment for running queries, then ends them: a query that hangs must not keep the store open. */
  override async destroy(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    for (const wait of this.#waiting.splice(0)) wait(null);
    for (const session of this.#idle.splice(0)) this.#drop(session);
    if (this.#all.size === 0) return;
    const { promise: empty, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const over = setTimeout(() => {
      for (const session of this.#all) this.#drop(session);
    }, closeWithinMs);
    await empty;
    clearTimeout(over);
  }

  #open(): Session | null {
    if (this.#all.size >= (this.#patience.sessions ?? maxSessions)) return null;
    const host = this.#hosts.length > 0 ? { host: this.#hosts[this.#hostAt % this.#hosts.length] } : {};
    const options = { ...this.#options, ...host } as SessionOptions;
    const session = new Session(this.#url, options, this.#patience, (answered) => {
      if (!answered) this.#hostAt += 1;
      const at = this.#idle.indexOf(session);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      this.#drop(session);
    });
    this.#all.add(session);
    return session;
  }

  #hand(session: Session): void {
    const wait = this.#waiting.shift();
    if (wait) {
      wait(session);
      return;
    }
    session.restsSince = performance.now();
    this.#idle.push(session);
    this.#sweep ??= setInterval(() => this.#dropResting(), this.#patience.idleMs ?? idleMs).unref();
  }

  /** The one that was used last is used next, so the others rest. */
  #dropResting(): void {
    const rested = performance.now() - (this.#patience.idleMs ?? idleMs);
    while ((this.#idle[0]?.restsSince ?? Number.POSITIVE_INFINITY) <= rested) {
      const session = this.#idle.shift();
      if (session) this.#drop(session);
    }
    if (this.#all.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #drop(session: Session): void {
    session.end();
    if (!this.#all.delete(session)) return;
    if (this.#all.size === 0) this.#onEmpty?.();
    const [wait] = this.#waiting;
    const next = wait && !this.#isClosed ? this.#open() : null;
    if (next) this.#hand(next);
  }
}

type Query = Parameters<DatabaseConnection["executeQuery"]>[0];

const rollback = { sql: "rollback", parameters: [] } as unknown as Query;
const ping = { sql: "select 1", parameters: [] } as unknown as Query;

class Session implements DatabaseConnection {
  readonly #sql: postgres.Sql<{ bigint: number }>;
  /** Settles every query that the package drops when the connection breaks. */
  readonly #lost = Promise.withResolvers<never>();
  readonly #another: () => Session;
  readonly #patience: Patience;
  readonly #isPrepared: boolean;
  #hasAnswered = false;
  #isInDoubt = false;
  isLost = false;
  restsSince = 0;

  constructor(
    url: string,
    options: SessionOptions,
    patience: Patience,
    onLost: (hasAnswered: boolean) => void,
  ) {
    this.#lost.promise.catch(() => {});
    this.#another = () => new Session(url, options, patience, () => {});
    this.#patience = patience;
    this.#isPrepared = options.prepare ?? true;
    this.#sql = postgres(url, {
      ...options,
      max: 1,
      // It would end a session between two statements of a transaction.
      max_lifetime: null,
      connect_timeout: patience.connectWithinSeconds,
      onclose: () => {
        this.#lose(new TellbackError("unavailable", "the store cannot be used: the connection was lost"));
        onLost(this.#hasAnswered);
      },
    });
  }

  async executeQuery<R>(query: Query): Promise<QueryResult<R>> {
    if (this.isLost) return this.#lost.promise;
    const doubt = setInterval(() => this.#checkServer(), this.#patience.doubtAfterMs);
    try {
      const asked = this.#sql.unsafe(query.sql, query.parameters.map(storable) as never[], {
        prepare: this.#isPrepared,
      });
      const result = await Promise.race([asked, this.#lost.promise]);
      this.#hasAnswered = true;
      const changes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(result.command);
      return {
        rows: Array.from(result.values()) as R[],
        ...(changes ? { numAffectedRows: BigInt(result.count) } : {}),
      };
    } catch (error) {
      const failure = asPostgresFailure(error);
      // At once: a query between the break and the package's notice would never be answered.
      if (failure instanceof TellbackError) this.#lose(failure);
      throw failure;
    } finally {
      clearInterval(doubt);
    }
  }

  /**
   * A host that vanished (power, network) closes no connection, and the system would wait a quarter of an hour for it. A
   * query may rightly take long, so a second connection finds out whether the server answers.
   */
  async #checkServer(): Promise<void> {
    if (this.#isInDoubt) return;
    this.#isInDoubt = true;
    const second = this.#another();
    const late = setTimeout(() => second.end(), 1000 * this.#patience.connectWithinSeconds);
    try {
      await second.executeQuery(ping);
    } catch (error) {
      const hint = "Check that PostgreSQL runs; nothing is lost meanwhile.";
      this.#lose(
        new TellbackError("unavailable", "the store cannot be used: PostgreSQL does not answer", {
          hint,
          cause: error,
        }),
      );
    } finally {
      clearTimeout(late);
      second.end();
      this.#isInDoubt = false;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing in tellback reads in streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new TellbackError("not_supported", "queries are not streamed");
  }

  end(): void {
    this.#lose(closed());
    this.#sql.end({ timeout: 0 }).catch(() => {});
  }

  /** Only the first reason is kept. */
  #lose(error: TellbackError): void {
    this.isLost = true;
    this.#lost.reject(error);
  }
}

/** Several hosts in one URL (`h1,h2:5433`): the package would retry them in a loop without a pause. */
function hostsOf(url: string): string[] {
  const [authority = ""] = url.slice(url.indexOf("://") + 3).split(/[?/]/);
  const hosts = decodeURIComponent(authority.slice(authority.lastIndexOf("@") + 1));
  return hosts.includes(",") ? hosts.split(",").filter(Boolean) : [];
}

function closed(): TellbackError {
  return new TellbackError("unavailable", "the store is closed");
}
