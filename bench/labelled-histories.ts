// Sentences of real histories with the judgement of a reader: is this worth keeping as knowledge of the project? At the
// natural rate, at which most sentences are not. The histories themselves are read by path; bench/data/histories has only
// the hash of each sentence and its label. For bench/knowledge.ts and for the training of the statement model.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type ReadSentence, readSentences } from "../libs/language/statements/read.ts";
import type { SaidBy } from "../src/protocol/knowledge.ts";

export interface NaturalSentence {
  history: string;
  by: SaidBy;
  sentence: ReadSentence;
  /** What it was said in. */
  prompt: string;
  /** rule, decision, preference, gotcha, fact, correction, refused, open, state; none for requests and the rest. */
  label: string;
  isWorthKeeping: boolean;
  /** Understandable without the prompt around it. */
  isAlone: boolean;
  /** As a handbook would say it. */
  statements: readonly string[];
}

interface Judgement {
  label: string;
  isWorthKeeping: boolean;
  isAlone: boolean;
  statements: string[];
}

const labels = join(import.meta.dirname, "data/histories");
/** Of a long history the reader read every fourth session. */
const readSessions: Readonly<Record<string, RegExp>> = { "league-analyzer": /^0(?:02|06|10|14|18|22)-/ };
const archives = ["transcripts", "more"];

/** Every labelled history that is there; nothing where `shared` is missing. */
export function naturalSentences(shared: string): NaturalSentence[] {
  return archives.flatMap((name) => {
    const archive = join(shared, `corpora/value/${name}.tar.gz`);
    if (!existsSync(archive)) return [];
    const folder = mkdtempSync(join(tmpdir(), "tellback-histories-"));
    try {
      execFileSync("tar", ["-xzf", archive, "-C", folder]);
      return readdirSync(join(folder, name), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(join(labels, `${entry.name}.tsv`)))
        .flatMap(({ name: history }) => sentencesOf(join(folder, name, history), history));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function sentencesOf(folder: string, history: string): NaturalSentence[] {
  const judged = judgements(history);
  const seen = new Set<string>();
  return messagesIn(folder, readSessions[history] ?? /./).flatMap(({ by, text }) =>
    readSentences(text, by).flatMap((sentence) => {
      const key = keyOf(sentence.text);
      const judgement = judged.get(`${by} ${key}`);
      // Of what agents wrote only the sentences with a label were read.
      if (seen.has(key) || (by === "agent" && !judgement)) return [];
      seen.add(key);
      return [{ history, by, sentence, prompt: text, ...(judgement ?? none) }];
    }),
  );
}

const none: Judgement = { label: "none", isWorthKeeping: false, isAlone: false, statements: [] };

function judgements(history: string): Map<string, Judgement> {
  const found = new Map<string, Judgement>();
  const rows = readFileSync(join(labels, `${history}.tsv`), "utf8").split("\n");
  for (const row of rows.filter(Boolean)) {
    const [key = "", by = "", label = "", alone = "", statement = ""] = row.split("\t");
    const before = found.get(`${by} ${key}`);
    const statements = [...(before?.statements ?? []), ...(statement === "" ? [] : [statement])];
    found.set(`${by} ${key}`, {
      label: label.replace(/ -$/, ""),
      isWorthKeeping: statements.length > 0,
      isAlone: alone === "alone",
      statements,
    });
  }
  return found;
}

export function keyOf(sentence: string): string {
  return createHash("sha256").update(sentence).digest("hex").slice(0, 12);
}

function messagesIn(folder: string, sessions: RegExp): { by: SaidBy; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz") && sessions.test(name))
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .split("\n"),
    )
    .flatMap((line) => {
      if (line === "") return [];
      const { type, isSidechain, isMeta, message } = JSON.parse(line);
      if (isSidechain || isMeta || (type !== "user" && type !== "assistant")) return [];
      const text = textOf(message?.content);
      return text === "" ? [] : [{ by: type === "user" ? ("user" as const) : ("agent" as const), text }];
    });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join("\n");
}
