// What the page costs in a real browser: CPU time of its main thread to the first row, a frame while a long session
// scrolls, a keystroke in the search and a change of view, and how many elements it holds; beside it the viewer of
// claude-mem from npm, as a static page without data.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser, CDPSession, Page } from "playwright-core";
import { openMemory } from "../src/memory.ts";
import { openSession, record } from "../src/rooms/episodic/room.ts";
import { addressOf, goTo, startBrowser } from "../test/support/browser.ts";
import { engramHome, environment } from "../test/support/engram.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  rows: { value: "N", default: "100000", about: "observations in the long session" },
  peer: { value: "VERSION", default: "13.25.3", about: "version of claude-mem" },
});
const rows = Number(flags.rows);
const sessionId = "bench";

await using home = await engramHome();
await fill();
const browser = await startBrowser();
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
const cdp = await page.context().newCDPSession(page);
await cdp.send("Performance.enable", { timeDomain: "threadTicks" });

const goals = { first: 100, frame: 8, keystroke: 100, view: 50, nodes: 3_000 };
const { address } = await addressOf(home);
const first = await cpu(cdp, async () => {
  await page.goto(address);
  await page.locator("main .row .observation").first().waitFor();
});
report("CPU to the first row", first, goals.first, "ms");

await goTo(page, `/session/${sessionId}`);
await page.locator("main .row .observation").first().waitFor();
const frames = 120;
const scrolling = await cpu(cdp, () =>
  page.evaluate(`new Promise((done) => {
    const box = document.querySelector(".rows");
    const step = (box.scrollHeight - box.clientHeight) / ${frames};
    let n = 0;
    const next = () => { box.scrollTop = step * ++n; n < ${frames} ? requestAnimationFrame(next) : requestAnimationFrame(done); };
    requestAnimationFrame(next);
  })`),
);
report(`CPU of a frame, scrolling ${rows.toLocaleString("en")} rows`, scrolling / frames, goals.frame, "ms");
report("elements while scrolling", await page.locator("*").count(), goals.nodes, "");

await goTo(page, "/search");
await page.getByRole("searchbox").waitFor();
const letters = "parser";
const typing = await cpu(cdp, async () => {
  for (const letter of letters) {
    const answered = page.waitForResponse((response) => response.url().endsWith("/v1/search"));
    await page.keyboard.type(letter);
    await answered;
  }
  await page.locator("main .row").first().waitFor();
});
report("CPU of a keystroke to its results", typing / letters.length, goals.keystroke, "ms");

const views = ["/sessions", "/learnings", "/why", "/status", "/settings", "/reports", "/"];
for (const path of views) await visit(path);
const switching = await cpu(cdp, async () => {
  for (const path of views) await visit(path);
});
report("CPU of a change of view", switching / views.length, goals.view, "ms");
await peer(browser);
await browser.close();

async function visit(path: string): Promise<void> {
  await goTo(page, path);
  await page.locator("main h1").waitFor();
}

function report(what: string, value: number, goal: number, unit: string): void {
  const isMet = value <= goal;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what.padEnd(46)} ${value.toFixed(value < 100 ? 1 : 0).padStart(8)} ${unit.padEnd(3)} goal ${goal}${isMet ? "" : "  MISSED"}`,
  );
}

/** CPU time of the page's main thread in milliseconds. */
async function cpu(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await taskSeconds(session);
  await work();
  return ((await taskSeconds(session)) - before) * 1000;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

async function fill(): Promise<void> {
  const memory = await openMemory({ env: environment(home) });
  const place = { host: "claude-code", sessionId, projectDir: home.path, cwd: home.path };
  const { projectId } = await openSession(memory.db, {
    ...{ ...place, type: "session-start", source: "startup", at: "2026-01-01T00:00:00.000Z" },
  });
  const at = (i: number) => new Date(Date.parse("2026-01-01") + i * 10_000).toISOString();
  const topics = ["parser", "login", "invoice", "deploy", "index", "cache", "queue"];
  const atOnce = 2_000;
  for (let start = 0; start < rows; start += atOnce) {
    await memory.db.transaction().execute(async (tx) => {
      for (let i = start; i < Math.min(rows, start + atOnce); i++) {
        const topic = topics[i % topics.length] ?? "";
        const kind = i % 50 === 0 ? "prompt" : i % 50 === 49 ? "reply" : "tool";
        await record(tx, {
          ...{ sessionId, projectId, hostKey: randomUUID(), kind, status: "ok", symbols: [], agent: null },
          ...{ tool: kind === "tool" ? "Bash" : null, promptId: null, branch: null, happenedAt: at(i) },
          ...{
            title: `Ran the ${topic} tests, number ${i}`,
            summary: `The ${topic} works.`,
            detail: `${topic} ${i} passed`,
          },
          ...{ files: [`src/${topic}.ts`], rawBytes: 200, tokens: 20, durationMs: 5, provider: "offline" },
        });
      }
    });
  }
  await memory.close();
}

/** The viewer as its package ships it, served from a folder: its own server would have to run for data. */
async function peer(browser: Browser): Promise<void> {
  await using folder = await tempDir("peer");
  const run = promisify(execFile);
  try {
    const what = `claude-mem@${flags.peer}`;
    await run("npm", ["pack", what, "--silent", "--pack-destination", folder.path], {
      cwd: folder.path,
      timeout: 120_000,
    });
    const [archive = ""] = readdirSync(folder.path);
    await run("tar", ["xzf", archive], { cwd: folder.path });
  } catch (error) {
    console.log(`claude-mem ${flags.peer}: not available (${(error as Error).message.split("\n")[0]})`);
    return;
  }
  const all = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
  const viewer = all.find((name) => basename(name) === "viewer.html");
  if (!viewer) return console.log(`claude-mem ${flags.peer}: no viewer in its package`);
  const root = join(folder.path, viewer, "..");
  const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
  };
  const server = createServer((request, response) => {
    const path = join(root, basename(request.url === "/" ? "viewer.html" : (request.url ?? "")));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "" }).end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  const other: Page = await (await browser.newContext()).newPage();
  let script = 0;
  let rest = 0;
  other.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    if (response.url().endsWith(".js")) script += gzipSync(body).length;
    else rest += gzipSync(body).length;
  });
  const foreign = new Set<string>();
  other.on("request", (request) => {
    if (!request.url().startsWith("http://127.0.0.1")) foreign.add(new URL(request.url()).host);
  });
  const session = await other.context().newCDPSession(other);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const port = (server.address() as AddressInfo).port;
  const ms = await cpu(session, () =>
    other.goto(`http://127.0.0.1:${port}/`, { waitUntil: "load" }).then(() => other.waitForTimeout(500)),
  );
  console.log(
    `claude-mem ${flags.peer}, empty: ${ms.toFixed(0)} ms CPU, ${(script / 1000).toFixed(0)} kB script and ${(rest / 1000).toFixed(0)} kB other gzip, ${await other.locator("*").count()} elements, asks ${[...foreign].join(", ") || "nobody else"}`,
  );
  server.close();
}
