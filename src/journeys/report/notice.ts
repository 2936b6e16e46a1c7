// One line for the user, at the start of a session, never for the model: a problem, once a day; else what the agent was
// told, so that a person sees that it works.

import { commandWord } from "../../config/command-word.ts";
import { isNewNotice } from "../../config/hook-log.ts";
import { frame, inert } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import { hasSharedMemory, treeAt } from "../../memory/shared/folder.ts";
import { trustOf } from "../../memory/shared/trusted.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { plural } from "../../protocol/plural.ts";
import { inProject } from "../../protocol/scope.ts";
import { presentIn } from "../../rooms/ledger/room.ts";
import { countMemories, findProject } from "../../rooms/projects/room.ts";
import { problemsNow } from "./status.ts";

type SessionStart = Extract<HookEvent, { type: "session-start" }>;

export async function newNotice(memory: Memory, event: SessionStart): Promise<Inert | undefined> {
  return (await newProblem(memory)) ?? untrustedMemory(memory, event) ?? (await toldLine(memory, event));
}

/** Once a day: others have written down what they know, and nobody has said whether it may be read. */
function untrustedMemory({ paths }: Memory, { projectDir }: SessionStart): Inert | undefined {
  const tree = treeAt(projectDir);
  if (!hasSharedMemory(tree) || trustOf(paths, tree) !== "unknown") return undefined;
  const text = frame`tellback: this repository shares a team's memory, which is not read: look at .tellback/memory, then run \`${inert(commandWord(paths))} team trust\``;
  return isNewNotice(paths, text) ? text : undefined;
}

async function newProblem(memory: Memory): Promise<Inert | undefined> {
  const [problem, ...more] = await problemsNow(memory);
  if (!problem) return undefined;
  const others = more.length > 0 ? frame` (and ${more.length} more)` : frame``;
  const text = frame`tellback: ${inert(problem.message)}${others}. Run \`tellback doctor\`.`;
  return isNewNotice(memory.paths, text) ? text : undefined;
}

async function toldLine(memory: Memory, event: SessionStart): Promise<Inert | undefined> {
  if (!memory.config["recall.notice"] || event.source === "compact") return undefined;
  const { db, paths } = memory;
  const project = await findProject(db, event.projectDir);
  const remembered = project ? (await countMemories(db, inProject(project.id))).observations : 0;
  const told = (await presentIn(db, { sessionId: event.sessionId, agentId: "" })).ids.size;
  // A statement that somebody wrote down is told before anything has happened in the project.
  const counts = [
    ...(told + remembered > 0
      ? [`${plural(told, "note")} told`]
      : ["nothing remembered here yet; it begins now"]),
    ...(remembered > 0 ? [`${remembered} remembered`] : []),
  ];
  const counted = inert(counts.join(", "));
  return frame`tellback: ${counted} · ${inert(commandWord(paths))} open`;
}
