// Finds secrets by the object that holds them: the data of a Kubernetes Secret, tokens by host in Composer's auth.json,
// keys of an Azure account, a generated password in Terraform's state, recovery codes. For places.ts. Every pattern is
// bounded and starts at a cue, so that scanning stays linear.
import type { CueGroup } from "./cues.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./shapes.ts";

/** How far from its data the kind of a Kubernetes object is looked for, in both directions. */
const DOCUMENT = 3_000;
const MOST_PAIRS = 60;
const KIND_SECRET = /kind\\{0,8}["']?:\s{0,2}\\{0,8}["']?(?:Sealed)?Secret\b/g;

const OPENING = /[\w-]{1,20}\\{0,8}"?\s{0,4}:\s{0,4}\{/y;
const PAIR =
  /(?:\s|\\{1,8}[nrt]|,){0,40}\\{0,8}["'][\w./-]{1,128}\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["']([^"'\\\n]{0,8192})\\{0,8}["']/dy;

const BLOCK = /[\w-]{1,20}:[ \t]{0,8}(?:\r?\n|\\{1,8}n)/y;
/** A line that is indented further than its block, also one that is read with line numbers. */
const LINE =
  /(?:[ \t]{0,8}\d{1,6}(?:→|\t))?([ \t]{1,40})["']?[\w./-]{1,128}["']?:[ \t]{1,8}(?:[|>][-+]{0,2}[ \t]{0,4}(?:\r?\n|\\{1,8}n)[ \t]{1,40})?["']?([^\s"'\\]{1,8192})["']?[ \t\r]{0,8}(?:\n|\\{1,8}n|$)/dy;

/** Reads the pairs behind a cue and gives each of their values. */
function readPairs(text: string, at: number, take: (start: number, end: number) => void): void {
  OPENING.lastIndex = at;
  const braces = OPENING.test(text);
  BLOCK.lastIndex = at;
  if (!braces && !BLOCK.test(text)) return;
  const pair = braces ? PAIR : LINE;
  pair.lastIndex = braces ? OPENING.lastIndex : BLOCK.lastIndex;
  for (let i = 0; i < MOST_PAIRS; i++) {
    const value = pair.exec(text)?.indices?.[braces ? 1 : 2];
    if (!value) return;
    take(...value);
  }
}

/** data and stringData of Kubernetes Secrets: whatever their keys are called. `at`: where such a block may begin. */
export function findSecretObjects(text: string, at: readonly number[], found: Span[]): void {
  if (at.length === 0 || !text.includes("Secret")) return;
  const kinds = [...text.matchAll(KIND_SECRET)].map(({ index }) => index);
  let next = 0;
  let done = 0;
  for (const start of at) {
    while ((kinds[next] ?? Number.POSITIVE_INFINITY) < start) next++;
    if (start < done || ![kinds[next - 1], kinds[next]].some((kind) => isSameDocument(text, start, kind)))
      continue;
    readPairs(text, start, (from, to) => {
      push(text, from, to, found);
      done = to;
    });
  }
}

/** Documents of a YAML stream are separated by `---`. */
function isSameDocument(text: string, at: number, kind: number | undefined): boolean {
  if (kind === undefined || Math.abs(at - kind) > DOCUMENT) return false;
  return !text.slice(Math.min(at, kind), Math.max(at, kind)).includes("\n---");
}

const KEY_VALUE =
  /[^{}[\]]{0,200}?\\{0,8}"(?:value|result)\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}"([^"\\\n]{8,512})/dy;
/** Between the type of a resource and its attributes. */
const RESOURCE = 600;

function readKeyObject(text: string, at: number, found: Span[]): void {
  let from = at;
  if (text.startsWith("random_password", at)) {
    const attributes = text.slice(at, at + RESOURCE).indexOf('attributes"');
    if (attributes < 0) return;
    from = text.indexOf("{", at + attributes) + 1;
  }
  KEY_VALUE.lastIndex = from;
  const value = KEY_VALUE.exec(text)?.indices?.[1];
  if (value) push(text, ...value, found);
}

const CODES_OPEN = /[A-Za-z]{1,10}[ _-]?[cC]odes[^\n:[\\]{0,60}(?:[:[]|\\{1,8}["n]|\n)/y;
const CODE =
  /(?:[\s"',[:*•]|\\{1,8}["nrt]|\d{1,2}[.)] |- ){0,20}(\d{4} \d{4}|(?=[A-Za-z-]{0,24}\d)[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,4}|[a-z]{5}-[a-z]{5}|[A-Z]{5}-[A-Z]{5})(?![\w-])/dy;

/** Your recovery codes: a1b2c-3d4e5 … */
function readRecoveryCodes(text: string, at: number, found: Span[]): void {
  CODES_OPEN.lastIndex = at;
  if (!CODES_OPEN.test(text)) return;
  CODE.lastIndex = CODES_OPEN.lastIndex;
  for (let i = 0; i < MOST_PAIRS; i++) {
    const code = CODE.exec(text)?.indices?.[1];
    if (!code) return;
    if (code[1] - code[0] >= 8) push(text, ...code, found, "recovery-code");
  }
}

function push(text: string, start: number, end: number, found: Span[], kind = "secret"): void {
  if (end - start >= 4 && !isPlaceholder(text.slice(start, end))) found.push({ start, end, kind });
}

export const OBJECT_READERS: Partial<Record<CueGroup, (text: string, at: number, found: Span[]) => void>> = {
  "token-object": (text, at, found) =>
    readPairs(text, at, (start, end) => {
      if (end - start >= 16) push(text, start, end, found, "token");
    }),
  "key-object": readKeyObject,
  "recovery-codes": readRecoveryCodes,
};
