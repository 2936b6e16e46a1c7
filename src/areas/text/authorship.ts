// Who made something, where, and who else may have it, as the rows of a list of facts.

import type { ShareScope } from "../../protocol/knowledge.ts";
import { dim } from "./output.ts";

interface Authorship {
  author: string | null;
  machine: string | null;
  scope?: ShareScope;
}

const scopes: Record<ShareScope, string> = {
  private: "private",
  project: "shared with the project",
  team: "shared with the team",
};

/** The beginning of a machine's id, which is unique among a team's. */
const shownId = 12;

export function authorText({ author, machine, scope }: Authorship): string {
  const where = machine?.startsWith("mch_") ? `on ${machine.slice(0, shownId)}` : (machine ?? "");
  const by = author === null ? [] : [[author, where].filter(Boolean).join(" ")];
  return [...by, ...(scope === undefined || scope === "private" ? [] : [scopes[scope]])].join(" · ");
}

export function authorRows(one: Authorship): string[][] {
  const text = authorText(one);
  return text === "" ? [] : [[dim("by"), text]];
}
