// How good the offline rules are: which important facts they keep, how short the result is, how long it takes.
// Three sets: real tool outputs with more and more noise, and a session of large outputs that the real client records
// during the run (in both the important facts are known); and transcripts, in which they are guessed.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Shortenable, type ShortForm, shorten } from "../libs/shorten/shorten.ts";
import { listTranscripts } from "../src/agents/claude-code/transcript-file.ts";
import { countTokens } from "../src/context/tokens.ts";
import { factsOf, fidelityOf } from "../src/journeys/eval/compression-score.ts";
import {
  createDice,
  type ObservationEvent,
  observationEventsIn,
  shuffled,
} from "../src/journeys/eval/sample-events.ts";
import { wholeText } from "../src/memory/compression/excerpt.ts";
import { outputs, type Sample, textOf } from "../test/samples/shorten/outputs.ts";
import { ran } from "../test/samples/shorten/uses.ts";
import { readFlags } from "./flags.ts";
import { recordSession, wantedOfUse } from "./shorten-session.ts";

const fixtures = join(import.meta.dirname, "../test/fixtures/claude-code/transcripts");
const flags = readFlags({
  session: {
    value: "DIR",
    about: "keep the recorded session there, or use the one that is there; else a minute",
  },
  transcripts: { value: "LIST", default: fixtures, about: "folders that are measured beside it" },
  lost: { about: "every word that was lost, by tool use" },
  json: { about: "for programs" },
});

interface Measured {
  /** Characters and tokens of the input. */
  raw: number;
  rawTokens: number;
  tokens: number;
  ms: number;
  kept: number;
  wanted: number;
  lost: string[];
}

const classes = [
  ["up to 1 kB", 1_000],
  ["1 – 4 kB", 4_000],
  ["4 – 16 kB", 16_000],
  ["16 – 64 kB", 64_000],
  ["over 64 kB", Number.POSITIVE_INFINITY],
] as const;
const largeFrom = 4_000;

const results = {
  "outputs of tools in more and more noise": generated(),
  "a session of large outputs, recorded with the real client": await fromSession(),
  "transcripts, what matters guessed": await fromTranscripts(flags.transcripts.split(",")),
};
if (flags.json) {
  const rows = Object.entries(results).map(([name, all]) => [name, rowsOf(all)]);
  console.log(JSON.stringify(Object.fromEntries(rows), null, 2));
} else {
  for (const [name, all] of Object.entries(results)) show(name, all);
  const lost = Object.values(results).flatMap((all) => all.flatMap((one) => one.lost));
  console.log(`\nlost most often: ${mostCommon(lost, 12).join(", ") || "nothing"}`);
}

function generated(): Measured[] {
  const dice = createDice(1);
  return outputs.flatMap((sample) =>
    [0, 20, 100, 400, 1500, 6000].map((noise) => {
      const text = noise === 0 ? textOf(sample) : inNoise(textOf(sample), noise, dice);
      const event = ran(sample.command, text, sample.failed);
      const { shortened, ms } = timed(event);
      const wanted = wantedOf(sample);
      const lost = wanted.filter((word) => !textOfShortened(shortened).includes(word));
      return measured(text, shortened, ms, wanted.length, lost);
    }),
  );
}

/** As in kept.test.ts: paths with places, addresses, codes, exceptions, hashes; and names that no pattern finds. */
function wantedOf({ says, names }: Sample): string[] {
  const patterns = [
    /[\w./-]*\/[\w./-]+\.(?:ts|tsx|py|rs|c|js|mjs|log)\b(?:[:(]\d+(?:[:,]\d+)?)?/g,
    /https?:\/\/[^\s"]+/g,
    /\b(?:TS\d{4,5}|E0\d{3}|ERR_\w+|ERESOLVE)\b/g,
    /\b[A-Z][A-Za-z]+Error\b/g,
    /\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,8}\b/g,
  ];
  return [...new Set([...patterns.flatMap((pattern) => says.match(pattern) ?? []), ...names])];
}

/** Lines of ordinary logs before and after, as many commands print them. */
function inNoise(text: string, lines: number, dice: () => number): string {
  const kinds = [
    (i: number) =>
      `2026-01-05T10:${String(i % 60).padStart(2, "0")}:11.${i}Z INFO GET /v1/products/${i} 200 ${i % 40}ms`,
    (i: number) => `[${i}/${lines}] CC build/objects/module_${i % 97}/unit_${i}.o -O2 -Wall -c`,
    (i: number) => `  ✓ part ${i} > does what it should (${i % 30} ms)`,
    (i: number) => `added package-${i}@1.${i % 20}.${i % 7}`,
  ];
  const kind = shuffled(kinds, dice)[0] ?? String;
  const noise = Array.from({ length: lines }, (_, i) => kind(i));
  const at = Math.floor(dice() * lines);
  return [...noise.slice(0, at), text, ...noise.slice(at)].join("\n");
}

async function fromSession(): Promise<Measured[]> {
  const place = flags.session ?? mkdtempSync(join(tmpdir(), "egshorten-"));
  const kept = join(place, "home/.claude/projects");
  try {
    const folder = existsSync(kept) ? kept : await recordSession(place);
    const [transcript] = await listTranscripts(folder);
    const events = transcript ? await observationEventsIn(transcript.path) : [];
    return events.flatMap((event) => {
      if (event.type !== "tool") return [];
      const raw = wholeText(event).replaceAll(`${event.projectDir}/`, "");
      const wanted = wantedOfUse(event.input, raw);
      if (!wanted) return [];
      const { shortened, ms } = timed(event, event.projectDir);
      const lost = wanted.filter((word) => !isIn(textOfShortened(shortened), word));
      const one = measured(raw, shortened, ms, wanted.length, lost);
      if (flags.lost)
        console.log(
          `${shortened.title}\n  ${raw.length} characters → ${one.tokens} tokens; ${lost.length} of ${wanted.length} lost: ${lost.join(" | ")}`,
        );
      return [one];
    });
  } finally {
    if (!flags.session) rmSync(place, { recursive: true, force: true });
  }
}

async function fromTranscripts(from: readonly string[]): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const folder of from) {
    for (const { path } of await listTranscripts(folder)) {
      for (const event of await observationEventsIn(path)) found.push(ofEvent(event));
    }
  }
  return found;
}

