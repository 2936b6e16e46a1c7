// The code map beside a bare tree-sitter parse of the same files, in one run: symbols at 0.7 times its speed or more. Then
// a whole project: CPU time a file as the project grows, resident memory at 600 MB or less, and one touched file of
// 2,000 lines in 100 ms of CPU or less. CPU time, because other programs may run.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadRuntime } from "../libs/callgraph/grammars.ts";
import { type LanguageId, languageOf } from "../libs/callgraph/languages/of-path.ts";
import { openParser } from "../libs/callgraph/parse.ts";
import { symbolsOf } from "../libs/callgraph/symbols.ts";
import { openMemory } from "../src/journeys/followers.ts";
import { mapProject } from "../src/journeys/map/map.ts";
import { mapTouched } from "../src/journeys/map/touched.ts";
import { findProject } from "../src/rooms/projects/room.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  dir: { value: "DIR", default: join(import.meta.dirname, "../src"), about: "sources to parse" },
  files: { value: "N", default: "2000", about: "files of the largest project that is mapped" },
  only: { value: "PART", default: "all", about: "parsing, projects or all" },
  rounds: { value: "N", default: "5", about: "rounds of parsing; the fastest counts" },
});

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function parsing(): Promise<void> {
  const sources = globSync("**/*", { cwd: flags.dir })
    .flatMap((path) => {
      const language = languageOf(path);
      return language === null ? [] : [{ language, text: readFileSync(join(flags.dir, path), "utf8") }];
    })
    .filter(({ text }) => text.length < 1024 * 1024);
  const { parser } = await loadRuntime();
  for (const [language, own] of Map.groupBy(sources, (one) => one.language)) {
    const texts = own.map(({ text }) => text);
    const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
    if (megabytes < 0.05) continue;
    const open = await openParser(language as LanguageId);
    const brief = await openParser(language as LanguageId, { isBrief: true });
    const bare = () => {
      parser.setLanguage(open.grammar.language);
      for (const text of texts) parser.parse(text)?.delete();
    };
    const tree = () => {
      for (const text of texts) open.parse(text);
    };
    const symbols = () => {
      for (const text of texts) {
        const parsed = brief.parse(text);
        if (parsed) symbolsOf(parsed);
      }
    };
    // Side by side in each round, so that a slow moment slows all of them.
    const rounds = Array.from({ length: Number(flags.rounds) }, () => [
      cpuMs(bare),
      cpuMs(tree),
      cpuMs(symbols),
    ]);
    const [b = 1, t = 1, s = 1] = [0, 1, 2].map((i) => Math.min(...rounds.map((round) => round[i] ?? 0)));
    console.log(
      `${language}: ${megabytes.toFixed(1)} MB; bare parse ${(megabytes / (b / 1000)).toFixed(1)} MB/s, ` +
        `light tree ${(b / t).toFixed(2)} × its speed, symbols ${(b / s).toFixed(2)} × (bar 0.70)`,
    );
  }
}

function sourceOf(number: number): string {
  const functions = Array.from(
    { length: 12 },
    (_, i) =>
      `/** Adds ${i}. */\nexport function add${number}x${i}(a: number, items: readonly string[]): number {\n` +
      `  const known = items.filter((item) => item.length > ${i});\n  if (known.length === 0) return a;\n` +
      `  return known.reduce((sum, item) => sum + item.length * ${number}, a) + add${number}x${(i + 1) % 12}(a, known);\n}\n`,
  );
  return `${functions.join("\n")}\nexport class Box${number} {\n  open(): number {\n    return add${number}x0(1, []);\n  }\n}\n`;
}

async function projects(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "egcodemap-"));
  const memory = await openMemory({
    env: { TELLBACK_HOME: join(home, "tellback"), TELLBACK_EMBED_PROVIDER: "off" },
  });
  try {
    const most = Number(flags.files);
    for (const files of [Math.round(most / 10), Math.round(most / 3), most]) {
      const dir = join(home, `project-${files}`);
      for (let n = 0; n < files; n++) {
        if (n % 100 === 0) mkdirSync(join(dir, `part${n / 100}`), { recursive: true });
        writeFileSync(join(dir, `part${Math.floor(n / 100)}`, `file${n}.ts`), sourceOf(n));
      }
      const first = await cpuMsOf(() => mapProject(memory, { folder: dir }));
      const again = await cpuMsOf(() => mapProject(memory, { folder: dir }));
      const rss = process.resourceUsage().maxRSS / 1024;
      console.log(
        `${files} files: ${(first / files).toFixed(2)} ms of CPU a file, unchanged ${(again / files).toFixed(2)} ms; ` +
          `resident at most ${rss.toFixed(0)} MB (bar 600)`,
      );
    }
    await touched(memory, join(home, `project-${most}`));
  } finally {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Edits one file again and again, as an agent does: its body, its lines, and a function that other files call. */
async function touched(memory: Awaited<ReturnType<typeof openMemory>>, dir: string): Promise<void> {
  const text = Array.from({ length: 24 }, (_, n) => sourceOf(n + 100_000)).join("\n");
  const projectId = (await findProject(memory.db, dir))?.id ?? "";
  const map = (file: string, now: string) => {
    writeFileSync(join(dir, file), now);
    const at = new Date().toISOString();
    const none = { by: null, before: null, after: null, edits: [] };
    return mapTouched(memory, { projectId, dir, file, at, ...none });
  };
  await map("large.ts", text);
  for (let n = 0; n < 20; n++) {
    const name = `add${100_000 + n}x0`;
    await map(
      `user${n}.ts`,
      `import { ${name} } from "./large.ts";\n\nexport function use${n}(): number {\n  return ${name}(1, []);\n}\n`,
    );
  }
  const edits: [string, (round: number) => string][] = [
    ["a changed body", (n) => text.replace("return a;", `return a + ${n};`)],
    ["a line more above", (n) => `${"// More.\n".repeat(n + 1)}${text}`],
    [
      "a function renamed that another file calls",
      (n) => text.replaceAll("add100000x0(", `add100000x0${"y".repeat(n % 2)}(`),
    ],
  ];
  for (const [what, edited] of edits) {
    const times: number[] = [];
    for (let n = 0; n < 7; n++) times.push(await cpuMsOf(() => map("large.ts", edited(n))));
    const median = times.sort((a, b) => a - b)[3] ?? 0;
    console.log(
      `a touched file of ${text.split("\n").length} lines, ${what}: ${median.toFixed(0)} ms of CPU with its calls (bar 100)`,
    );
  }
}

if (flags.only !== "projects") await parsing();
if (flags.only !== "parsing") await projects();
