// Symbols found by questions in other words than their names: recall@10 by words, and by words and meaning. The questions
// are in data/symbol-questions.txt; --scrapy asks for functions of the public data by their descriptions instead.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openMemory } from "../src/journeys/followers.ts";
import { mapProject } from "../src/journeys/map/map.ts";
import { searchMemory } from "../src/journeys/search/search.ts";
import { embedPending } from "../src/memory/embed.ts";
import { embedWords } from "../src/memory/embed-words.ts";
import type { Memory } from "../src/memory/memory.ts";
import { findProject } from "../src/rooms/projects/room.ts";
import { readFlags, shared } from "./flags.ts";

const flags = readFlags({
  shared,
  rxjs: { value: "DIR", about: "an unpacked npm package rxjs: its sources are asked about too" },
  gyp: { value: "DIR", about: "an unpacked npm package node-gyp: the same" },
  scrapy: { about: "descriptions of functions from data/search/code-scrapy.json in the public data" },
  show: { about: "print what is missing" },
});

interface Asked {
  question: string;
  names: ReadonlySet<string>;
}

interface Project {
  name: string;
  asked: Asked[];
  fill(folder: string): void;
}

const place = mkdtempSync(join(tmpdir(), "tellback-symbols-"));
try {
  for (const project of flags.scrapy ? [scrapy()] : handWritten()) await score(project);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function handWritten(): Project[] {
  const lines = readFileSync(join(import.meta.dirname, "data/symbol-questions.txt"), "utf8").split("\n");
  const all = lines.flatMap((line) => {
    const [project = "", question, names] = line.split(" | ");
    return question && names ? [{ project, question, names: new Set(names.split(", ")) }] : [];
  });
  const sources: Record<string, string | undefined> = {
    tellback: join(import.meta.dirname, ".."),
    rxjs: flags.rxjs,
    gyp: flags.gyp,
  };
  const parts: Record<string, string[]> = { tellback: ["src"], rxjs: ["src"], gyp: ["lib", "gyp"] };
  return Object.entries(sources).flatMap(([name, from]) =>
    from === undefined
      ? []
      : [
          {
            name,
            asked: all.filter(({ project }) => project === name),
            fill: (folder) => {
              for (const part of parts[name] ?? [])
                cpSync(join(from, part), join(folder, part), { recursive: true });
            },
          },
        ],
  );
}

/** One file a function, because the public data has them one by one. */
function scrapy(): Project {
  const path = join(flags.shared, "data/search/code-scrapy.json");
  const { corpora, queries } = JSON.parse(readFileSync(path, "utf8")) as {
    corpora: [string, { id: string; text: string }[]][];
    queries: { query: string; gold: string[] }[];
  };
  const documents = corpora.flatMap(([, list]) => list);
  const fileOf = (id: string) => id.replace(/\.py:(\d+)$/, "/$1.py").replaceAll(":", "_");
  return {
    name: "scrapy",
    asked: queries.map(({ query, gold }) => ({ question: query, names: new Set(gold.map(fileOf)) })),
    fill(folder) {
      for (const { id, text } of documents) {
        const to = join(folder, fileOf(id));
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, text.slice(text.indexOf("\n") + 1));
      }
    },
  };
}

async function score({ name, asked, fill }: Project): Promise<void> {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  fill(folder);
  const memory = await openMemory({ env: { HOME: place, TELLBACK_HOME: join(place, `${name}.home`) } });
  try {
    await mapProject(memory, { folder });
    const project = await findProject(memory.db, folder);
    if (!project) throw new Error(`${name} is not mapped`);
    await embedPending(memory);
    const before = await recall(memory, folder, asked, false);
    const started = performance.now();
    await embedWords(memory, project.id);
    const { n: words } = await memory.db
      .selectFrom("symbol_words")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    const after = await recall(memory, folder, asked, flags.show);
    console.log(
      `${name}: ${asked.length} questions, ${words} words embedded in ${seconds} s; recall@10 by words ` +
        `${percent(before.share)}, with meaning ${percent(after.share)}; ${after.ms.toFixed(0)} ms a search`,
    );
  } finally {
    await memory.close();
  }
}

async function recall(
  memory: Memory,
  folder: string,
  asked: readonly Asked[],
  isShown: boolean,
): Promise<{ share: number; ms: number }> {
  let [found, ms] = [0, 0];
  for (const { question, names } of asked) {
    const started = performance.now();
    const { results } = await searchMemory(memory, {
      ...{ query: question, folder, kind: "symbol", limit: 10, allProjects: false, minRelevance: 0 },
      ...{ explain: false, quick: false, wait: true },
    });
    ms += performance.now() - started;
    const isFound = results.some(({ title, excerpt }) => {
      const own = title.split(/[ .]/).at(-1)?.replace(/#\d+$/, "") ?? "";
      return names.has(own) || names.has(excerpt.slice(0, excerpt.indexOf(":")));
    });
    if (isFound) found++;
    else if (isShown) console.log(`  "${question}": ${results.map(({ title }) => title).join(", ")}`);
  }
  return { share: found / Math.max(1, asked.length), ms: ms / Math.max(1, asked.length) };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
