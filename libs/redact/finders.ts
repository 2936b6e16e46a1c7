// All finders of the redactor in one call, and where known values stand in a text. For redact.ts, which replaces
// what they find, and dotenv.ts, which asks whether a value holds a secret.
import { findCommandPasswords } from "./commands.ts";
import type { Cue } from "./cues.ts";
import { findEncoded } from "./encoded.ts";
import { findKeyed } from "./keys.ts";
import { findPlaces } from "./places.ts";
import { findSpoken } from "./prose.ts";
import { findMiddles, findPrefixed, findPrivateKeys, type Span } from "./shapes.ts";
import { findUrlPasswords } from "./urls.ts";
import { findEscaped } from "./wrapped.ts";

/** Below this, a known value counts only where it is a word of its own. */
const LONG_ENOUGH_ANYWHERE = 8;

/** `layers`: how often what base64 or hex hides is decoded. */
export function findSecrets(text: string, known: readonly string[], layers: number): Span[] {
  const found: Span[] = [];
  for (const value of known) findKnown(text, value, found);
  findPrivateKeys(text, found);
  const cues: Cue[] = [];
  findPrefixed(text, found, cues);
  findEscaped(text, found, shownIn);
  findMiddles(text, found);
  findUrlPasswords(text, found);
  findCommandPasswords(text, cues, found);
  findPlaces(text, cues, found);
  findSpoken(text, cues, found);
  findKeyed(text, cues, found);
  if (layers > 0) findEncoded(text, found, (decoded) => findSecrets(decoded, known, layers - 1).length > 0);
  return found;
}

function shownIn(text: string): Span[] {
  const found: Span[] = [];
  findPrefixed(text, found, []);
  findMiddles(text, found);
  return found;
}

function findKnown(text: string, value: string, found: Span[]): void {
  for (let start = text.indexOf(value); start >= 0; ) {
    const end = start + value.length;
    const alone = !isWordPart(text, start - 1) && !isWordPart(text, end);
    if (alone || value.length >= LONG_ENOUGH_ANYWHERE) found.push({ start, end, kind: "known" });
    start = text.indexOf(value, end);
  }
}

const isWordPart = (text: string, at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at));
