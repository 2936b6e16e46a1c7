// The cleaner: all text, ids and paths pass through it into the store, the logs and the files of tellback's home. For
// every door: hooks, transcripts, operations, imported files, models.

import {
  asksForSecret,
  hasRandomRun,
  redact,
  redactDeep,
  redactLines,
  withoutAnswer,
} from "../../libs/redact/index.ts";
import { remembering } from "../../libs/remembering/index.ts";
import { withoutOwnBlocks } from "../context/quote.ts";
import { coveredPath, revealedPath, shortHash } from "../platform/covered-paths.ts";
import { secretsAround } from "./dotenv.ts";

export { hasPrivatePart } from "../../libs/redact/index.ts";

export interface Cleaner {
  /** Text without secrets (known from the project or by their form), private parts, and text that tellback injected. */
  text(text: string): string;
  /** The same for the text of a file, with as many lines as before. */
  code(text: string): string;
  /** The same for every string in a JSON value, and for values under keys that indicate a secret. */
  deep(value: unknown): unknown;
  /** The same for every string in an answer of tellback itself, whose keys are its own: `signature` names no secret. */
  ownAnswer<T>(own: T): T;
  /** What a tool answered to this input: the answer to `vault kv get` is a secret that nothing in it names. */
  answer(input: unknown, output: unknown): unknown;
  /** Two different ids stay different, whatever they contain. */
  id(id: string): string;
  /** The name of a tool, of a kind of agent, of a reason: made of words, so that nothing random stays in it. */
  name(name: string): string;
  /** The path as it is stored; `revealedPath` gives the path of the file. */
  path(path: string): string;
}

/** Hosts give ids of up to 24 letters and digits after a prefix; longer ones, such as a UUID, are hex. */
const randomId = 30;
const randomName = 20;

const kept = new Map<string, { readAt: number; secrets: string; cleaner: Cleaner }>();
/** An agent that writes an .env file may print its values soon after. */
const freshMs = 2_000;
const maxKept = 200;

/** For text that belongs to these folders: values in their .env files are secrets. */
export function cleanerFor(...folders: readonly string[]): Cleaner {
  const key = folders.join("\0");
  const known = kept.get(key);
  return known && Date.now() - known.readAt < freshMs ? known.cleaner : freshCleanerFor(...folders);
}

/** Reads the .env files now. A cleaner whose values are the same stays, with what it has learned. */
export function freshCleanerFor(...folders: readonly string[]): Cleaner {
  const key = folders.join("\0");
  const revealed = folders.map(revealedPath);
  const values = [...new Set(revealed.flatMap(secretsAround))];
  const secrets = values.join("\0");
  const before = kept.get(key);
  const cleaner = before?.secrets === secrets ? before.cleaner : makeCleaner(revealed, values);
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, { readAt: Date.now(), secrets, cleaner });
  return cleaner;
}

function makeCleaner(folders: readonly string[], known: readonly string[]): Cleaner {
  const bare = rememberingShort((text) => redact(text, known));
  const plain = (text: string) => bare(withoutOwnBlocks(text));
  const path = rememberingShort((path) => coveredPath(path, plain));
  // A covered folder is covered the same way in text that names it, because its files are known by their paths.
  const covered = folders.flatMap((folder) => {
    const cover = path(folder);
    return cover === folder ? [] : [[folder, cover] as const];
  });
  const prepared = (text: string) =>
    covered.reduce((so, [folder, cover]) => so.replaceAll(folder, cover), withoutOwnBlocks(text));
  const deep = (value: unknown) => redactDeep(value, known, { clean: bare, prepare: prepared });
  const text = covered.length === 0 ? plain : (given: string) => bare(prepared(given));
  return {
    text,
    code: (text) => redactLines(text, known),
    deep,
    ownAnswer: (own) => eachText(own, text),
    answer: (input, output) => deep(asksForSecret(input) ? withoutAnswer(output) : output),
    id: (id) => (plain(id) === id && !hasRandomRun(id, randomId) ? id : `id-${shortHash(id)}`),
    name: (name) => (hasRandomRun(name, randomName) ? `name-${shortHash(name)}` : plain(name)),
    path,
  };
}

function eachText<T>(value: T, clean: (text: string) => string): T {
  if (typeof value === "string") return clean(value) as T;
  if (Array.isArray(value)) return value.map((one) => eachText(one, clean)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eachText(one, clean)])) as T;
}

const maxRememberedLength = 200;
const maxRemembered = 500;

/** Tool names, folders and session ids come with every event. */
function rememberingShort(clean: (text: string) => string): (text: string) => string {
  const remembered = remembering(maxRemembered, clean);
  return (text) => (text.length > maxRememberedLength ? clean(text) : remembered(text));
}
