// Files of tellback's home besides the store: logs and events that wait. What must go leaves them too,
// and a search through all of them proves it.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Memory } from "../../memory/memory.ts";
import { filesBelow } from "../../platform/files-below.ts";
import { columnsThatHold } from "../../store/texts.ts";
import { type Holds, plain } from "./cut.ts";
import type { ForgetSelection } from "./select.ts";

/** Logs lose the lines that contain it, waiting events go as a whole. Returns how many files changed. */
export async function rewriteFiles(
  { paths }: Memory,
  { holds, match, items }: ForgetSelection,
): Promise<number> {
  const ids = new Set(items.map(({ id }) => id));
  const mustGo = lineHolds(match === null ? null : holds, ids);
  let changed = 0;
  for (const path of filesBelow(paths.logs)) {
    const lines = readFileSync(path, "utf8").split("\n");
    const left = lines.filter((line) => !mustGo(line));
    if (left.length === lines.length) continue;
    // In place: the daemon appends to this file.
    writeFileSync(path, left.join("\n"));
    changed++;
  }
  if (match === null || holds === null) return changed;
  for (const path of filesBelow(paths.inbox)) {
    if (!holds(readFileSync(path, "utf8"))) continue;
    rmSync(path, { force: true });
    changed++;
  }
  return changed;
}

function lineHolds(holds: Holds | null, ids: ReadonlySet<string>): Holds {
  return (line) => {
    if (holds?.(line)) return true;
    for (const id of line.match(/\b[a-z]{2,3}_[0-9A-Z]{26}\b|[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [])
      if (ids.has(id)) return true;
    return false;
  };
}

/** Files that tellback did not write, or that hold no text of the user. */
const notSearched = new Set(["models", "packages", "compiled"]);

export interface Proof {
  files: number;
  found: string[];
}

/** Searches every file below tellback's home for the text, and every text of the store. Null if no text was given. */
export async function proofOf(
  { paths, db }: Memory,
  { match, holds }: ForgetSelection,
): Promise<Proof | null> {
  if (match === null || holds === null) return null;
  const proof: Proof = { files: 0, found: [] };
  for (const path of filesBelow(paths.home, { except: notSearched })) {
    proof.files++;
    if (holds(path.slice(paths.home.length)) || (await contains(path, match))) proof.found.push(path);
  }
  proof.found.push(...(await columnsThatHold(db, holds)));
  return proof;
}

/** As it is and in lower case, in JSON, in hexadecimal digits, in base64 at each of three offsets. */
export function encodingsOf(text: string): Buffer[] {
  const forms = [...new Set([text, text.toLowerCase(), text.normalize("NFC")])];
  const escaped = (form: string) =>
    form.replace(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const texts = forms.flatMap((form) => {
    const json = JSON.stringify(form).slice(1, -1);
    const hex = Buffer.from(form).toString("hex");
    return [
      form,
      json,
      JSON.stringify(json).slice(1, -1),
      escaped(json),
      hex,
      hex.toUpperCase(),
      ...base64Of(form),
    ];
  });
  return [...new Set(texts)].map((form) => Buffer.from(form));
}

function base64Of(text: string): string[] {
  const whole = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
      .toString("base64")
      .replace(/=+$/, "");
    // The first and last characters also depend on what is around.
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return whole.filter((part) => part.length >= 8);
}

const bytesAtOnce = 1024 * 1024;

/** In the encodings above, and as text in any case and spacing. */
async function contains(path: string, match: string): Promise<boolean> {
  const needles = encodingsOf(match);
  const wanted = plain(match);
  const overlap = 4 * Math.max(...needles.map(({ length }) => length));
  const file = await open(path, "r").catch(() => null);
  if (!file) return false;
  try {
    const buffer = Buffer.alloc(bytesAtOnce);
    let rest = Buffer.alloc(0);
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return false;
      const part = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      if (needles.some((needle) => part.includes(needle))) return true;
      if (plain(part.toString("utf8")).includes(wanted)) return true;
      rest = Buffer.from(part.subarray(Math.max(0, part.length - overlap)));
    }
  } finally {
    await file.close();
  }
}
