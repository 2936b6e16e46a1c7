// preview: exactly what recall would inject now, and why; and when something was injected before. Changes nothing.

import { splitReason } from "../../../libs/language/statement-model.ts";
import { shownPath } from "../../../libs/shorten/index.ts";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import type { Origin } from "../../areas/knowledge/contract.ts";
import { compose } from "../../context/compose.ts";
import type { Memory } from "../../memory/memory.ts";
import { cardOf, named, read } from "../../memory/owners.ts";
import { readWorkTree } from "../../memory/work-tree.ts";
import { evidenceOf, nodesOf } from "../../rooms/knowledge/room.ts";
import { injectionsOf, presentIn } from "../../rooms/ledger/room.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { currentWork } from "../../rooms/sessions/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db } from "../../store/schema.ts";
import { readCheckout } from "./checkout.ts";
import { gatherForFile } from "./gather-file.ts";
import { gatherForPrompt } from "./gather-prompt.ts";
import { gatherAtStart } from "./gather-start.ts";
import { notYetInjected } from "./not-yet-injected.ts";
import type { Plan, Reader } from "./plan.ts";
import { signed } from "./signed.ts";

type Preview = OutputOf<"context">;

export async function contextFor(memory: Memory, input: ParsedInputOf<"context">): Promise<Preview> {
  const folder = input.folder ?? "";
  const project = await findProject(memory.db, folder);
  const settings = memory.settingsFor(folder);
  const budget = settings["recall.budgetTokens"];
  if (!project)
    return { text: null, tokens: 0, budget, items: [], left: [], isExplained: input.explain ?? false };
  const sessionId = input.session ? await resolveId(memory.db, "sessions", input.session) : "";
  const plan = await planFor(memory, { projectId: project.id, sessionId, settings }, input, folder);
  const present = await presentIn(memory.db, { sessionId, agentId: "" });
  const offered = notYetInjected(plan.candidates, present);
  const fresh = await signed(memory, offered, new Date().toISOString());
  const composed = compose(plan.heading, plan.sections, fresh, plan.budget);
  const injected = new Set(composed?.included.map(({ item }) => item.id));
  return {
    isExplained: input.explain ?? false,
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
        because: fresh.some((one) => one.id === id) ? "no room" : "already injected",
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
    const here = await readCheckout(folder);
    const branch = asked.branch ?? here.branch;
    return gatherForPrompt(memory, reader, { ...asked, branch }, { tokens, withinMs: undefined, here });
  }
  const [tree, here] = await Promise.all([readWorkTree(folder), readCheckout(folder)]);
  return gatherAtStart(memory, reader, tree, here);
}

export async function whyShown(memory: Memory, typed: string): Promise<OutputOf<"why">> {
  const thing = await named(memory.db, typed);
  const { title } = cardOf(await read(memory.db, thing));
  const origin = await originOf(memory.db, thing.id);
  return { id: thing.id, title, origin, injections: await injectionsOf(memory.db, thing.id) };
}

/** Of a node or a learning: whose words it is, where they were said, and why; null for anything else. */
export async function originOf(db: Db, id: string): Promise<Origin | null> {
  const [node] = await nodesOf(db, [id]);
  if (!node) return null;
  const [first] = await evidenceOf(db, { nodeId: id });
  return {
    saidBy: node.saidBy,
    words: first?.claim ?? null,
    reason: splitReason(node.content).reason,
    confidence: node.confidence,
    since: node.createdAt,
    sessionId: node.sessionId,
    observationId: node.observationId,
    supersededBy: node.supersededBy,
    author: node.author,
    machine: node.machine,
    scope: node.scope,
  };
}
