// try-reply: a text given by hand → its `<ctx:*>` commands, run as if an agent had replied it, with their answers at once.
// Nothing else is captured of it.

import { commandsIn } from "../../agents/commands/scan.ts";
import type { Memory } from "../../memory/memory.ts";
import { openSession } from "../../memory/open-session.ts";
import { newId } from "../../protocol/new-id.ts";
import { markGiven, pendingOf } from "../../rooms/commands/room.ts";
import { endSession } from "../../rooms/sessions/room.ts";
import { noteCommands, runCommands } from "./command.ts";

const host = "terminal";

export async function tryReply(
  memory: Memory,
  { text, folder, sessionId }: { text: string; folder: string; sessionId: string | null },
) {
  const at = new Date().toISOString();
  const commands = commandsIn(text);
  const id = newId("observation");
  const session = sessionId ?? `tried-${id}`;
  await memory.db.transaction().execute(async (tx) => {
    await openSession(tx, { type: "turn-end", host, sessionId: session, projectDir: folder, at });
    const said = { host, sessionId: session, at, promptId: id };
    await noteCommands(tx, said, { id: `tried:${id}`, hostKey: "" }, text, commands);
  });
  const before = new Set((await pendingOf(memory.db, session)).map(({ seq }) => seq));
  await runCommands(memory, session);
  // Otherwise commands in a terminal would act in it, as the newest one.
  if (sessionId === null) await endSession(memory.db, session, at);
  const answers = (await pendingOf(memory.db, session)).filter(({ seq }) => !before.has(seq));
  await markGiven(
    memory.db,
    answers.map(({ seq }) => seq),
    at,
  );
  return {
    commands: commands.map(({ name, line }) => ({ name, line })),
    answers: answers.map(({ kind, about, items }) => ({
      isError: kind === "error",
      about,
      texts: items.map((item) => item.text),
    })),
  };
}
