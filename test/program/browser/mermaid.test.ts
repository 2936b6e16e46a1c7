// What `tellback report --mermaid` prints is drawn by mermaid itself, in a real browser: names that would be its syntax stay
// names.

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawCalls } from "../../../src/indexes/codemap/draw.ts";
import { title } from "../../support/available.ts";
import { browserAvailable, startBrowser } from "../../support/browser.ts";
import { npmProgram } from "../../support/npm-program.ts";

const chromium = await browserAvailable();
const mermaid = await npmProgram("mermaid", "12.3.0", "mermaid/dist/mermaid.min.js");

const names = [
  'end"] --> x["',
  "end",
  "graph",
  "subgraph a; end",
  "a[b](c){d}|e|",
  "%% comment",
  "%%{init: {}}%%",
  "\\",
  "`x` **bold** <b>",
  "<script>alert(1)</script>",
  "#quot; &amp; &#35;",
  "1. first",
  "- item",
  "größe(数, 🚀)",
  "operator<<=",
  "click s0 call x()",
  "style s0 fill:#f00",
  "o--o x--x",
  "100%",
  "$$x^2$$",
  "fa:fa-ban",
];

describe(title("mermaid", chromium), () => {
  const isReady = chromium.ok && mermaid.ok;
  let browser: Browser;
  beforeAll(async () => {
    if (isReady) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.runIf(isReady)(title("draws every name as it is written", mermaid), async () => {
    const symbols = names.map((label, i) => ({ id: `s${i}`, file: `src/${label}`, label }));
    const edges = symbols.map(({ id }, i) => ({
      from: id,
      to: `s${(i + 1) % names.length}`,
      confidence: i / 20,
    }));
    const page = await browser.newPage();
    await page.setContent("<!doctype html><body></body>");
    await page.addScriptTag({ content: readFileSync(mermaid.ok ? mermaid.path : "", "utf8") });
    const drawn = await page.evaluate(
      async (text) => {
        const program = (globalThis as unknown as { mermaid: Mermaid }).mermaid;
        program.initialize({ startOnLoad: false });
        const parsed = await program.parse(text);
        return { type: parsed.diagramType, svg: (await program.render("drawing", text)).svg };
      },
      drawCalls(symbols, edges, "mermaid"),
    );
    await page.setContent(`<!doctype html><body>${drawn.svg}</body>`);
    const texts = async (selector: string): Promise<string[]> =>
      (await page.locator(selector).allTextContents()).map((one) => one.trim()).sort();
    expect(drawn.type).toMatch(/^flowchart/);
    expect(await texts("g.node .nodeLabel")).toEqual([...names].sort());
    expect(await texts("g.cluster .nodeLabel")).toEqual(names.map((name) => `src/${name}`).sort());
    expect(await page.locator("path.flowchart-link").count()).toBe(names.length);
  });
});

interface Mermaid {
  initialize(options: object): void;
  parse(text: string): Promise<{ diagramType: string }>;
  render(id: string, text: string): Promise<{ svg: string }>;
}
