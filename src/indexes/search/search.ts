// The entry point of search: a question in a person's words → the best documents, by full text and vectors.

import type { Embedder, Subject } from "../../models/embed/embedder.ts";
import { everywhere } from "../../protocol/scope.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import { candidatesOf, withNeighbours } from "./candidates.ts";
import { type ConversationsOf, createCatalog, hasBit, type ScopeBits } from "./catalog.ts";
import { contrastOf, crowd } from "./contrast.ts";
import { type Coverage, createCoverages } from "./coverage.ts";
import { alsoLeastCrowded } from "./crowding.ts";
import { wordIndex } from "./documents.ts";
import { type Fused, fuse, type Retrievers, spreadOf } from "./fuse.ts";
import { askingDocuments, rowsWithin } from "./narrow.ts";
import type { Vectors } from "./nearest.ts";
import { isEmpty, parseQuestion, plainQuestion, type Question } from "./question.ts";
import { createRareTerms } from "./rare-terms.ts";
import { judgeOf, leadOf, nearnessOf, relevanceOf, type Signals } from "./relevance.ts";
import { type Moment, type RankedDocument, select } from "./select.ts";
import type { TrackRecord, TrackRecordsOf } from "./track-record.ts";
import { removeSidecars } from "./vector-cache.ts";
import { createVectors } from "./vectors.ts";
import type { Scope, WordHit } from "./words.ts";

interface RetrieverScore {
  rank: number;
  score: number;
}

export interface SearchHit extends RankedDocument {
  relevance: number;
  /** What relevance is made of. */
  signals: Signals;
  /** Rank and score from each retriever; null if the document is not among its best. */
  text: RetrieverScore | null;
  meaning: RetrieverScore | null;
}

export interface FindOptions {
  scope: Scope;
  limit: number;
  minRelevance?: number | undefined;
  /** So many of the nearest by meaning are among the results, whatever their words: people ask in other words. */
  nearest?: number | undefined;
  /** Compares the question with what sets documents apart from their neighbourhood: src/indexes/search/contrast.ts. */
  contrast?: boolean | undefined;
  moment?: Moment | undefined;
  retrievers?: Retrievers | undefined;
  /** Answers by words alone when the model has not read the question by then. */
  embeddingWithinMs?: number | undefined;
  /** The same for a model that has to be loaded first; it is loaded for the next question. */
  loadingWithinMs?: number | undefined;
  /** Called if the answer uses full text alone for one of these reasons. */
  onWordsOnly?: (() => void) | undefined;
  /** Called with the question's vector and its model, once the model has read it in time. */
  onRead?: ((read: { model: string; vector: Float32Array }) => void) | undefined;
  /** For a caller that cannot wait and wants the few best: fewer common words are looked up. */
  isHurried?: boolean | undefined;
  /** For text that was not written for a search (prompts): no quoted phrase or excluded word in it is a condition. */
  isPlain?: boolean | undefined;
}

export interface Search {
  find(typed: string, options: FindOptions): Promise<SearchHit[]>;
  /** Loads what the first question would wait for. */
  warm(): Promise<void>;
  /** Why vector search is unavailable at the moment, or null. */
  trouble(): string | null;
  /** From now on uses the vectors of another model. */
  serve(embedder: Embedder): void;
  /** Writes the vectors to a file, for a fast start, if enough are new. */
  save(atLeast?: number): Promise<void>;
  /** The same without those of deleted documents. */
  scrub(): Promise<void>;
  /** Ends running reads from the store, and writes the vectors. */
  close(): Promise<void>;
}

/** The documents of a scope, and those that are no result although they belong to it. */
interface SearchedDocuments {
  within: ScopeBits | null;
  asking: ReadonlySet<number>;
}

/** How long somebody who asks waits for a model that has to be loaded first. It is loaded when a session starts. */
export const loadingWaitMs = 1_000;

/** Enough to contain the best answer; each costs a few microseconds. */
const perRetriever = 300;
/** Filters that the full-text index does not know are applied afterwards, on more hits. */
const perRetrieverFiltered = 5_000;
/** A scope with this share of all documents does not help the full-text index. */
const nearlyAll = 0.8;
/** Rows that are read for the final choice. */
const readPerResult = 4;

