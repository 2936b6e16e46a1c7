// What recall injects and how fast, for tellback's maintainers.
// Precision: the share of injected items that help at a prompt, on hand-labelled prompts, for several thresholds.
// Scale: session start, file and prompt in stores of many observations; and a prompt's hook from end to end.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEvaluation } from "../src/journeys/eval/eval.ts";
import { openMemory } from "../src/journeys/followers.ts";
import { gatherForPrompt } from "../src/journeys/recall/gather-prompt.ts";
import { readFlags, shared } from "./flags.ts";
import { prompts } from "./recall-samples.ts";
import { measureRecall } from "./recall-scale.ts";
import { sampleStores } from "./relevance-samples.ts";

const flags = readFlags({
  sizes: {
    value: "LIST",
    default: "1000,100000,1000000",
    about: 'observations in the scale part; "" for none',
  },
  documents: { value: "N", default: "100000", about: "so many are indexed for prompts too: some minutes" },
  shared,
  noise: { value: "N", default: "2000", about: "documents of data/search around the labelled cases" },
  keep: { value: "DIR", about: "keep the stores of the scale part there, and use those that are there" },
  "no-labels": { about: "without the precision part" },
});

if (!flags["no-labels"]) for (const provider of ["bundled", "off"]) await precision(provider);
for (const size of flags.sizes.split(",").filter(Boolean).map(Number))
  await measureRecall(size, Number(flags.documents), flags.keep);

interface Injected {
  relevance: number;
  helps: boolean;
  prompt: string;
}

/** All stores together, among turns of conversations that are unrelated to any prompt. */
async function precision(provider: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "egrecall-"));
  const memory = await openMemory({ env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: provider } });
  const noise = turnsOf(flags.shared, Number(flags.noise));
  const asked = Object.entries(prompts).flatMap(([store, list]) => list.map((one) => ({ store, one })));
  const wanted = asked.reduce((sum, { one }) => sum + one.length - 1, 0);
  const injected: Injected[] = [];
  try {
    const samples = Object.entries(sampleStores).flatMap(([store, { documents }]) =>
      Object.entries(documents).map(([id, text]) => ({
        id: `${store}/${id}`,
        text,
        session: `${store}/${id}`,
      })),
    );
    await createEvaluation(memory).index("all", [...samples, ...noise]);
    const { id: projectId } = await memory.db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
    const settings = { ...memory.config, "recall.minRelevance": 0 };
    for (const { store, one } of asked) {
      const [prompt, ...helps] = one;
      const about = { text: prompt, files: [], branch: null, windowSince: "" };
      const reader = { projectId, sessionId: "now", settings };
      const plan = await gatherForPrompt(memory, reader, about, { tokens: 400, withinMs: undefined });
      for (const { id, why } of plan.candidates) {
        const isHelp = helps.some((name) => id === `all/${store}/${name}`);
        injected.push({ relevance: why.relevance ?? 0, helps: isHelp, prompt });
      }
    }
  } finally {
    await memory.close();
    rmSync(home, { recursive: true });
  }
  const name = provider === "off" ? "by words alone" : "by words and meaning";
  const helpless = asked.filter(({ one }) => one.length === 1).length;
  console.log(
    `\nWhat is injected at ${asked.length} prompts, ${helpless} of which have no helpful memory, ${name},`,
  );
  console.log(`in a store with ${noise.length} documents that are about something else`);
  console.log("threshold   items  precision   of what helps   prompts with useless items");
  for (const threshold of [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]) {
    const above = injected.filter(({ relevance }) => relevance >= threshold);
    const good = above.filter(({ helps }) => helps).length;
    const vain = new Set(above.filter(({ helps }) => !helps).map(({ prompt }) => prompt));
    const useful = new Set(above.filter(({ helps }) => helps).map(({ prompt }) => prompt));
    const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(2));
    console.log(
      `${threshold.toFixed(2).padStart(9)} ${String(above.length).padStart(6)} ${share(good, above.length).padStart(11)} ${share(good, wanted).padStart(15)} ${String([...vain].filter((prompt) => !useful.has(prompt)).length).padStart(22)}`,
    );
  }
}

/** Turns of LoCoMo, if the data sets are available. */
function turnsOf(shared: string, most: number) {
  const path = join(shared, "data/search/locomo-part.json");
  if (!existsSync(path)) return [];
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === "string") {
      if (value.length > 40 && value.length < 400) texts.push(value);
    } else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) walk(one);
  };
  walk(JSON.parse(readFileSync(path, "utf8")));
  return texts.slice(0, most).map((text, i) => ({ id: `noise/${i}`, text, session: `noise/${i >> 5}` }));
}
