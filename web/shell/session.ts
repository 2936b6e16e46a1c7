// The page's key: how this tab gets it, and how it makes sure that the server is tellback before it sends the key.
// The key is in sessionStorage, which ends with the tab; another tab gets it from an open one.

import { TellbackError } from "../../src/protocol/errors.ts";

export interface PageKey {
  id: string;
  token: string;
}

const place = "tellback-key";
const channelName = "tellback-session";
const answerWithinMs = 400;

export const bearerOf = ({ id, token }: PageKey) => `page.${id}.${token}`;

/** The key from the address, from this tab, or from another tab; null: somebody has to run `tellback open`. */
export async function findKey(): Promise<PageKey | null> {
  const code = codeInAddress();
  if (code !== null) return keep(await exchange(code));
  return keptKey() ?? (await askOtherTabs());
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}

let shared: BroadcastChannel | undefined;

/** Other tabs get the key only while this one knows that the server is tellback. */
export function shareKey(key: () => PageKey | null): void {
  shared ??= new BroadcastChannel(channelName);
  const channel = shared;
  channel.onmessage = ({ data }) => {
    const mine = data?.asks ? key() : null;
    if (mine) channel.postMessage({ key: mine });
  };
}

/** True if the server knows the key, without having been told. */
export async function isProven({ id, token }: PageKey): Promise<boolean> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const { proof } = await post("/page/prove", { id, nonce });
  const bytes = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(token), hmac, false, ["sign"]);
  const expected = await crypto.subtle.sign("HMAC", key, bytes.encode(`server:${location.host}:${nonce}`));
  return proof === hex(new Uint8Array(expected));
}

export const hasCode = () => location.hash.startsWith("#k=");

/** The code is taken out of the address at once, so that it is in no history. */
function codeInAddress(): string | null {
  const [, code] = /^#k=([\w-]+)$/.exec(location.hash) ?? [];
  if (code === undefined) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}

async function exchange(code: string): Promise<PageKey> {
  const { id, token } = await post("/page/exchange", { code });
  if (typeof id !== "string" || typeof token !== "string")
    throw new TellbackError("internal", "the server gave no key");
  return { id, token };
}

function keep(key: PageKey): PageKey {
  sessionStorage.setItem(place, JSON.stringify(key));
  return key;
}

function keptKey(): PageKey | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

function askOtherTabs(): Promise<PageKey | null> {
  const channel = new BroadcastChannel(channelName);
  return new Promise((resolve) => {
    const end = (key: PageKey | null) => {
      channel.close();
      resolve(key);
    };
    channel.onmessage = ({ data }) => {
      if (data?.key) end(keep(data.key as PageKey));
    };
    channel.postMessage({ asks: true });
    setTimeout(() => end(null), answerWithinMs);
  });
}

async function post(path: string, body: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw TellbackError.fromBody(answer.error);
  return answer;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
