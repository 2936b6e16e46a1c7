// tellback team create, join, add: the line with a password is typed or piped, so that it need not stand among the arguments
// of a program, where others on the machine can see it.

import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { isCancel, password } from "@clack/prompts";
import { connect } from "../../client/connect.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { RunOperation } from "../command.ts";
import { good, say } from "../text/output.ts";

export async function urlFrom(given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "-") return given;
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  const typed = await password({ message: "The line with which you join (postgres://…)" });
  if (isCancel(typed)) throw new TellbackError("interrupted", "cancelled");
  return typed.trim();
}

export async function add(
  name: string,
  { file, ...options }: Record<string, unknown>,
  run: RunOperation,
): Promise<void> {
  if (typeof file !== "string") return run("team.add", { ...options, name }, options);
  const path = fromUser(file);
  // First, so that no member is added whose line is lost.
  writeFileSync(path, "", { mode: 0o600, flag: "wx" });
  const { client } = await connect(pathsOf());
  const added = await client.call("team.add", { ...options, name } as never);
  writeFileSync(path, `${added.joinUrl ?? ""}\n`, { mode: 0o600 });
  say(`${good("added")} ${added.name} as ${added.role}; the line is in ${path}`);
}
