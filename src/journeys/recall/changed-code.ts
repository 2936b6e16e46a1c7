// The signatures of the files that changed last, one candidate a file: for users who give the part `code` a share.

import { inertLine } from "../../context/quote.ts";
import { type LastSignature, signaturesOfLastFiles } from "../../indexes/codemap/last-files.ts";
import type { Db } from "../../store/schema.ts";
import type { Candidate } from "./candidates.ts";

const maxFiles = 5;
const maxLineLength = 600;

export async function changedCode(db: Db, projectId: string): Promise<Candidate[]> {
  const files = await signaturesOfLastFiles(db, projectId, maxFiles);
  return files.map(({ path, signatures }, rank) => {
    const line = (shown: number) =>
      inertLine(
        `${path}: ${signatures.slice(0, shown).map(signed).join("; ")}${signatures.length > shown ? "; …" : ""}`,
        maxLineLength,
      );
    return {
      ...{ id: `code:${path}`, kind: "code", section: "code", priority: -rank, from: "", cues: [path] },
      ...{ title: line(3), summary: line(8), detail: line(20) },
      ...{ isUnsigned: true, why: { reason: "its symbols changed last" } },
    };
  });
}

function signed({ signature, change }: LastSignature): string {
  return change === null ? signature : `${signature} (${change})`;
}
