// tools: what the user adds, trusts and removes. A tool of the user is a copy in tellback's home; a project's stays where
// it is and is trusted as it is now.

import { join, resolve } from "node:path";
import { copyTool, deleteTool } from "../../config/own-tool-copies.ts";
import { userToolFolder } from "../../config/own-tool-folders.ts";
import { type OwnTool, ownTools, toolIn, trustKey } from "../../config/own-tools.ts";
import type { Paths } from "../../config/paths.ts";
import { distrust, trustAs } from "../../config/trust.ts";
import { TellbackError } from "../../protocol/errors.ts";

/** Which names are taken by tellback itself. */
type IsTaken = (name: string) => boolean;

export function addTool(paths: Paths, path: string, isTaken: IsTaken): OwnTool {
  const given = usable(toolIn(paths, resolve(path), "user"), isTaken);
  const folder = join(userToolFolder(paths), given.name);
  if (ownTools(paths, undefined).some(({ name }) => name === given.name))
    throw new TellbackError("conflict", `there is a tool ${given.name} already`, {
      hint: `\`tellback tool remove ${given.name}\` removes it.`,
    });
  copyTool(paths, given, folder);
  return trusted(paths, toolIn(paths, folder, "user"));
}

export function trustTool(
  paths: Paths,
  asked: { name: string; folder?: string | undefined },
  isTaken: IsTaken,
): OwnTool {
  return trusted(paths, usable(toolNamed(paths, asked), isTaken));
}

/** Returns whether files were deleted. */
export function removeTool(
  paths: Paths,
  asked: { name: string; folder?: string | undefined },
): { tool: OwnTool; isDeleted: boolean } {
  const tool = toolNamed(paths, asked);
  distrust(paths, trustKey(tool.folder));
  const isDeleted = tool.origin === "user";
  if (isDeleted) deleteTool(tool);
  return { tool, isDeleted };
}

export function toolNamed(
  paths: Paths,
  { name, folder }: { name: string; folder?: string | undefined },
): OwnTool {
  const found = ownTools(paths, folder).find((tool) => tool.name === name);
  if (found) return found;
  throw new TellbackError("not_found", `there is no tool ${name}`, {
    hint: "`tellback tool list` lists them; `tellback tool add FOLDER` adds one.",
  });
}

function usable(tool: OwnTool, isTaken: IsTaken): OwnTool {
  if (tool.manifest === null)
    throw new TellbackError("invalid_input", `the tool in ${tool.folder} ${tool.problem}`, {
      hint: "docs/tools.md has the form of tool.json.",
    });
  if (isTaken(tool.name))
    throw new TellbackError("conflict", `${tool.name} is a tool of tellback itself`, {
      hint: "Give it another name in tool.json.",
    });
  return tool;
}

function trusted(paths: Paths, tool: OwnTool): OwnTool {
  trustAs(paths, trustKey(tool.folder), tool.hash);
  return { ...tool, state: "ready" };
}
