// preview: exactly what recall would inject now, and why; and when something was injected before. Changes nothing.

import { compose } from "../../context/compose.ts";
import type { Memory } from "../../memory.ts";
import { cardOf, named, read } from "../../owners.ts";
import type { OutputOf, ParsedInputOf } from "../../protocol/operations.ts";
import { currentWork, findProject, injectionsOf, presentIn, shownPath } from "../../rooms/episodic/room.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { resolveId } from "../../store/resolve.ts";
import { gatherAtStart, gatherForFile, gatherForPrompt, type Plan, type Reader } from "./gather.ts";
import { readWorkTree } from "./work-tree.ts";

type Preview = OutputOf<"context">;

export async function contextFor(memory: Memory, input: ParsedInputOf<"context">): Promise<Preview> {
  const folder = input.folder ?? "";
  const project = await findProject(memory.db, folder);
  const settings = memory.settingsFor(folder);
  const budget = settings["recall.budgetTokens"];
  if (!project) return { text: null, tokens: 0, budget, items: [], left: [] };
  const sessionId = input.session ? await resolveId(memory.db, "sessions", input.session) : "";
  const plan = await planFor(memory, { projectId: project.id, sessionId, settings }, input, folder);
  const present = await presentIn(memory.db, { sessionId, agentId: "" });
  const fresh = plan.candidates.filter(({ id }) => !present.has(id));
  const composed = compose(plan.heading, plan.sections, fresh, plan.budget);
  const injected = new Set(composed?.included.map(({ item }) => item.id));
  return {
    text: composed?.text ?? null,
    tokens: composed?.tokens ?? 0,
    budget: plan.budget.tokens,
    items: (composed?.included ?? []).map(({ item, length, tokens }) => ({
      id: item.id,
      kind: item.kind,
      section: item.section,
      title: item.title,
      length,
      tokens,
      why: item.why,
    })),
    left: plan.candidates
      .filter(({ id }) => !injected.has(id))
      .map(({ id, title }) => ({
        id,
        title,
        because: present.has(id) ? "already injected" : "no room",
      })),
  };
}

async function planFor(
  memory: Memory,
  reader: Reader,
  input: ParsedInputOf<"context">,
  folder: string,
): Promise<Plan> {
  if (input.file) {
    return gatherForFile(memory, reader, shownPath(input.file, { projectDir: folder, cwd: folder }));
  }
  if (input.for) {
    const asked = { text: input.for, ...(await currentWork(memory.db, reader.sessionId)) };
    const tokens = reader.settings["recall.promptTokens"];
    return gatherForPrompt(memory, reader, asked, { tokens, withinMs: undefined });
  }
  return gatherAtStart(memory, reader, await readWorkTree(revealedPath(folder)));
}

export async function whyShown(memory: Memory, typed: string): Promise<OutputOf<"why">> {
  const thing = await named(memory.db, typed);
  const { title } = cardOf(await read(memory.db, thing));
  return { id: thing.id, title, injections: await injectionsOf(memory.db, thing.id) };
}
