// A decision in one sentence. Without schemas, so that the page can import it.

import type { Decision } from "./sessions.ts";

export function decisionText({ what, because }: Decision): string {
  return because === ""
    ? what
    : `${what.replace(/[.\s]+$/, "")}, because ${because.replace(/^because /i, "")}`;
}
