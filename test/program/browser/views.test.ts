// The page in a real browser, with a real store in every view: what it shows, that it is accessible in light and dark, and
// that it does nothing that it may not do.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { title } from "../../support/available.ts";
import { browserAvailable, goTo, type OpenedPage, openPage, startBrowser } from "../../support/browser.ts";
import { fillMemory, sessions } from "../../support/page-memory.ts";
import { postgresAvailable, type Server, startPostgres } from "../../support/postgres.ts";
import { environment, type Home, tellbackHome } from "../../support/tellback.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";

const chromium = await browserAvailable();
const postgres = await postgresAvailable();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where each view is, and words that it must show. */
const views: readonly (readonly [path: string, words: string])[] = [
  ["/", "The deploy script still needs the new rate table"],
  ["/timeline", "Spain is there, with its test"],
  ["/timeline?kind=prompt", "Customers in France"],
  ["/search?q=rounded", "rounded once"],
  ["/sessions", "Add Spain with 21 % tax"],
  [`/session/${sessions.first}`, "Ran npm test: 12 passed"],
  [`/session/${sessions.first}?as=turns`, "Customers in France"],
  ["/learnings", "said by"],
  ["/learnings?list=decisions", "Money is rounded once, in taxOf"],
  ["/review", "Tax rates come from the database"],
  ["/context", "<tellback-memory"],
  ["/context?for=how+is+money+rounded", "<tellback-memory"],
  ["/why", "at session start"],
  ["/graph?q=type:decision", "area:money"],
  ["/stale", "src/tax.ts has changed"],
  ["/tasks", "add-spain"],
  ["/tasks/add-spain", "Update the deploy script"],
  ["/functions", "cents"],
  ["/functions?new=true", "Save the function"],
  ["/functions/cents", "safety"],
  ["/functions/cents?tab=tests", "Run the tests"],
  ["/functions/cents?tab=versions", "round to whole cents"],
  ["/functions/cents?tab=run", "In the sandbox"],
  ["/code", "totalOf"],
  ["/code?symbol=src%2Finvoice.ts%23totalOf", "A change could break"],
  ["/reports", "observations in 3 sessions"],
  ["/reports?since=30d", "Spend against caps"],
  ["/status", "19 observations in 3 sessions of 2 projects"],
  ["/settings", "recall.budgetTokens"],
  ["/forget?q=rounded", "would be deleted"],
  ["/nothing", "There is nothing here"],
];

/** The colours change with the theme, nothing else does. */
const rules = { light: "", dark: "runOnly: ['color-contrast']," };

async function findings(page: Page, theme: keyof typeof rules = "light"): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(document, { ${rules[theme]} resultTypes: ['violations'], preload: false })`,
  )) as { violations: { id: string; nodes: { target: string[] }[] }[] };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3)}`,
  );
}

const maxNodes = 3_000;

describe.skipIf(!chromium.ok)(title("every view", chromium), () => {
  let browser: Browser;
  let home: Home;
  let folder: TempDir;
  let opened: OpenedPage;

  beforeAll(async () => {
    home = await tellbackHome();
    folder = await tempDir("page");
    const memory = await openMemory({ env: environment(home) });
    await fillMemory(memory, folder.path);
    await memory.close();
    browser = await startBrowser();
    opened = await openPage(browser, home);
  });
  afterAll(async () => {
    await browser?.close();
    await home?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test.each(views)("%s shows “%s”, in light and dark without a finding of axe", async (path, words) => {
    const { page, faults } = opened;
    await goTo(page, path);
    await page.locator("main").getByText(words, { exact: false }).filter({ visible: true }).first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, colorScheme), colorScheme).toEqual([]);
    }
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("*").count()).toBeLessThan(maxNodes);
    expect(faults).toEqual([]);
  });

  /** One state of each view, the one with most in its address. */
  const states = [...new Map(views.map((one) => [one[0].split(/[/?]/)[1], one])).values()];

  test("reload and back keep the state of every view", async () => {
    const { page, faults } = opened;
    for (const [path, words] of states) {
      const isShown = async () => {
        const shown = page.locator("main").getByText(words, { exact: false }).filter({ visible: true });
        await shown.first().waitFor();
        expect(new URL(page.url()).href).toBe(new URL(path, opened.url).href);
        return page.locator("main h1").textContent();
      };
      await goTo(page, path);
      const heading = await isShown();
      await page.reload();
      expect(await isShown()).toBe(heading);
      await goTo(page, "/nowhere");
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
      await page.goBack();
      expect(await isShown()).toBe(heading);
    }
    expect(faults).toEqual([]);
  });

  test("palette and help have no finding either", async () => {
    const { page, faults } = opened;
    await goTo(page, "/");
    for (const key of ["Control+k", "Escape", "?"]) {
      await page.keyboard.press(key);
      if (key === "Escape") continue;
      await page.getByRole("dialog").waitFor();
      expect(await findings(page)).toEqual([]);
    }
    await page.keyboard.press("Escape");
    expect(faults).toEqual([]);
  });

  test("a narrow window has the menu behind a button, and the detail instead of the list", async () => {
    const { page, faults, close } = await openPage(browser, home, { viewport: { width: 390, height: 800 } });
    await page.locator("main .told > li").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Learnings" }).click();
    await page.locator("main .row").first().click();
    await page.getByRole("button", { name: "Confirm c" }).waitFor();
    expect(await page.getByRole("listbox").isVisible()).toBe(false);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await findings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe.skipIf(!chromium.ok || !postgres.ok)(title("on PostgreSQL", postgres), () => {
  let browser: Browser;
  let server: Server;
  let home: Home;
  let folder: TempDir;
  beforeAll(async () => {
    [home, folder, server, browser] = await Promise.all([
      tellbackHome(),
      tempDir("page"),
      startPostgres(),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await home?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
    await server?.stop();
  });

  test("every view shows the same", { timeout: 240_000 }, async () => {
    const env = { TELLBACK_STORE_URL: server.url };
    const memory = await openMemory({ env: environment(home, env) });
    await fillMemory(memory, folder.path);
    await memory.close();
    const { page, faults } = await openPage(browser, home, { env });
    for (const [path, words] of views) {
      await goTo(page, path);
      await page
        .locator("main")
        .getByText(words, { exact: false })
        .filter({ visible: true })
        .first()
        .waitFor();
    }
    expect(faults).toEqual([]);
  });
});
