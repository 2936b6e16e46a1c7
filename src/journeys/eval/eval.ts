// evaluate: lets an external evaluation use tellback's search, in a separate store. Documents come as turns of
// conversations or as plain texts and go through the same index as everything else.

import { z } from "zod";
import { putDocument } from "../../indexes/search/documents.ts";
import type { Retrievers } from "../../indexes/search/fuse.ts";
import { embedPending } from "../../memory/embed.ts";
import type { Memory } from "../../memory/memory.ts";
import { openSession } from "../../memory/open-session.ts";
import { inProject } from "../../protocol/scope.ts";

const turn = z.object({
  id: z.string(),
  text: z.string(),
  speaker: z.string().nullish(),
  session: z.union([z.string(), z.number()]).nullish(),
  ts: z.string().nullish(),
  seq: z.number().nullish(),
});

export const evaluationRequest = z.discriminatedUnion("op", [
  z.object({ op: z.literal("index"), corpus: z.string(), docs: z.array(turn) }),
  z.object({
    op: z.literal("search"),
    corpus: z.string(),
    query: z.string(),
    k: z.number().int().min(1).default(10),
  }),
  z.object({ op: z.literal("close") }),
]);
type Turn = z.infer<typeof turn>;

export interface Evaluation {
  index(corpus: string, docs: readonly Turn[]): Promise<void>;
  search(corpus: string, query: string, k: number): Promise<{ id: string; score: number }[]>;
}

const longAgo = "2000-01-01T00:00:00.000Z";
const documentsAtOnce = 200;

export function createEvaluation(memory: Memory, retrievers: Retrievers = "both"): Evaluation {
  const projects = new Map<string, string>();

  async function index(corpus: string, docs: readonly Turn[]): Promise<void> {
    const ordered = [...docs].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    for (let i = 0; i < ordered.length; i += documentsAtOnce) {
      await memory.db.transaction().execute(async (tx) => {
        for (const doc of ordered.slice(i, i + documentsAtOnce)) {
          const at = doc.ts ?? longAgo;
          const sessionId = `${corpus}/${doc.session ?? ""}`;
          const opened = await openSession(tx, {
            ...{
              type: "agent-start",
              host: "evaluation",
              sessionId,
              projectDir: `/evaluation/${corpus}`,
              cwd: "",
              at,
            },
          });
          projects.set(corpus, opened.projectId);
          await putDocument(tx, {
            owner: { kind: "node", id: `${corpus}/${doc.id}` },
            projectId: opened.projectId,
            sessionId: doc.session === undefined || doc.session === null ? null : sessionId,
            title: "",
            summary: doc.text,
            detail: "",
            files: [],
            symbols: [],
            author: doc.speaker ?? null,
            branch: null,
            happenedAt: at,
          });
        }
      });
    }
    if (retrievers !== "text") await embedPending(memory);
  }

  async function search(corpus: string, query: string, k: number) {
    const projectId = projects.get(corpus);
    if (projectId === undefined) return [];
    const scope = { projects: inProject(projectId) };
    const found = await memory.search.find(query, { scope, limit: k, retrievers, contrast: true });
    return found.map(({ document, relevance }) => ({
      id: document.owner_id.slice(corpus.length + 1),
      score: relevance,
    }));
  }

  return { index, search };
}