export function openSearch(
  db: Db,
  first: Embedder,
  folder: string,
  trackRecordsOf: TrackRecordsOf,
  conversationsOf?: ConversationsOf,
): Search {
  const catalog = createCatalog(db, conversationsOf);
  const rareTerms = createRareTerms(db);
  const coverages = createCoverages(db);
  let embedder = first;
  let vectors = vectorsOf(embedder);
  let trouble: string | null = null;
  let refreshed = Promise.resolve();
  let isClosed = false;

  function vectorsOf(model: Embedder): Vectors | null {
    return model.dimensions > 0 ? createVectors(db, model, folder) : null;
  }

  function serve(next: Embedder): void {
    if (next.id === embedder.id) return;
    embedder = next;
    vectors = vectorsOf(next);
  }

  async function find(typed: string, options: FindOptions): Promise<SearchHit[]> {
    const question = options.isPlain ? plainQuestion(typed) : parseQuestion(typed);
    if (isEmpty(question) || options.limit < 1) return [];
    const retrievers = options.retrievers ?? "both";
    const model = embedder.id;
    // The model reads the question in its own process, while this one looks for its words.
    const reading = retrievers === "text" ? null : vectorOf(question, options);
    await refresh();
    const within = await rowsWithin(db, catalog, options.scope);
    const asking = await askingDocuments(db, options.scope);
    const words =
      retrievers === "meaning"
        ? []
        : await findWords(question, options.scope, { within, asking }, options.isHurried);
    const coverage = await coverages.read(
      question.any,
      options.scope,
      within?.rows ?? catalog.size,
      options.isHurried,
    );
    const query = await reading;
    if (query) options.onRead?.({ model, vector: query });
    const { fused, opinions, nearness } = await rank(
      question,
      options.scope,
      { within, asking },
      { words, coverage, query, contrast: options.contrast === true },
      retrievers,
    );
    const isNear = ({ seq }: Fused) => (opinions(seq).meaning?.rank ?? Infinity) <= (options.nearest ?? 0);
    const most = options.limit * readPerResult;
    const rows = await rowsOf(fused.filter((one, place) => place < most || isNear(one)));
    const moment = options.moment ?? { now: new Date() };
    const judge = judgeOf(question, { of: coverage.weightOf, inDocuments: coverage.weightIn });
    const ranked = select(rows, moment, question, rows.length);
    const scores = ranked.map(({ score }) => score);
    return withNearest(ranked, options.limit, isNear)
      .map((one, rank) => {
        const lead = options.contrast ? leadOf(one.score, rank, scores) : null;
        const signals = { ...judge(one.document), nearness: nearness(one.seq), rank, lead };
        return { ...one, signals, relevance: relevanceOf(signals), ...opinions(one.seq) };
      })
      .filter((one) => one.relevance >= (options.minRelevance ?? 0));
  }

  /** One after the other: two that read the same rows at once would count them twice. */
  function refresh(): Promise<void> {
    refreshed = refreshed.then(readNew, readNew);
    return refreshed;
  }

  async function readNew(): Promise<void> {
    const hasGone = await catalog.refresh();
    await vectors?.refresh();
    if (hasGone) vectors?.keepOnly(catalog.has);
  }

  async function saveVectors(atLeast?: number): Promise<void> {
    await vectors?.saveSidecar(atLeast);
  }

  async function scrub(): Promise<void> {
    if (!vectors) return removeSidecars(folder);
    await refresh();
    await saveVectors();
  }

  async function vectorOf(
    question: Question,
    { scope, embeddingWithinMs, loadingWithinMs = embeddingWithinMs, onWordsOnly }: FindOptions,
  ): Promise<Float32Array | null> {
    if (!vectors || question.text === "") return null;
    const withinMs = embedder.isLoaded === false ? loadingWithinMs : embeddingWithinMs;
    let hasRead = false;
    const embedding = embedder.embed([question.text], "query", subjectOf(scope?.kind)).then(
      ([vector]) => {
        trouble = null;
        return vector ?? null;
      },
      (error: unknown) => {
        trouble = error instanceof Error ? error.message : String(error);
        return null;
      },
    );
    const read = embedding.finally(() => {
      hasRead = true;
    });
    if (withinMs === undefined) return read;
    const vector = await Promise.race([read, nothingAfter(withinMs)]);
    if (!hasRead) onWordsOnly?.();
    return vector;
  }

  async function findWords(
    question: Question,
    scope: Scope,
    { within, asking }: SearchedDocuments,
    isHurried: boolean | undefined,
  ): Promise<WordHit[]> {
    const isFiltered = scope.since !== undefined || scope.file !== undefined;
    const most = isFiltered ? perRetrieverFiltered : perRetriever;
    const documents = { all: catalog.size, inScope: within?.rows ?? catalog.size };
    const rare = await rareTerms.of(question, documents, isHurried);
    // Asking the index for nearly everything costs more than filtering afterwards.
    const isNearlyAll = documents.inScope > nearlyAll * documents.all;
    const hits = isNearlyAll
      ? await wordIndex(db).find(db, rare, { projects: everywhere }, Math.ceil(most / nearlyAll))
      : await wordIndex(db).find(db, rare, scope, most);
    return hits
      .filter(({ seq }) => catalog.has(seq) && !asking.has(seq) && (!within || hasBit(within, seq)))
      .slice(0, perRetriever);
  }

  async function rank(
    question: Question,
    scope: Scope,
    { within, asking }: SearchedDocuments,
    {
      words,
      coverage,
      query: asked,
      contrast,
    }: { words: readonly WordHit[]; coverage: Coverage; query: Float32Array | null; contrast: boolean },
    retrievers: Retrievers,
  ) {
    const { query, near } = await nearestOf(asked, { scope, within, contrast });
    const byText = new Map<number, RetrieverScore>();
    const byMeaning = new Map<number, RetrieverScore>();
    for (const { seq, score } of words) byText.set(seq, { rank: byText.size + 1, score });
    for (const { key, score } of near?.hits ?? []) byMeaning.set(key, { rank: byMeaning.size + 1, score });
    const chosen = new Set<number>();
    for (const found of [byText, byMeaning]) {
      for (const seq of found.keys()) if (catalog.has(seq)) chosen.add(seq);
    }
    const seqs = retrievers === "both" ? withNeighbours(catalog, chosen) : chosen;
    for (const seq of asking) seqs.delete(seq);
    const cosines = (query && (await vectors?.scoresOf(query, seqs))) ?? new Map<number, number>();
    const candidateOf = candidatesOf(catalog, question, { coverage, asking });
    const candidates = Array.from(seqs, (seq) =>
      candidateOf(seq, { text: byText.get(seq)?.score ?? 0, cosine: cosines.get(seq) ?? null }),
    );
    const spreads = {
      text: spreadOf(
        words.map((hit) => hit.score),
        within?.rows ?? catalog.size,
      ),
      cosine: near?.spread ?? { mean: 0, deviation: 0 },
    };
    // Only the full-text index knows required phrases and excluded words.
    const isStrict = question.phrases.length > 0 || question.without.length > 0;
    const answers = isStrict ? byText : seqs;
    // A neighbour may be outside of the scope.
    const isAnswer = (seq: number) => answers.has(seq) && (!within || hasBit(within, seq));
    const namesCode = question.identifiers.length > 0;
    const fused = fuse(candidates, spreads, namesCode, retrievers, isAnswer);
    const opinions = (seq: number) => ({
      text: byText.get(seq) ?? null,
      meaning: byMeaning.get(seq) ?? null,
    });
    const nearness = (seq: number) => {
      const cosine = cosines.get(seq);
      return near && cosine !== undefined ? nearnessOf(cosine, near.spread) : null;
    };
    return { fused, opinions, nearness };
  }

  async function nearestOf(
    query: Float32Array | null,
    { scope, within, contrast }: { scope: Scope; within: ScopeBits | null; contrast: boolean },
  ) {
    if (!query || !vectors) return { query, near: null };
    const sample = (most: number) => catalog.sample(within, most);
    const place = { scope, bits: within, sample };
    const near = await vectors.search(query, perRetriever, place);
    const around = contrast ? near.hits.slice(0, crowd).map(({ key }) => key) : [];
    const apart = await contrastOf(db, embedder.id, query, around);
    if (!apart) return { query, near };
    const { hits, spread } = await vectors.search(apart, perRetriever, place);
    const cosines = await vectors.scoresOf(
      query,
      hits.map(({ key }) => key),
    );
    return { query: apart, near: { hits: await alsoLeastCrowded(db, embedder.id, hits, cosines), spread } };
  }

  async function rowsOf(
    fused: readonly Fused[],
  ): Promise<{ fused: Fused; document: DocumentRow; trackRecord: TrackRecord | undefined }[]> {
    if (fused.length === 0) return [];
    const seqs = fused.map((one) => one.seq);
    const rows = await db.selectFrom("documents").selectAll().where("seq", "in", seqs).execute();
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const trackRecords = await trackRecordsOf(db, rows);
    return fused.flatMap((one) => {
      const document = bySeq.get(one.seq);
      return document ? [{ fused: one, document, trackRecord: trackRecords.get(document.owner_id) }] : [];
    });
  }

  async function warm(): Promise<void> {
    if (!isClosed) await refresh();
  }

  async function close(): Promise<void> {
    isClosed = true;
    await refreshed.catch(() => {});
    await saveVectors();
  }

  return { find, serve, warm, close, trouble: () => trouble, save: saveVectors, scrub };
}

/** The best ones; the near ones that are not among them take the last places. */
function withNearest<R extends RankedDocument>(
  ranked: readonly R[],
  limit: number,
  isNear: (one: R) => boolean,
): R[] {
  const others = ranked.slice(limit).filter(isNear);
  return [...ranked.slice(0, Math.max(0, limit - others.length)), ...others];
}

function nothingAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}

/** A model that takes instructions gets the one for what is looked for. */
function subjectOf(kind: string | undefined): Subject {
  if (kind === "symbol") return "code";
  return kind === "learning" || kind === "node" ? "learning" : "observation";
}
