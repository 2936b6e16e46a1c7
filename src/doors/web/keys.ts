// Who may use the page: `tellback open` gives a browser a code for one use; the browser exchanges it for a key of its own.
// There is no cookie, because cookies of 127.0.0.1 are sent to every port. A key is derived from a secret in tellback's
// home folder, so it survives a restart of the daemon and nothing has to be stored.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export interface PageKey {
  /** Names the key and holds the time of its making; may be shown to anybody. */
  id: string;
  token: string;
}

export interface PageKeys {
  /** For one use within 60 seconds. */
  newCode(): string;
  /** Null if the code is unknown, used or too old. */
  exchange(code: string): PageKey | null;
  accepts(key: PageKey): boolean;
  /** Shows that this server knows the key: a browser sends its token only to a server that can do this. */
  prove(id: string, nonce: string, host: string): string | null;
}

export const codeValidMs = 60_000;
const keyValidMs = 7 * 24 * 3_600_000;
/** More codes than a person asks for in a minute. */
const maxCodes = 100;

export function createPageKeys(secret: string, now: () => number = Date.now): PageKeys {
  const codes = new Map<string, number>();
  const tokenOf = (id: string) => hmac(secret, `page:${id}`);

  function isValid(id: string): boolean {
    const [, made] = /^([0-9a-z]{8,10})-[0-9a-f]{32}$/.exec(id) ?? [];
    if (made === undefined) return false;
    const age = now() - Number.parseInt(made, 36);
    return age > -codeValidMs && age < keyValidMs;
  }

  return {
    newCode() {
      if (codes.size >= maxCodes) codes.clear();
      const code = randomBytes(32).toString("base64url");
      codes.set(code, now() + codeValidMs);
      return code;
    },
    exchange(code) {
      const until = codes.get(code);
      codes.delete(code);
      if (until === undefined || until < now()) return null;
      const id = `${now().toString(36)}-${randomBytes(16).toString("hex")}`;
      return { id, token: tokenOf(id) };
    },
    accepts: ({ id, token }) => isValid(id) && isSame(token, tokenOf(id)),
    prove: (id, nonce, host) => (isValid(id) ? hmac(tokenOf(id), `server:${host}:${nonce}`) : null),
  };
}

/** `Bearer page.ID.TOKEN`; null for anything else. */
export function pageKeyIn(authorization: string): PageKey | null {
  const [, id, token] = /^Bearer page\.([0-9a-z-]{1,60})\.([0-9a-f]{64})$/.exec(authorization) ?? [];
  return id === undefined || token === undefined ? null : { id, token };
}

function hmac(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
