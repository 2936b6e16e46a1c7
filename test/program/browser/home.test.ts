// The first view of the page: where a project stands, and what is corrected there in place.

import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { title } from "../../support/available.ts";
import { browserAvailable, goTo, type OpenedPage, openPage, startBrowser } from "../../support/browser.ts";
import { fillMemory } from "../../support/page-memory.ts";
import { environment, type Home, tellback, tellbackHome, until } from "../../support/tellback.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";

const chromium = await browserAvailable();

describe.skipIf(!chromium.ok)(title("home", chromium), () => {
  let browser: Browser;
  let home: Home;
  let folder: TempDir;
  let project: string;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser();
    home = await tellbackHome();
    folder = await tempDir("home");
    const memory = await openMemory({ env: { ...environment(home), TELLBACK_KNOWLEDGE_REVIEW: "off" } });
    project = await fillMemory(memory, folder.path);
    await memory.close();
    opened = await openPage(browser, home);
    ({ page } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    await browser?.close();
    await home?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  /** The line of a list that has these words. */
  const line = (words: string): Locator => page.locator("main .told > li", { hasText: words }).first();
  const isGone = (words: string) =>
    until(`“${words}” is gone`, async () => (await line(words).count()) === 0);

  test("says what is true now, what is open, what holds and what needs a decision", async () => {
    await page.getByRole("heading", { level: 1, name: "shop" }).waitFor();
    for (const name of ["Now", "Open 1", "Here", "Last sessions", "To decide 1", "Tasks", "Health"])
      await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
    await line("money is rounded once").waitFor();
    await line("The deploy script still needs the new rate table").waitFor();
    await page.getByText("Everything works").waitFor();
  });

  test("each line leads to its evidence", async () => {
    await line("The deploy script still needs").getByRole("link", { name: "evidence" }).click();
    await page.getByRole("heading", { name: "Add Spain with 21 % tax" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "shop" }).waitFor();
  });

  test("an open point is said in other words, then done: both count for the agent too", async () => {
    const point = line("The deploy script still needs");
    await point.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Text").fill("Teach the deploy script the new rate table");
    await page.getByRole("button", { name: "Save" }).click();
    await line("Teach the deploy script").waitFor();
    await line("Teach the deploy script").getByRole("button", { name: "Done" }).click();
    await isGone("Teach the deploy script");
    const { stdout } = await tellback(home, ["open-points", "--json"], { cwd: project });
    expect(JSON.parse(stdout).points).toEqual([]);
  });

  test("what waits is kept, and then holds here", async () => {
    const waiting = page.getByRole("complementary").locator("li", { hasText: "Tax rates come" });
    await waiting.getByRole("button", { name: "Keep" }).click();
    await until("it waits no more", async () => (await waiting.count()) === 0);
    await line("Tax rates come from the database").waitFor();
  });

  test("a wrong rule is rejected", async () => {
    await line("Never round anywhere else").getByRole("button", { name: "Reject" }).click();
    await until(
      "it is rejected",
      async () =>
        (await line("Never round anywhere else").getByRole("button", { name: "Reject" }).count()) === 0,
    );
  });

  test("a project about which nothing is known says so", async () => {
    await page.getByLabel("Project").selectOption({ label: "website" });
    await page.getByRole("heading", { level: 1, name: "website" }).waitFor();
    await page.getByRole("heading", { name: "Last sessions" }).waitFor();
    await goTo(page, "/");
    expect(opened.faults).toEqual([]);
  });
});
