// try-compression: compares two ways of compressing on the user's own transcripts. Samples are split between them at
// random, compressed, scored by what was kept and how short it is, and searched for in a temporary store.

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shorten } from "../../../libs/shorten/index.ts";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import { compressionRatio } from "../../context/tokens.ts";
import { putDocument } from "../../indexes/search/documents.ts";
import type { AskModel, OpenModel } from "../../memory/ask-model.ts";
import { noFollowers } from "../../memory/capture/capture.ts";
import { excerptOf, wholeText } from "../../memory/compression/excerpt.ts";
import { improvedBy } from "../../memory/compression/improve.ts";
import { requestFor } from "../../memory/compression/request.ts";
import { type Memory, openMemoryWith } from "../../memory/memory.ts";
import { openSession } from "../../memory/open-session.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { inProject } from "../../protocol/scope.ts";
import { transcriptPaths } from "../../rooms/transcripts/room.ts";
import {
  brevityOf,
  type CompressedText,
  commonnessOf,
  type Fidelity,
  factsOf,
  fidelityOf,
  questionFrom,
  shareOf,
  tokensOf,
} from "./compression-score.ts";
import { createDice, type ObservationEvent, observationEventsIn, shuffled } from "./sample-events.ts";

type Answer = OutputOf<"eval.compression">;
type Arm = Answer["arms"][number];

interface Sample {
  event: ObservationEvent;
  /** The complete original, as plain text. */
  raw: string;
}

/** Shorter texts carry no information; medium ones are kept nearly whole by any compressor, so they come last. */
const minRaw = 60;
const longRaw = 400;
const transcriptsRead = 40;
const batchSize = 6;

/** Opens the model that a setting names; null for offline settings. */
export type OpenSetting = (setting: string) => OpenModel | null;

export async function tryCompression(
  memory: Memory,
  input: ParsedInputOf<"eval.compression">,
  open: OpenSetting,
): Promise<Answer> {
  const dice = createDice(input.seed);
  const samples = await chooseSamples(memory, input.samples, dice);
  const settings = [input.a, input.b] as const;
  const halves = input.paired
    ? settings.map(() => samples)
    : settings.map((_, arm) => samples.filter((_, i) => i % 2 === arm));
  const commonness = commonnessOf(samples.map(({ raw }) => raw));
  const compressed: ArmResult[] = [];
  for (const [i, setting] of settings.entries()) {
    compressed.push(await compressAll(setting, halves[i] ?? [], open, input.seed));
  }
  const ranks = await ranksIn(compressed, input.paired, (sample) => questionFrom(sample.raw, commonness));
  return {
    samples: samples.length,
    seed: input.seed,
    paired: input.paired,
    arms: compressed.map((one, i) => scored(settings[i] ?? "", one, ranks[i] ?? [])),
  };
}

async function chooseSamples(memory: Memory, count: number, dice: () => number): Promise<Sample[]> {
  const known = await transcriptPaths(memory.db);
  const all: Sample[] = [];
  for (const path of shuffled(known, dice).slice(0, transcriptsRead)) {
    for (const event of await observationEventsIn(path)) {
      // Paths are stored relative to the project's folder.
      const raw = wholeText(event).replaceAll(`${event.projectDir}/`, "");
      if (raw.length >= minRaw) all.push({ event, raw });
    }
  }
  const mixed = shuffled(all, dice);
  const isLong = ({ raw }: Sample) => raw.length >= longRaw;
  const chosen = [...mixed.filter(isLong), ...mixed.filter((one) => !isLong(one))].slice(0, count);
  if (chosen.length >= 2) return shuffled(chosen, dice);
  throw new TellbackError("not_found", "no transcripts to try the compression on", {
    hint: "`tellback import` imports yours, `tellback start --sample` imports a sample conversation.",
  });
}

interface ArmResult {
  samples: Sample[];
  kept: CompressedText[];
  ms: number;
  usd: number;
  /** How many samples have the rules' text because the model gave no usable answer. */
  fellBack: number;
  trouble: string | null;
}

async function compressAll(
  setting: string,
  samples: Sample[],
  open: OpenSetting,
  seed: number,
): Promise<ArmResult> {
  const started = performance.now();
  const result: ArmResult = { samples, kept: [], ms: 0, usd: 0, fellBack: 0, trouble: null };
  const model = setting.startsWith("offline") ? null : open(setting);
  try {
    for (let i = 0; i < samples.length; i += batchSize) {
      const batch = samples.slice(i, i + batchSize);
      const offline = batch.map(({ event }) => shorten(event, event.projectDir));
      if (model) await byModel(result, model.ask, `eval:${setting}:${seed}`, batch, offline);
      else
        result.kept.push(
          ...offline.map((one) => (setting === "offline-brief" ? { ...one, detail: "" } : one)),
        );
    }
  } finally {
    await model?.close();
  }
  return { ...result, ms: performance.now() - started };
}

