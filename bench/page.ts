// What the page costs in a real browser beside the viewer of claude-mem from npm, in one run: size of the first load, CPU
// time of the main thread to the first row and a frame of scrolling, elements, time of a keystroke and of a change of
// view, findings of axe. Exits with 1 if a budget of tellback is missed.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { openMemory } from "../src/journeys/followers.ts";
import { addressOf, goTo, startBrowser } from "../test/support/browser.ts";
import { fillLongSession, longSession } from "../test/support/long-session.ts";
import { environment, tellbackHome } from "../test/support/tellback.ts";
import { readFlags } from "./flags.ts";
import { startPeer } from "./page-peer.ts";

const flags = readFlags({
  rows: { value: "N", default: "100000", about: "observations in the long session" },
  repeat: { value: "N", default: "5", about: "first loads, of which the median counts" },
  peer: { value: "VERSION", default: "13.25.3", about: "version of claude-mem; `none` leaves it out" },
  cards: { value: "N", default: "1000", about: "observations that claude-mem's viewer is given" },
});
const rows = Number(flags.rows);
const frames = 120;

interface Measured {
  script: number;
  rest: number;
  first: number;
  nodes: number;
  frame: number;
  findings: number;
  foreign: string[];
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await startBrowser();
await using home = await tellbackHome();
// Without vectors: nothing computes beside the page.
const env = { TELLBACK_EMBED_PROVIDER: "off" };
const memory = await openMemory({ env: environment(home, env) });
await fillLongSession(memory, home.path, rows);
await memory.close();

const own = await measured(async () => (await addressOf(home, env)).address, {
  row: "main .told > li",
  box: ".rows",
  before: async (page) => {
    await goTo(page, `/session/${longSession}`);
    await page.locator("main .row .observation").first().waitFor();
  },
});
const { keystroke, switching, opening } = await used();
const peer = flags.peer === "none" ? "left out" : await startPeer(flags.peer, Number(flags.cards));
const other =
  typeof peer === "string"
    ? null
    : await measured(async () => peer.url, { row: ".card", box: null, before: (page) => loadCards(page) });
if (typeof peer === "string") console.log(`claude-mem ${flags.peer} is not beside it: ${peer}`);
else await peer[Symbol.asyncDispose]();
await browser.close();

const cards = `${Number(flags.cards).toLocaleString("en")} cards`;
console.log(`${"".padEnd(44)} ${"tellback".padStart(9)} ${"claude-mem".padStart(11)}   goal of tellback`);
line("script of the first load, kB gzip", own.script, other?.script, 60);
line("styles, HTML, fonts of the first load, kB gzip", own.rest, other?.rest, 15);
line("CPU to the first row, ms (median)", own.first, other?.first, 100);
line(`elements, ${rows.toLocaleString("en")} rows; ${cards}`, own.nodes, other?.nodes, 3_000);
line("CPU a frame while these scroll, ms", own.frame, other?.frame, 8);
line("keystroke to results, ms (median)", keystroke, undefined, 100);
line("change of view, ms (median)", switching, undefined, 50);
line(`open the session of ${rows.toLocaleString("en")} rows, ms (median)`, opening, undefined, 500);
line("findings of axe", own.findings, other?.findings, 0);
line("requests to other hosts", own.foreign.length, other?.foreign.length, 0);
if (other && other.foreign.length > 0) console.log(`claude-mem asked for ${other.foreign.join(", ")}`);

interface Shape {
  row: string;
  /** What scrolls; null: the window. */
  box: string | null;
  before(page: Page): Promise<void>;
}

/** Each first load in a browser context of its own, with nothing cached. */
async function measured(addressNow: () => Promise<string>, { row, box, before }: Shape): Promise<Measured> {
  const firsts: number[] = [];
  for (let i = 0; ; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const address = await addressNow();
    const { hostname } = new URL(address);
    const foreign = new Set<string>();
    await context.route(
      (url) => url.hostname !== hostname,
      (route) => {
        foreign.add(new URL(route.request().url()).hostname);
        return route.abort();
      },
    );
    const sizes = { script: 0, rest: 0 };
    const bodies: Promise<void>[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (/^\/(v1|api|stream|session)/.test(pathname)) return;
      const add = (body: Buffer) => {
        sizes[pathname.endsWith(".js") ? "script" : "rest"] += gzipSync(body, { level: 9 }).length / 1000;
      };
      bodies.push(response.body().then(add, () => {}));
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    firsts.push(
      await cpu(cdp, async () => {
        await page.goto(address);
        await shown(cdp, row);
      }),
    );
    await Promise.all(bodies);
    const loaded = { ...sizes };
    if (i + 1 < Number(flags.repeat)) {
      await context.close();
      continue;
    }
    const findings = await axeFindings(page);
    await before(page);
    const frame = (await cpu(cdp, () => scroll(page, box))) / frames;
    const nodes = await page.locator("*").count();
    await context.close();
    return { ...loaded, first: median(firsts), nodes, frame, findings, foreign: [...foreign] };
  }
}

/** Asked without a locator: playwright would load a program of its own into the page, and that would be counted. */
async function shown(session: CDPSession, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  for (;;) {
    const { result } = await session.send("Runtime.evaluate", { expression });
    if (result.value === true) return;
    await pause(10);
  }
}

async function used(): Promise<{ keystroke: number; switching: number; opening: number }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto((await addressOf(home, env)).address);
  await page.locator("main .told > li").first().waitFor();
  await goTo(page, "/search");
  await page.getByRole("searchbox").waitFor();
  const keystrokes: number[] = [];
  for (const letter of "invoice tests") keystrokes.push(await timed(page, "type", letter));
  const views = [
    "/sessions",
    "/learnings",
    "/why",
    "/status",
    "/settings",
    "/reports",
    "/tasks",
    "/graph",
    "/",
  ];
  for (const path of views) await timed(page, "go", path);
  const switches: number[] = [];
  for (const path of views) switches.push(await timed(page, "go", path));
  const openings: number[] = [];
  for (let i = 0; i < Number(flags.repeat); i++) {
    openings.push(await timed(page, "open", `/session/${longSession}`));
    await timed(page, "go", "/");
  }
  await page.context().close();
  return { keystroke: median(keystrokes), switching: median(switches), opening: median(openings) };
}

/** Inside the page: from the key or the address to the frame that shows its answer. */
async function timed(page: Page, how: "type" | "go" | "open", what: string): Promise<number> {
  const act =
    how !== "type"
      ? `history.pushState(null, "", ${JSON.stringify(what)}); dispatchEvent(new PopStateEvent("popstate"));`
      : `const field = document.querySelector("input[type=search]");
         field.value += ${JSON.stringify(what)}; field.dispatchEvent(new InputEvent("input", { bubbles: true }));`;
  const isThere = {
    go: `document.querySelector("main h1")?.textContent !== before`,
    open: `document.querySelector("main .split.session .row .observation")`,
    type: `answers() > asked && document.querySelector(".found")?.getAttribute("aria-busy") === "false"`,
  }[how];
  return page.evaluate(`new Promise((done, fail) => {
    const answers = () => performance.getEntriesByType("resource").filter(({ name, responseEnd }) => name.endsWith("/v1/search") && responseEnd > 0).length;
    performance.setResourceTimingBufferSize(10_000);
    const before = document.querySelector("main h1")?.textContent;
    const asked = answers();
    const start = performance.now();
    ${act}
    const look = () => {
      if (${isThere}) requestAnimationFrame(() => done(performance.now() - start));
      else if (performance.now() - start > 10_000) fail(new Error("no answer to ${how} ${what}"));
      else setTimeout(look, 1);
    };
    look();
  })`);
}

/** Its list grows while somebody scrolls to its end. */
async function loadCards(page: Page): Promise<void> {
  const count = () => page.locator(".card").count();
  for (let last = -1; last < (await count()); ) {
    last = await count();
    if (last >= Number(flags.cards)) return;
    await page.evaluate(
      "for (const one of document.querySelectorAll('*')) if (one.scrollHeight > one.clientHeight + 50) one.scrollTop = one.scrollHeight; scrollTo(0, document.body.scrollHeight)",
    );
    await page
      .waitForFunction(`document.querySelectorAll(".card").length > ${last}`, null, { timeout: 5_000 })
      .catch(() => {});
  }
}

/** What scrolls is the named box, else the tallest one of the page. */
function scroll(page: Page, box: string | null): Promise<unknown> {
  return page.evaluate(`new Promise((done) => {
    const all = [...document.querySelectorAll(${JSON.stringify(box ?? "*")})];
    const tall = (one) => one.scrollHeight - one.clientHeight;
    const box = all.sort((a, b) => tall(b) - tall(a))[0];
    let n = 0;
    const next = () => {
      box.scrollTop = (tall(box) / ${frames}) * ++n;
      requestAnimationFrame(n < ${frames} ? next : done);
    };
    requestAnimationFrame(next);
  })`);
}

async function axeFindings(page: Page): Promise<number> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    "axe.run(document, { preload: false }).then(({ violations }) => violations.length)",
  );
  return found as number;
}

function line(what: string, value: number, peer: number | undefined, goal: number): void {
  const isMet = value <= goal;
  if (!isMet) process.exitCode = 1;
  const text = (n: number | undefined) =>
    n === undefined ? "–" : Number.isInteger(n) ? n.toLocaleString("en") : n.toFixed(1);
  console.log(
    `${what.padEnd(44)} ${text(value).padStart(9)} ${text(peer).padStart(11)}   ≤ ${goal.toLocaleString("en")}${isMet ? "" : "  MISSED"}`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
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
