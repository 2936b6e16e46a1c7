// Calls of tellback's own tools and commands: questions to the memory, not work. They stay in the timeline and are
// counted as evidence, and search does not return them: a question would find itself. Pure.

import { commandsOf } from "../../../libs/shell/index.ts";
import { isOwnTool } from "../../../libs/shorten/index.ts";
import { deedOf } from "../../protocol/tools.ts";

interface ToolUse {
  tool: string | null;
  detail: string;
}

export function isOwnCall({ tool, detail }: ToolUse): boolean {
  if (tool === null) return false;
  if (isOwnTool(tool)) return true;
  if (deedOf(tool) !== "runs") return false;
  const line = /^\$ (.+)$/m.exec(detail)?.[1];
  return line !== undefined && onlyAsksMemory(line);
}

/** The program by its name or its path; other commands beside it only look or shorten. */
const OWN = /(?:^|\/)tellback$/;
const BESIDE = /^(?:cd|head|tail|cat|less|jq|grep|sed|sort|echo|true)$/;

function onlyAsksMemory(line: string): boolean {
  const programs = commandsOf(line).map(({ words }) => words.find((word) => !/^\w+=/.test(word)) ?? "");
  return programs.some((one) => OWN.test(one)) && programs.every((one) => OWN.test(one) || BESIDE.test(one));
}
