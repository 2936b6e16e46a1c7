// usage: whether an injected item helped the agent. If its file is touched, its names are repeated, its id is queried or a
// command does what it says, it counts as used and ranks higher in later searches; an ignored item ranks lower. A command
// that it rules out contradicts it: that alone lowers what it is worth, and never what the user said or confirmed.

import { type Obedience, obedienceOf } from "../../../libs/language/statement-model.ts";
import { commandsOf } from "../../../libs/shell/index.ts";
import { contradicted } from "../../memory/knowledge/confidence.ts";
import type { Memory } from "../../memory/memory.ts";
import { changeNode, countUse, nodesOf, noteChange } from "../../rooms/knowledge/room.ts";
import { type Conversation, markAsked, markUsed, openStatements, unusedIn } from "../../rooms/ledger/room.ts";
import type { Db } from "../../store/schema.ts";

/** What an agent did, as far as it shows what it knows. */
export interface Did {
  /** The files that its tool touched. */
  files: readonly string[];
  /** What it wrote. */
  words: string;
  /** The shell command that it ran and that worked; empty: it ran none. */
  command: string;
  at: string;
}

/** Runs in the transaction that records what the agents did. */
export async function noteUse(
  tx: Db,
  deeds: readonly { conversation: Conversation; did: Did }[],
): Promise<void> {
  const each = Map.groupBy(deeds, ({ conversation }) => `${conversation.sessionId}\n${conversation.agentId}`);
  for (const [first, ...rest] of each.values()) {
    if (!first) continue;
    const all = [first, ...rest];
    await noteObedience(
      tx,
      first.conversation,
      all.map(({ did }) => did),
    );
    if ((await unusedIn(tx, first.conversation)).length === 0) continue;
    for (const { conversation, did } of all) await noteUseOf(tx, conversation, did);
  }
}

async function noteUseOf(tx: Db, conversation: Conversation, did: Did): Promise<void> {
  const unused = await unusedIn(tx, conversation);
  if (unused.length === 0) return;
  const touched = new Set(did.files);
  const said = did.words;
  const byFile = unused.filter(({ cues }) => cues.some((cue) => touched.has(cue)));
  const byName = unused.filter((one) => !byFile.includes(one) && one.cues.some((cue) => said.includes(cue)));
  await markUsed(tx, seqsOf(byFile), "file", did.at);
  await markUsed(tx, seqsOf(byName), "name", did.at);
  await countUse(
    tx,
    "used",
    [...byFile, ...byName].map(({ ownerId }) => ownerId),
  );
}

/** Whether commands keep to the statements that the conversation contains. */
async function noteObedience(tx: Db, conversation: Conversation, deeds: readonly Did[]): Promise<void> {
  const ran = deeds.filter(({ command }) => command !== "");
  if (ran.length === 0) return;
  const open = await openStatements(tx, conversation);
  const nodes = await nodesOf(tx, [...new Set(open.map(({ ownerId }) => ownerId))]);
  for (const node of nodes) {
    const seen = ran
      .map(({ command, at }) => ({ at, verdict: verdictOn(node.content, command) }))
      .find(({ verdict }) => verdict !== null);
    if (!seen?.verdict) continue;
    const seqs = open.filter(({ ownerId }) => ownerId === node.id).map(({ seq }) => seq);
    await markUsed(tx, seqs, seen.verdict, seen.at);
    if (seen.verdict === "followed") await countUse(tx, "used", [node.id]);
    else if (!node.isManual && node.saidBy !== "user") await lower(tx, node, seen.at);
  }
}

/** One command against it counts more than others that keep to it. */
function verdictOn(statement: string, command: string): Obedience | null {
  const verdicts = commandsOf(command).map(({ words }) => obedienceOf(statement, words));
  if (verdicts.includes("contradicted")) return "contradicted";
  return verdicts.includes("followed") ? "followed" : null;
}

async function lower(
  tx: Db,
  { id, confidence }: { id: string; confidence: number },
  at: string,
): Promise<void> {
  await noteChange(tx, "contradicted: a command does what it rules out", [id], at, async () => {
    const change = { confidence: contradicted(confidence) };
    return { ids: [(await changeNode(tx, id, change, at)).id] };
  });
}

export async function noteAsked({ db, events }: Memory, id: string): Promise<void> {
  events.record({ type: "memory.opened", data: { id } });
  await db.transaction().execute(async (tx) => {
    if (await markAsked(tx, id, new Date().toISOString())) await countUse(tx, "used", [id]);
  });
}

function seqsOf(unused: readonly { seq: number }[]): number[] {
  return unused.map(({ seq }) => seq);
}
