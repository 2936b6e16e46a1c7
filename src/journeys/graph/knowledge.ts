// knowledge: what is known about a project, by kind, with confidence and reason; exported to files and imported from
// them by merging.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { filesNamedIn } from "../../../libs/language/index.ts";
import { splitReason } from "../../../libs/language/statement-model.ts";
import type { Knowledge, KnowledgeEntry } from "../../areas/knowledge/contract.ts";
import { checkTarget, writeUserFile } from "../../config/user-files.ts";
import { loadingWaitMs } from "../../indexes/search/search.ts";
import { remember } from "../../memory/knowledge/remember.ts";
import { tiesOf } from "../../memory/knowledge/ties.ts";
import { aboutTopic, type Subject, topicsOf } from "../../memory/knowledge/topics.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { describeIssues } from "../../protocol/complaint.ts";
import { TellbackError } from "../../protocol/errors.ts";
import {
  edgeType,
  type LearningCategory,
  type Node,
  type NodeType,
  nodeType,
  writtenType,
} from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { anchorsAmong, staleReasons } from "../../rooms/anchors/room.ts";
import { addTags, edgesAmong, findNodes, linkNodes, readTags } from "../../rooms/knowledge/room.ts";
import { openProjectAt, projectNames } from "../../rooms/projects/room.ts";
import type { Cleaner } from "../../secrets/cleaner.ts";

const maxNodes = 5_000;
const sections = [
  "decisions",
  "patterns",
  "conventions",
  "gotchas",
  "architecture",
  "dependencies",
  "facts",
  "openQuestions",
] as const;
type SectionName = (typeof sections)[number];

export async function projectKnowledge(
  memory: Memory,
  { topic, projects }: { topic?: string | undefined; projects: ProjectScope },
): Promise<Knowledge> {
  const nodes = await findNodes(memory.db, { query: null, projects, limit: maxNodes });
  const all = nodes.filter((node) => sectionOf(node) !== null);
  const code = await anchorsAmong(
    memory.db,
    all.map(({ id }) => id),
  );
  const subjects = all.map((node): Subject => ({ ...node, code: code.get(node.id) ?? [] }));
  const found = topic ? await findTopic(memory, subjects, topic, projects) : null;
  const about = found === null ? all : all.filter(({ id }) => found.has(id));
  const topics = topicsOf(subjects);
  const stale = await staleReasons(
    memory.db,
    about.map(({ id }) => id),
  );
  const ties = await tiesOf(memory.db, about);
  const names = await projectNames(memory.db);
  const entries = new Map<SectionName, KnowledgeEntry[]>(sections.map((name) => [name, []]));
  for (const node of about) {
    const section = sectionOf(node);
    if (section)
      entries.get(section)?.push(
        entryOf(node, {
          topics: topics.get(node.id) ?? [],
          stale: stale.get(node.id) ?? null,
          ties: ties.get(node.id) ?? [],
        }),
      );
  }
  const of = (name: SectionName) => (entries.get(name) ?? []).toSorted(byConfidence);
  return {
    project: projects.within === "project" ? (names.get(projects.projectId) ?? "") : "",
    topic: topic ?? null,
    // For an unknown topic, the answer lists the topics that exist.
    topics: countTopics(about.length > 0 ? about : all, topics),
    decisions: of("decisions"),
    patterns: of("patterns"),
    conventions: of("conventions"),
    gotchas: of("gotchas"),
    architecture: of("architecture"),
    dependencies: of("dependencies"),
    facts: of("facts"),
    openQuestions: of("openQuestions"),
  };
}

function byConfidence(a: KnowledgeEntry, b: KnowledgeEntry): number {
  return b.confidence - a.confidence || (a.since < b.since ? 1 : -1);
}

/** Null: nodes of this type are listed only where their category has a section. */
const sectionOfType: Record<NodeType, SectionName | null> = {
  fact: "facts",
  decision: "decisions",
  pattern: "patterns",
  observation: null,
  hypothesis: null,
  task: null,
  summary: null,
  source: null,
  "open-question": "openQuestions",
  learning: null,
};
const sectionOfCategory: Record<LearningCategory, SectionName> = {
  architecture: "architecture",
  convention: "conventions",
  gotcha: "gotchas",
  dependency: "dependencies",
  pattern: "patterns",
};

