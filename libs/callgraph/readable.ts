// What a grammar does not know, blanked out before parsing: the text keeps its length, so that every position holds. Pure.

import type { LanguageId } from "./languages/of-path.ts";

export function readable(text: string, language: LanguageId): string {
  switch (language) {
    case "swift":
      return inSwift(text);
    case "c":
    case "cpp":
      return withoutAnnotations(text);
    case "typescript":
    case "tsx":
      return text.replace(/\bexport type(?= \*)/g, (found) => `export${blank(found.slice("export".length))}`);
    default:
      return text;
  }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Conditional compilation: both sides are read, one after the other. A name in backticks may have spaces. */
function inSwift(text: string): string {
  const plain = text.includes("#") ? text.replace(/^[ \t]*#(?:if|elseif|else|endif)\b[^\n]*/gm, blank) : text;
  return plain.replace(/(?<=\bfunc )`[^`\n]{1,200}`/g, (name) => name.replace(/[^`\w]/g, "_"));
}

/** Annotations of clang's thread safety analysis, which stand where the grammar expects the end of a declaration. */
const annotations = new Set(
  [
    "GUARDED_BY PT_GUARDED_BY GUARDED_VAR PT_GUARDED_VAR CAPABILITY SCOPED_CAPABILITY LOCKABLE SCOPED_LOCKABLE",
    "REQUIRES REQUIRES_SHARED EXCLUSIVE_LOCKS_REQUIRED SHARED_LOCKS_REQUIRED EXCLUDES LOCKS_EXCLUDED",
    "ACQUIRE ACQUIRE_SHARED RELEASE RELEASE_SHARED TRY_ACQUIRE TRY_ACQUIRE_SHARED ACQUIRED_BEFORE ACQUIRED_AFTER",
    "EXCLUSIVE_LOCK_FUNCTION SHARED_LOCK_FUNCTION UNLOCK_FUNCTION ASSERT_CAPABILITY ASSERT_EXCLUSIVE_LOCK",
    "RETURN_CAPABILITY LOCK_RETURNED NO_THREAD_SAFETY_ANALYSIS",
  ].flatMap((line) => line.split(" ")),
);

function withoutAnnotations(text: string): string {
  if (!/_BY\b|LOCK|CAPABILITY|REQUIRES|ACQUIRE|EXCLUDES/.test(text)) return text;
  return text.replace(/^(?![ \t]*#).*\b[A-Z][A-Z_]{5,}\b.*$/gm, (line) =>
    line.replace(/\b([A-Z][A-Z_]{5,})\b(?:\([^()\n]*\))?/g, (found, name: string) =>
      annotations.has(name) ? blank(found) : found,
    ),
  );
}
