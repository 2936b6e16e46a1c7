// The chat in a real browser, with a real daemon: without a model, and with a scripted one.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { title } from "../../support/available.ts";
import { browserAvailable, goTo, type OpenedPage, openPage, startBrowser } from "../../support/browser.ts";
import { scripted } from "../../support/chat.ts";
import type { Ask, Script } from "../../support/model-stand-in.ts";
import {
  type Home,
  payload,
  portableHook,
  rows,
  stop,
  tellback,
  tellbackHome,
  untilStored,
} from "../../support/tellback.ts";

const chromium = await browserAvailable();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const long = "A long answer that comes in several pieces. ".repeat(12).trim();
const keeps: Script = {
  text: "I will keep it.",
  tools: [{ name: "remember", input: { content: "Deploys wait for the smoke tests" } }],
};
const idIn = ({ text }: Ask) => /(?:obs|trn)_[0-9A-Z]{26}/.exec(text)?.[0] ?? "no id";

describe.skipIf(!chromium.ok)(title("the chat in a browser", chromium), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  /** The chat of a new home, as `tellback open` and the key `g c` open it. */
  async function chatPage(turns: Script[] | null, more: Record<string, string> = {}) {
    const home = await tellbackHome();
    onTestFinished(() => home[Symbol.asyncDispose]());
    const script = turns === null ? null : await scripted(turns);
    const env = { ...script?.env, ...more };
    await tellback(home, ["daemon", "start"], { env });
    await portableHook(home, payload.prompt("s", "The parser fails on empty lines."), { env });
    await untilStored(home, 1);
    const opened = await openPage(browser, home, { env });
    onTestFinished(async () => {
      await opened.close();
      await stop(home);
    });
    await opened.page.keyboard.press("g");
    await opened.page.keyboard.press("c");
    await opened.page.getByRole("heading", { name: "Chat" }).waitFor();
    return { ...opened, home, model: script?.model };
  }

  async function ask(page: Page, text: string): Promise<void> {
    const field = page.getByRole("textbox", { name: "Question or command" });
    await field.fill(text);
    await field.press("Enter");
  }

  const last = (page: Page) => page.getByRole("article").last();
  const idle = (page: Page) => page.getByRole("button", { name: "Send" }).waitFor();
  const nodes = (home: Home) =>
    rows<{ content: string }>(home, "select content from nodes where state = 'active'");

  async function isSound({ page, faults }: Pick<OpenedPage, "page" | "faults">): Promise<void> {
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      // addScriptTag would be refused by the policy of the page.
      await page.evaluate(axe);
      const { violations } = (await page.evaluate("axe.run()")) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    expect(faults).toEqual([]);
  }

  test("without a model: memories, commands, a source beside, the address of a conversation", async () => {
    const chat = await chatPage(null);
    const { page } = chat;
    await page.getByText("No model is set.").first().waitFor();
    await isSound(chat);
    await ask(page, "parser fails");
    await last(page).getByText("These are your memories:").waitFor();
    await idle(page);
    const source = last(page)
      .getByRole("link", { name: /parser/ })
      .first();
    const detail = page.getByRole("region", { name: "Detail" });
    // The end of an answer may scroll the log away under a click.
    await expect
      .poll(() => source.click().then(() => detail.isVisible()), { timeout: 60_000, interval: 500 })
      .toBe(true);
    await detail.getByRole("heading").first().waitFor();
    await isSound(chat);
    await page.locator("body").press("Escape");
    await page.locator("body").press("Escape");
    await page.getByRole("region", { name: "Detail" }).waitFor({ state: "detached" });

    await ask(page, "/remember Tokens live 15 minutes");
    await last(page).getByText("done").waitFor();
    await idle(page);
    expect(nodes(chat.home)).toEqual([{ content: "Tokens live 15 minutes" }]);
    await page.getByRole("textbox").fill("/s");
    await page.getByRole("list", { name: "Commands" }).getByText("/search WORDS").waitFor();

    await page.reload();
    await page.getByText("/remember Tokens live 15 minutes").first().waitFor();
    expect(await page.getByRole("article").count()).toBe(4);
    await page.getByRole("textbox").fill("/w");
    await page.getByRole("list", { name: "Commands" }).getByText("/why ID").waitFor();
    await page.getByRole("textbox").fill("");
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByText("Ask your memory").first().waitFor();
    await page.getByText("Earlier conversations").click();
    await page.getByRole("link", { name: /parser fails/ }).click();
    await page.getByText("/remember Tokens live 15 minutes").first().waitFor();
    await isSound(chat);
  });

  test("with a model: streams, stops, answers again; both answers stay", async () => {
    const chat = await chatPage([
      { text: long, only: { pieces: 3, end: "silence" } },
      { text: "The second **answer**." },
    ]);
    const { page } = chat;
    await ask(page, "Tell me");
    await last(page).getByText(long.slice(0, 60)).waitFor();
    await isSound(chat);
    await page.getByRole("button", { name: "Stop" }).click();
    await last(page).getByText("stopped").waitFor();
    await last(page).getByText(long.slice(100, 170)).waitFor();
    await last(page)
      .getByText(/\$0\.\d+ · [\d,]+ tokens in/)
      .waitFor();
    await page.getByRole("button", { name: "Answer again" }).click();
    await last(page).getByText("The second answer.").waitFor();
    await idle(page);
    expect(await page.getByText("earlier answer").count()).toBe(1);
    await page.getByText(/Today \$0\.\d+ of \$0\.50/).waitFor();
    await isSound(chat);
  });

  test("a tool that writes waits for yes or no, and shows what it would write", async () => {
    const chat = await chatPage([keeps, { text: "It is kept." }, keeps, { text: "As you like." }]);
    const { page, home } = chat;
    await ask(page, "Keep that");
    const approval = page.getByRole("group", { name: "Approve remember?" });
    await approval.waitFor();
    await last(page).getByText("Deploys wait for the smoke tests").first().waitFor();
    await idle(page);
    await isSound(chat);
    expect(nodes(home)).toEqual([]);
    await page.reload();
    await approval.getByRole("button", { name: "Run it" }).click();
    await last(page).getByText("It is kept.").waitFor();
    expect(nodes(home)).toHaveLength(1);

    await idle(page);
    await ask(page, "Keep it again");
    await approval.getByRole("button", { name: "Refuse" }).click();
    await last(page).getByText("As you like.").waitFor();
    await last(page).getByText("refused").waitFor();
    expect(nodes(home)).toHaveLength(1);
    await isSound(chat);
  });

  test("a function is saved in conversation, tested, found again and run", async () => {
    const code =
      'export function slugify(title) {\n  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");\n}\n';
    const saved = {
      name: "slugify",
      language: "javascript",
      description: "A title as a slug for a URL",
      code,
    };
    const uses = (name: string, input: Record<string, unknown>): Script => ({ tools: [{ name, input }] });
    const chat = await chatPage([
      uses("save_function", { ...saved, tests: [{ args: ["A b"], value: "a-b" }] }),
      { text: "It is saved." },
      uses("test_function", { name: "slugify" }),
      { text: "Its test passes." },
      uses("search_functions", { query: "slug of a title" }),
      ({ text }) => ({ text: text.includes("slugify") ? "It is slugify." : "Nothing is there." }),
      uses("run_function", { name: "slugify", args: ["About us"] }),
      ({ text }) => ({ text: text.includes("about-us") ? "It gives `about-us`." : "It gives nothing." }),
    ]);
    const { page } = chat;
    const run = (tool: string) =>
      page
        .getByRole("group", { name: `Approve ${tool}?` })
        .getByRole("button", { name: "Run it" })
        .click();
    const says = async (words: string) => {
      await last(page).getByText(words).waitFor();
      await idle(page);
    };
    await ask(page, "Save a function that makes a slug of a title");
    await last(page).locator("pre").getByText("return title.toLowerCase()").first().waitFor();
    expect(rows(chat.home, "select name from functions")).toEqual([]);
    await run("save_function");
    await says("It is saved.");
    await ask(page, "Test it");
    await run("test_function");
    await says("Its test passes.");
    await ask(page, "Which function makes a slug?");
    await says("It is slugify.");
    await ask(page, "Run it with About us");
    await run("run_function");
    await says("It gives about-us.");
    await last(page).getByRole("group", { name: "Tool run_function" }).locator("summary").click();
    await last(page).getByText("value: about-us").waitFor();
    await isSound(chat);
    await goTo(page, "/functions/slugify");
    await page.getByRole("option", { name: /A title as a slug for a URL tests pass/ }).waitFor();
    expect(chat.faults).toEqual([]);
  });

  test("sources become links only if a tool returned them; hostile text does nothing", async () => {
    const hostile =
      "<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![p](http://evil.example/p.png)";
    const chat = await chatPage([
      { tools: [{ name: "search_memory", input: { query: "parser" } }] },
      (asked) => ({ text: `See [${idIn(asked)}], not [obs_01ZZZZZZZZZZZZ0123456789AB]. ${hostile}` }),
    ]);
    const { page } = chat;
    await ask(page, "Why does the parser fail?");
    await last(page).getByText("<img src=x").waitFor();
    await idle(page);
    const links = last(page).locator("a.cite");
    expect(await links.count()).toBe(1);
    expect(await last(page).locator("img, script, a[href^=javascript]").count()).toBe(0);
    await links.click();
    await page.getByRole("region", { name: "Detail" }).getByRole("heading").first().waitFor();
    await isSound(chat);
  });

  test("a cap and a model that goes away are said, and the memories answer", async () => {
    const search: Script = {
      ...{ text: "Let me look.", tools: [{ name: "search_memory", input: { query: "parser" } }] },
      usage: { input_tokens: 400_000 },
    };
    const chat = await chatPage([{ text: long, only: { pieces: 2, end: "break" } }, search], {
      TELLBACK_SPEND_DAILY_USD: "0.3",
    });
    const { page } = chat;
    await ask(page, "Why does the parser fail?");
    await last(page).getByText("The model gave no whole answer").waitFor();
    await last(page).getByText(long.slice(0, 50)).waitFor();
    await last(page)
      .getByRole("link", { name: /parser/ })
      .first()
      .waitFor();
    await idle(page);
    await ask(page, "And the parser?");
    await last(page).getByText("The spending cap of the day is reached").waitFor();
    await last(page).getByText("Let me look.").waitFor();
    await idle(page);
    await isSound(chat);
  });

  test("a narrow window shows the same, and j and k go from message to message", async () => {
    const chat = await chatPage([{ text: "Short." }]);
    const { page } = chat;
    await page.setViewportSize({ width: 390, height: 780 });
    await ask(page, "Tell me");
    await last(page).getByText("Short.").waitFor();
    await idle(page);
    await page.getByRole("textbox").press("Escape");
    await page.keyboard.press("j");
    const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
    expect(await focused()).toBe("You:");
    await page.keyboard.press("j");
    expect(await focused()).toBe("claude-haiku-4-5:");
    await page.keyboard.press("k");
    expect(await focused()).toBe("You:");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await isSound(chat);
  });
});