/** That something is a fact says less than its category. */
export function sectionOf({ type, category }: Pick<Node, "type" | "category">): SectionName | null {
  const section = sectionOfType[type];
  const isGeneral = section === null || section === "facts";
  return category !== null && isGeneral ? sectionOfCategory[category] : section;
}

function entryOf(node: Node, found: Pick<KnowledgeEntry, "topics" | "stale" | "ties">): KnowledgeEntry {
  const { statement, reason } = splitReason(node.content);
  return {
    id: node.id,
    statement,
    rationale: reason,
    files: filesNamedIn(node.content),
    confidence: node.confidence,
    sessions: node.timesSeen,
    since: node.createdAt,
    source: { saidBy: node.saidBy, sessionId: node.sessionId, observationId: node.observationId },
    ...found,
  };
}

function countTopics(
  nodes: readonly Node[],
  topics: ReadonlyMap<string, readonly string[]>,
): Knowledge["topics"] {
  const counts = new Map<string, number>();
  for (const node of nodes)
    for (const topic of topics.get(node.id) ?? []) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return Array.from(counts, ([topic, entries]) => ({ topic, entries })).sort(
    (a, b) => b.entries - a.entries || (a.topic < b.topic ? -1 : 1),
  );
}

/**
 * A cosine of the bundled model: of 16 topics and 23 statements 24 pairs are above it, and 21 of them belong together. Vectors
 * of other models are not comparable; there the relevance of search decides.
 */
const minNearness = 0.35;
const minRelevance = 0.3;
const maxFound = 100;

/** What names the topic, and what means it. */
async function findTopic(
  memory: Memory,
  all: readonly Subject[],
  topic: string,
  projects: ProjectScope,
): Promise<Set<string>> {
  const about = aboutTopic(all, topic);
  const isBundled = memory.config["embed.provider"] === "bundled";
  const found = await Promise.all(
    ["node", "learning"].map((kind) =>
      memory.search.find(topic, {
        ...{ scope: { projects, kind }, limit: maxFound, retrievers: "meaning" as const },
        ...{ embeddingWithinMs: 2_000, loadingWithinMs: loadingWaitMs },
      }),
    ),
  );
  for (const { document, meaning, relevance } of found.flat())
    if (isBundled ? (meaning?.score ?? 0) >= minNearness : relevance >= minRelevance)
      about.add(document.owner_id);
  return about;
}

const graphFile = "knowledge_graph.json";
const patternsFile = "patterns.json";
const conventionsFile = "conventions.json";
const exportBegins = '{\n  "version": 1,\n  "project": ';

export async function exportKnowledge(
  memory: Memory,
  { path, projects, force }: { path: string; projects: ProjectScope; force?: boolean },
): Promise<{ files: string[]; nodes: number; edges: number }> {
  const known = await projectKnowledge(memory, { projects });
  const nodes = (await findNodes(memory.db, { query: null, projects, limit: 100_000 })).sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const edges = await edgesAmong(
    memory.db,
    nodes.map(({ id }) => id),
  );
  const { project, topics, decisions, patterns, conventions, gotchas } = known;
  const documents: [string, unknown][] = [
    [
      graphFile,
      {
        version: 1,
        project,
        topics,
        decisions,
        nodes: nodes.map(portable),
        edges: edges.map(({ createdAt: _, ...edge }) => edge),
      },
    ],
    [patternsFile, { version: 1, project, patterns }],
    [conventionsFile, { version: 1, project, conventions, gotchas }],
  ];
  const replacing = { force: force ?? false, begins: exportBegins };
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const [name] of documents) checkTarget(join(path, name), replacing);
  for (const [name, document] of documents)
    writeUserFile(join(path, name), `${JSON.stringify(document, null, 2)}\n`, replacing);
  return { files: documents.map(([name]) => join(path, name)), nodes: nodes.length, edges: edges.length };
}

