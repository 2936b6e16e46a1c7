// A store of a hundred thousand observations in one session, in a real browser: every list shows its beginning at once,
// its end when somebody scrolls there, and never more elements than fit on the screen.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { title } from "../../support/available.ts";
import { browserAvailable, goTo, type OpenedPage, openPage, startBrowser } from "../../support/browser.ts";
import { fillLongSession, longSession } from "../../support/long-session.ts";
import { environment, type Home, tellbackHome } from "../../support/tellback.ts";

const chromium = await browserAvailable();
const rows = 100_000;
const maxNodes = 3_000;
/** Vectors are not needed here, and would keep the machine busy. */
const env = { TELLBACK_EMBED_PROVIDER: "off" };

describe.skipIf(!chromium.ok)(title("a store of 100,000 observations", chromium), () => {
  let browser: Browser;
  let home: Home;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    home = await tellbackHome();
    const memory = await openMemory({ env: environment(home, env) });
    await fillLongSession(memory, home.path, rows);
    await memory.close();
    browser = await startBrowser();
    opened = await openPage(browser, home, { env });
    ({ page } = opened);
  });
  afterAll(async () => {
    await browser?.close();
    await home?.[Symbol.asyncDispose]();
  });

  const row = (words: string) => page.locator("main .row").filter({ hasText: words }).first();
  const scrollTo = (share: number) =>
    page.evaluate(
      `{ const box = document.querySelector(".rows"); box.scrollTop = box.scrollHeight * ${share}; }`,
    );
  async function isSmall(): Promise<void> {
    expect(await page.locator("*").count()).toBeLessThan(maxNodes);
  }

  test("the timeline shows the newest first, and the oldest at its end", async () => {
    await goTo(page, "/timeline");
    await row(`number ${rows - 1}`).waitFor();
    await page.getByText("100,000 observations").waitFor();
    await isSmall();
    await scrollTo(1);
    await row("number 0").waitFor();
    await isSmall();
  });

  test("the session shows any place in it, and its outline leads there", async () => {
    await goTo(page, `/session/${longSession}`);
    await row("number 0").waitFor();
    await scrollTo(0.5);
    await row("number 50000").waitFor();
    await scrollTo(1);
    await row(`number ${rows - 1}`).waitFor();
    await isSmall();
    await page.getByLabel("Jump to").selectOption("100");
    await row("number 5000").waitFor();
    await isSmall();
  });

  test("the search finds in it by each keystroke", async () => {
    await goTo(page, "/search");
    await page.getByRole("searchbox").pressSequentially("invoice tests");
    await row("invoice").waitFor();
    await page.getByText(/^\d+ results? in/).waitFor();
    await isSmall();
  });

  test("nothing of this did what the page may not do", () => {
    expect(opened.faults).toEqual([]);
  });
});
