// Whether a real program that a test needs (the client, a PostgreSQL server) is available on this machine.
// On a developer's machine a missing one skips its tests with a reason; in CI it is an error, so that
// a green run always means that the real program was tested.

export type Available<T> = ({ ok: true } & T) | { ok: false; reason: string };

export function unavailable(what: string, reason: string): { ok: false; reason: string } {
  if (process.env.CI && process.env.CI !== "false") throw new Error(`${what} is required in CI: ${reason}`);
  return { ok: false, reason: `${what}: ${reason}` };
}

/** A suite title that says why it is skipped: `describe.skipIf(!pg.ok)(title("PostgreSQL", pg), …)`. */
export function title(name: string, available: Available<object>): string {
  return available.ok ? name : `${name} (skipped: ${available.reason})`;
}