function portable(node: Node) {
  const { id, type, category, content, summary, tags, confidence, timesSeen, createdAt, projectId } = node;
  const isGlobal = projectId === null;
  return { id, type, category, content, summary, tags, confidence, sessions: timesSeen, createdAt, isGlobal };
}

const importedNode = z.object({
  id: z.string(),
  type: nodeType,
  content: z.string().min(1).max(20_000),
  summary: z.string().nullable().catch(null),
  tags: z.array(z.string()).catch([]),
  createdAt: z.string().catch(""),
  isGlobal: z.boolean().catch(false),
});
const importedDecision = z.object({
  topic: z.string().optional(),
  decision: z.string().min(1),
  rationale: z.string().nullable().optional(),
});
const importedGraph = z.object({
  nodes: z.array(importedNode).default([]),
  edges: z.array(z.object({ from: z.string(), to: z.string(), type: edgeType })).default([]),
  /** The format in which the seed writes decisions when there are no nodes. */
  decisions: z.array(z.unknown()).default([]),
});

/** Merges: known nodes get the new tags; nothing is lost or duplicated. */
export async function importKnowledge(
  memory: Memory,
  { path, folder }: { path: string; folder: string },
): Promise<{ added: number; merged: number; edges: number }> {
  // Imported text may be about any project.
  const graph = readGraph(path, await cleanerOfAllProjects(memory.db, [folder]));
  const now = new Date().toISOString();
  return memory.db.transaction().execute(async (tx) => {
    const projectId = await openProjectAt(tx, folder, now);
    const ids = new Map<string, string>();
    const done = { added: 0, merged: 0, edges: 0 };
    for (const node of graph.nodes) {
      const { row, isNew } = await remember(tx, {
        type: writtenType.safeParse(node.type).data ?? "fact",
        content: node.content,
        summary: node.summary,
        tags: [],
        projectId: node.isGlobal ? null : projectId,
        by: null,
        at: node.createdAt || now,
      });
      await addTags(tx, row.id, readTags(node.tags.join(" ")), now);
      ids.set(node.id, row.id);
      if (isNew) done.added++;
      else done.merged++;
    }
    for (const { from, to, type } of graph.edges) {
      const [a, b] = [ids.get(from), ids.get(to)];
      if (!a || !b || a === b) continue;
      await linkNodes(tx, a, b, type, now);
      done.edges++;
    }
    return done;
  });
}

const maxGraphBytes = 256 * 1024 * 1024;

function readGraph(folder: string, clean: Cleaner): z.infer<typeof importedGraph> {
  const file = join(folder, graphFile);
  const hint = "Name a folder that `tellback knowledge export` has written.";
  const read = readForeignSync(file, { within: folder, maxBytes: maxGraphBytes });
  if (read.status === "missing") throw new TellbackError("not_found", `file not found: ${file}`, { hint });
  if (read.status === "refused") throw new TellbackError("invalid_input", `${file} ${read.why}`, { hint });
  let parsed: unknown;
  try {
    parsed = clean.deep(JSON.parse(read.bytes.toString("utf8")));
  } catch (error) {
    throw new TellbackError("invalid_input", `${file} is not JSON: ${(error as Error).message}`, { hint });
  }
  const graph = importedGraph.safeParse(parsed);
  if (!graph.success)
    throw new TellbackError("invalid_input", `${file} cannot be used: ${describeIssues(graph.error)}`);
  if (graph.data.nodes.length > 0) return graph.data;
  const decisions = graph.data.decisions.flatMap((one) => importedDecision.safeParse(one).data ?? []);
  const nodes = decisions.map(({ topic, decision, rationale }, i) => ({
    id: `decision-${i}`,
    type: "decision" as const,
    content: rationale ? `${decision}\nRationale: ${rationale}` : decision,
    summary: null,
    tags: topic ? [`topic:${topic.toLowerCase().replace(/[\s,"()]+/g, "-")}`] : [],
    createdAt: "",
    isGlobal: false,
  }));
  return { ...graph.data, nodes };
}
