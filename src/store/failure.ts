// Turns a database's failure into an error that says what to do.

import { TellbackError } from "../protocol/errors.ts";

/** SQLite's primary result codes. */
const sqlite = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

export function isCorrupt(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === sqlite.corrupt || code === sqlite.notADatabase;
}

/** Another program holds a lock at this moment. */
export function isBusy(error: unknown): boolean {
  const failed = error instanceof TellbackError ? error.cause : error;
  return sqliteCodeOf(failed) === sqlite.busy;
}

/** SQLite failures caused by the machine; an error in a statement stays what it is. */
export function asSqliteFailure(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (isCorrupt(error)) {
    return failure("store_corrupt", error, "`tellback restore` puts a backup back.");
  }
  switch (code) {
    case sqlite.full:
      return failure("unavailable", error, "Free some space on the disk; nothing is lost meanwhile.");
    case sqlite.readOnly:
    case sqlite.cannotOpen:
    case sqlite.ioError:
      return failure("unavailable", error, "Check that the folder can be written: `tellback doctor`.");
    case sqlite.busy:
      return failure("unavailable", error, "Another program holds the store; try again.");
    default:
      return error;
  }
}

/** Messages of the `postgres` package and Node's sockets for a server that is unreachable or went away. */
const unreachable =
  /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ENOENT|EACCES|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/;
/** SQLSTATE: connection exceptions, out of resources, shutting down or starting up, system errors. */
const notNow = /^(08...|53...|57P0.|58...)$/;

/** PostgreSQL failures caused by the server; an error in a query stays what it is. */
export function asPostgresFailure(error: unknown): unknown {
  if (error instanceof TellbackError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string" || !(unreachable.test(code) || notNow.test(code))) return error;
  return failure("unavailable", error, "Check that PostgreSQL runs; nothing is lost meanwhile.");
}

/** For any failure to open the store. */
export function asStoreError(error: unknown): TellbackError {
  const known = asSqliteFailure(error);
  if (known instanceof TellbackError) return known;
  return failure("unavailable", error, "Run `tellback doctor`.");
}

function failure(code: "unavailable" | "store_corrupt", cause: unknown, hint: string): TellbackError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new TellbackError(code, `the store cannot be used: ${message}`, { hint, cause });
}

/** Extended codes contain the primary one in their lowest byte. */
function sqliteCodeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code === undefined ? undefined : code & 0xff;
}