async function byModel(
  result: ArmResult,
  ask: AskModel,
  key: string,
  batch: readonly Sample[],
  offline: ReturnType<typeof shorten>[],
): Promise<void> {
  const waiting = batch.map(({ event }, i) => ({
    observationId: "",
    sessionId: "",
    asked: null,
    text: excerptOf(event),
    rawBytes: 0,
    tries: 0,
    ...(offline[i] as ReturnType<typeof shorten>),
  }));
  const ids = createHash("sha256")
    .update(waiting.map(({ text }) => text).join())
    .digest("hex")
    .slice(0, 16);
  const asked = await ask("eval", `${key}:${ids}`, requestFor(waiting));
  const answered = asked.status === "answered";
  const better = improvedBy(waiting, answered ? asked.value.items : []);
  if (answered) result.usd += asked.usd;
  else result.trouble = asked.status === "capped" ? `the cap of the ${asked.cap} is reached` : asked.reason;
  for (const [i, one] of better.entries()) {
    if (!one) result.fellBack++;
    result.kept.push(one ?? (offline[i] as CompressedText));
  }
}

/** The rank at which search finds each sample by its question; 0 if it does not. */
async function ranksIn(
  arms: readonly ArmResult[],
  paired: boolean,
  questionOf: (sample: Sample) => string,
): Promise<number[][]> {
  const home = mkdtempSync(join(tmpdir(), "tellback-eval-"));
  const memory = await openMemoryWith(noFollowers, {
    env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: "off" },
  });
  try {
    const projectIds = await Promise.all(arms.map((_, arm) => indexArm(memory, arms, arm, paired)));
    const ranks: number[][] = [];
    for (const [arm, { samples }] of arms.entries()) {
      ranks.push([]);
      for (const [i, sample] of samples.entries()) {
        const scope = { projects: inProject(projectIds[arm] as string) };
        const found = await memory.search.find(questionOf(sample), { scope, limit: 10, retrievers: "text" });
        ranks[arm]?.push(1 + found.findIndex(({ document }) => document.owner_id === `${arm}/${i}`));
      }
    }
    return ranks;
  } finally {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Both halves of a split are in one project, so that both are searched for among the same documents. */
async function indexArm(
  memory: Memory,
  arms: readonly ArmResult[],
  arm: number,
  paired: boolean,
): Promise<string> {
  const at = "2000-01-01T00:00:00.000Z";
  const folder = `/evaluation/${paired ? arm : "both"}`;
  return memory.db.transaction().execute(async (tx) => {
    const event = {
      type: "agent-start",
      host: "evaluation",
      sessionId: `s${arm}`,
      projectDir: folder,
      cwd: "",
      at,
    } as const;
    const { projectId } = await openSession(tx, event);
    for (const [i, kept] of (arms[arm]?.kept ?? []).entries()) {
      const owner = { kind: "observation" as const, id: `${arm}/${i}` };
      const about = {
        owner,
        projectId,
        sessionId: null,
        symbols: [],
        author: null,
        branch: null,
        happenedAt: at,
      };
      await putDocument(tx, { ...about, ...kept });
    }
    return projectId;
  });
}

function scored(setting: string, compressed: ArmResult, ranks: readonly number[]): Arm {
  const { samples, kept } = compressed;
  const fidelities = samples.map(({ raw }, i) => fidelityOf(factsOf(raw), kept[i] as CompressedText));
  const of = (key: "files" | "identifiers" | "numbers"): Fidelity[] => fidelities.map((one) => one[key]);
  const tokens = mean(kept.map(tokensOf));
  const rawBytes = mean(samples.map(({ raw }) => Buffer.byteLength(raw)));
  const count = samples.length;
  return {
    setting,
    samples: count,
    fidelity: shareOf(...of("files"), ...of("identifiers"), ...of("numbers")),
    files: shareOf(...of("files")),
    identifiers: shareOf(...of("identifiers")),
    numbers: shareOf(...of("numbers")),
    tokens,
    ratio: compressionRatio(rawBytes, Math.max(1, tokens)) ?? 0,
    brevity: mean(kept.map(brevityOf)),
    foundFirst: mean(ranks.map((rank) => Number(rank === 1))),
    foundInFive: mean(ranks.map((rank) => Number(rank >= 1 && rank <= 5))),
    usd: compressed.usd,
    msEach: count === 0 ? 0 : compressed.ms / count,
    fellBack: compressed.fellBack,
    trouble: compressed.trouble,
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}
