// Sentences of real sessions, for training: hardly any of them is a lasting statement, so those without a cue that
// could carry one serve as examples of what is not. For bench/statements.ts.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { SaidBy } from "../src/protocol/knowledge.ts";

export interface Said {
  project: string;
  by: SaidBy;
  text: string;
}

/** What was typed and replied in the transcripts of an archive; nothing where there is none. */
export function saidIn(archive: string): Said[] {
  if (!existsSync(archive)) return [];
  const folder = mkdtempSync(join(tmpdir(), "tellback-sessions-"));
  try {
    execFileSync("tar", ["-xzf", archive, "-C", folder]);
    return readdirSync(join(folder, "transcripts"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: project }) => saidInProject(join(folder, "transcripts", project), project));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function saidInProject(folder: string, project: string): Said[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString()
        .split("\n"),
    )
    .flatMap((line): Said[] => {
      if (line === "") return [];
      const { type, isSidechain, isMeta, message } = JSON.parse(line);
      if (isSidechain || isMeta || (type !== "user" && type !== "assistant")) return [];
      const text = textOf(message?.content);
      return text === "" ? [] : [{ project, by: type === "user" ? "user" : "agent", text }];
    });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join("\n");
}