function ofEvent(event: ObservationEvent): Measured {
  const raw = wholeText(event).replaceAll(`${event.projectDir}/`, "");
  const { shortened, ms } = timed(event, event.projectDir);
  const facts = factsOf(raw);
  const { files, identifiers } = fidelityOf(facts, shortened);
  const lost = facts.identifiers.filter((word) => !textOfShortened(shortened).includes(word));
  return {
    ...measured(raw, shortened, ms, files.all + identifiers.all, lost),
    kept: files.kept + identifiers.kept,
  };
}

function textOfShortened({ title, summary, detail, files }: ShortForm): string {
  return [title, summary, detail, ...files].join("\n");
}

/** A path may appear as a name after its folder. */
function isIn(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  const folder = word.slice(0, word.lastIndexOf("/") + 1);
  const name = word.slice(folder.length);
  return (
    folder !== "" &&
    text.split("\n").some((line) => line.startsWith(`${folder} `) && line.includes(` ${name}`))
  );
}

function timed(event: Shortenable, projectDir = event.cwd): { shortened: ShortForm; ms: number } {
  const started = performance.now();
  const shortened = shorten(event, projectDir);
  return { shortened, ms: performance.now() - started };
}

function measured(raw: string, shortened: ShortForm, ms: number, wanted: number, lost: string[]): Measured {
  const tokens = countTokens(shortened.title + shortened.summary + shortened.detail);
  return {
    raw: raw.length,
    rawTokens: countTokens(raw),
    tokens,
    ms,
    wanted,
    kept: wanted - lost.length,
    lost,
  };
}

function rowsOf(all: readonly Measured[]) {
  const groups = classes.map(([name, most], i) => {
    const least = i === 0 ? -1 : (classes[i - 1]?.[1] ?? 0);
    return [name, all.filter(({ raw }) => raw > least && raw <= most)] as const;
  });
  const large = all.filter(({ raw }) => raw > largeFrom);
  return [...groups, ["over 4 kB", large] as const, ["all", all] as const]
    .filter(([, some]) => some.length > 0)
    .map(([size, some]) => {
      const sum = (of: (one: Measured) => number) => [...some].reduce((total, one) => total + of(one), 0);
      const times = some.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        size,
        count: some.length,
        rawTokens: Math.round(sum(({ rawTokens }) => rawTokens) / some.length),
        tokens: Math.round(sum(({ tokens }) => tokens) / some.length),
        ratio: sum(({ rawTokens }) => rawTokens) / sum(({ tokens }) => tokens),
        kept:
          sum(({ wanted }) => wanted) === 0 ? null : sum(({ kept }) => kept) / sum(({ wanted }) => wanted),
        medianMs: times[Math.floor(times.length / 2)] ?? 0,
      };
    });
}

function show(title: string, all: readonly Measured[]): void {
  console.log(`\n${title}`);
  console.log("size          count   seen (tokens)   kept (tokens)      ratio   identifiers kept   median");
  for (const row of rowsOf(all)) {
    const kept = row.kept === null ? "–" : `${(100 * row.kept).toFixed(1)} %`;
    console.log(
      [
        row.size.padEnd(12),
        String(row.count).padStart(7),
        String(row.rawTokens).padStart(15),
        String(row.tokens).padStart(15),
        `${row.ratio.toFixed(1)} : 1`.padStart(10),
        kept.padStart(18),
        `${row.medianMs.toFixed(2)} ms`.padStart(8),
      ].join(" "),
    );
  }
}

function mostCommon(words: readonly string[], most: number): string[] {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, all]) => ({ word, count: all.length }));
  return counts
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ word, count }) => `${word} (${count}×)`);
}
