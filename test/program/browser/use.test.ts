// The page in use: keys, live updates from a real hook, corrections, a daemon that goes away and comes back, a second
// tab, a long session, and a store that is full of attacks.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import type { HookEvent } from "../../../src/protocol/hook.ts";
import { ask } from "../../../src/sdk.ts";
import { title } from "../../support/available.ts";
import {
  addressOf,
  browserAvailable,
  goTo,
  type OpenedPage,
  openPage,
  startBrowser,
} from "../../support/browser.ts";
import { fillMemory, sessions } from "../../support/page-memory.ts";
import {
  environment,
  type Home,
  payload,
  portableHook,
  stop,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";

const chromium = await browserAvailable();

let browser: Browser;
beforeAll(async () => {
  if (chromium.ok) browser = await startBrowser();
});
afterAll(() => browser?.close());

const shown = (page: Page, words: string) => page.getByText(words, { exact: false }).first().waitFor();
const selected = (page: Page) => page.locator("[role=option][aria-selected=true]").first().textContent();

describe.skipIf(!chromium.ok)(title("the page in use", chromium), () => {
  let home: Home;
  let folder: TempDir;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    home = await tellbackHome();
    folder = await tempDir("page");
    // Only what the test marks as waiting waits.
    const memory = await openMemory({ env: { ...environment(home), TELLBACK_KNOWLEDGE_REVIEW: "off" } });
    await fillMemory(memory, folder.path);
    await memory.close();
    opened = await openPage(browser, home);
    ({ page } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    await home?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test("g and a letter go to each view", async () => {
    const letters = {
      ...{
        s: "Search",
        i: "Sessions",
        l: "Learnings",
        v: "Review",
        x: "Context",
        w: "Why",
        g: "Graph",
        o: "Stale",
        a: "Tasks",
      },
      ...{
        f: "Functions",
        m: "Code map",
        r: "Reports",
        u: "Status",
        e: "Settings",
        d: "Forget",
        t: "Timeline",
        h: "shop",
      },
    };
    for (const [letter, name] of Object.entries(letters)) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    }
  });

  test("j, k and Enter choose and open a row, Esc closes it", async () => {
    await goTo(page, "/timeline");
    await page.locator("main .row").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("j");
    const row = await selected(page);
    expect(row).toContain("npm test");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "Detail" })
      .getByRole("heading", { name: "Ran npm test: 13 passed" })
      .waitFor();
    expect(page.url()).toContain("id=obs_");
    await page.keyboard.press("Escape");
    await until(
      "the detail is closed",
      async () => (await page.getByRole("region", { name: "Detail" }).count()) === 0,
    );
  });

  test("a list that is chosen while another one loads shows its own rows", async () => {
    let isAsked = false;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/v1/learnings", async (route) => {
      isAsked = true;
      await answered;
      await route.continue();
    });
    await goTo(page, "/learnings?list=confirmed");
    await until("the first list is asked for", () => isAsked);
    await goTo(page, "/learnings?list=decisions");
    await page.locator("[aria-pressed=true]", { hasText: "Decisions" }).waitFor();
    answer();
    await page.locator("main").getByText("Money is rounded once, in taxOf").first().waitFor();
    await page.unroute("**/v1/learnings");
  });

  test("/ goes to the search, and each keystroke searches", async () => {
    await goTo(page, "/");
    await page.keyboard.press("/");
    await page.getByRole("heading", { name: "Search" }).waitFor();
    const field = page.getByRole("searchbox");
    await field.pressSequentially("France");
    await shown(page, "Customers in France");
    await field.fill("refunds");
    await page.locator("mark").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Why it was found").click();
    await page
      .getByText(/rank \d+,/)
      .first()
      .waitFor();
    expect(page.url()).toContain("q=refunds");
  });

  test("Ctrl-K goes to anything by typing", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Go to/ }).fill("add spain");
    await page
      .getByRole("dialog")
      .getByRole("option", { name: /Add Spain/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Add Spain with 21 % tax" }).waitFor();
    expect(page.url()).toContain(`/session/${sessions.second}`);
  });

  test("Enter before the sessions are there waits for them, instead of searching", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await goTo(page, "/settings");
    await page.route("**/v1/session.list", async (route) => {
      await answered;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Go to/ }).fill("add spain");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(1);
    answer();
    await page.getByRole("heading", { name: "Add Spain with 21 % tax" }).waitFor();
    await page.unroute("**/v1/session.list");
  });

  test("the project in the address limits every view", async () => {
    await goTo(page, "/sessions");
    await shown(page, "Which font does the landing page use?");
    await page.getByLabel("Project").selectOption({ label: "website" });
    await until(
      "one session is left",
      async () => (await page.getByRole("option", { name: /observation/ }).count()) === 1,
    );
    expect(page.url()).toContain("project=");
    await page.getByLabel("Project").selectOption("");
  });

  test("a link to an observation scrolls its session to it", async () => {
    await goTo(page, "/timeline?kind=reply");
    await page.getByRole("option", { name: /One test expects/ }).click();
    await page.getByRole("link", { name: "In its session" }).click();
    await page.getByLabel("Jump to").waitFor();
    await until("the row is selected", async () =>
      (await page.locator("[role=option][aria-selected=true]").allTextContents())
        .join()
        .includes("One test expects"),
    );
  });

  test("a learning is rejected, the change undone, then it is edited, which confirms it", async () => {
    await goTo(page, "/learnings");
    const rows = page.locator("main .row .title");
    const learned = (await rows.first().textContent()) ?? "";
    const one = page.locator("main .row .title").filter({ hasText: learned });
    await one.click();
    await page.getByRole("button", { name: "Reject x" }).waitFor();
    await page.keyboard.press("x");
    await until("it is gone", async () => (await one.count()) === 0);
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await one.waitFor();
    await one.click();
    await page.getByRole("region", { name: "Detail" }).getByText(learned).first().waitFor();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Text" }).fill("Never round outside of taxOf");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Confirmed" }).click();
    await page.getByRole("option", { name: /Never round outside of taxOf/ }).waitFor();
  });

  test("what waits is shown with its words and with what it contradicts, and is kept or dropped", async () => {
    await goTo(page, "/review");
    await page.getByRole("option", { name: /Tax rates come from the database/ }).click();
    await shown(page, "I think the tax rates should come from the database later.");
    await shown(page, "Tax rates live in one table in src/tax.ts");
    await page.keyboard.press("x");
    await shown(page, "Nothing to decide");
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await page.getByRole("option", { name: /Tax rates come from the database/ }).click();
    await page.getByRole("button", { name: "Only the older o" }).click();
    await shown(page, "Nothing to decide");
    await goTo(page, "/graph?q=is:superseded");
    await shown(page, "Tax rates live in one table");
    await goTo(page, "/review");
    await page.getByRole("button", { name: "Undo the last change" }).click();
    await page.getByRole("option", { name: /Tax rates come from the database/ }).waitFor();
  });

  test("the graph shows the code that a statement is about", async () => {
    await goTo(page, "/graph?q=type:pattern");
    await page.getByRole("option", { name: /Tax rates live in one table/ }).click();
    const beside = page.getByRole("region", { name: "Neighbourhood" });
    await beside.getByRole("listitem").filter({ hasText: "about src/tax.ts#rates" }).waitFor();
  });

  test("a stale statement is beside what changed in its code, until it is confirmed", async () => {
    await goTo(page, "/stale");
    await page.locator("main .row").first().click();
    await shown(page, "compared with commit");
    await page
      .getByRole("textbox", { name: "What changed in src/tax.ts" })
      .getByText("es: 0.21")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "It is still true" }).click();
    await shown(page, "Nothing is outdated");
  });

  test("every state is an address: reload and back keep it", async () => {
    await goTo(page, "/learnings?list=decisions");
    await page.locator("main .row").first().click();
    await page.getByRole("button", { name: "Confirm c" }).waitFor();
    const address = page.url();
    await page.reload();
    await page.getByRole("button", { name: "Confirm c" }).waitFor();
    expect(page.url()).toBe(address);
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await page.getByRole("heading", { name: "Why", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Confirm c" }).waitFor();
    expect(page.url()).toBe(address);
  });

  test("a function is tested, run, and saved as a new version", async () => {
    await goTo(page, "/functions/cents?tab=run");
    await page.getByRole("textbox", { name: /Arguments/ }).fill("[2.5]");
    await page.getByRole("button", { name: "Run", exact: true }).last().click();
    await shown(page, "250");
    await page.getByRole("button", { name: "Tests" }).click();
    await page.getByRole("button", { name: "Run the tests" }).click();
    await page.getByText("passed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await page.getByRole("textbox", { name: "Code" }).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("// more");
    await page.getByRole("button", { name: "Save as version 3" }).click();
    await page.getByRole("button", { name: "Save as version 4" }).waitFor();
  });

  test("a new function is written with its tests; what is wrong with them is said", async () => {
    await goTo(page, "/functions");
    await page.getByRole("link", { name: "New function" }).click();
    const form = page.getByRole("region", { name: "New function" });
    const save = form.getByRole("button", { name: "Save the function" });
    const says = (words: string) => form.getByRole("alert").getByText(words).waitFor();
    await save.click();
    await says("The function needs a name");
    await form.getByRole("textbox", { name: "Name" }).fill("cents");
    await form.getByLabel("Language").selectOption("javascript");
    await form.getByRole("textbox", { name: "Code" }).click();
    await page.keyboard.insertText("export function euros(cents) {\n  return cents / 100;\n}\n");
    await save.click();
    await says("There is a function cents already");
    await form.getByRole("textbox", { name: "Name" }).fill("2 euros");
    await form.getByRole("textbox", { name: "What it does" }).fill("Cents as euros");
    await form.getByRole("button", { name: "Add a test" }).click();
    await form.getByRole("textbox", { name: "Arguments" }).fill("[250");
    await form.getByRole("textbox", { name: "Value" }).fill("2.5");
    await save.click();
    await says("Test 1: The arguments are not JSON: [250");
    await form.getByRole("textbox", { name: "Arguments" }).fill("[250]");
    await save.click();
    await says('invalid name "2 euros"');
    await form.getByRole("textbox", { name: "Name" }).first().fill("euros");
    await save.click();
    await page.getByRole("heading", { name: "euros", level: 2 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/functions/euros");
    await page.getByRole("option", { name: /Cents as euros tests pass/ }).waitFor();
  });

  test("tests of a function are added, changed and removed", async () => {
    await goTo(page, "/functions/euros?tab=tests");
    const rows = page.locator("main tbody tr");
    await page.getByRole("button", { name: "Add a test" }).click();
    const form = page.getByRole("form");
    await form.getByRole("textbox", { name: "Arguments" }).fill("[100]");
    await form.getByRole("textbox", { name: "Value" }).fill("100");
    await form.getByRole("button", { name: "Save the test" }).click();
    await page.getByRole("alert").getByText("100 → 100: expected 100, got 1").waitFor();
    await page.getByRole("option", { name: /tests fail/ }).waitFor();
    await page.getByRole("button", { name: "Edit the test 100 → 100" }).click();
    await form.getByRole("textbox", { name: "Value" }).fill("1");
    await form.getByRole("button", { name: "Save the test" }).click();
    await rows.filter({ hasText: "100 → 1" }).getByText("passed").waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole("option", { name: /Cents as euros tests pass/ }).waitFor();
    await page.getByRole("button", { name: "Edit the test 250 → 2.5" }).click();
    await form.getByLabel("Expectation").selectOption("property");
    await form.getByRole("textbox", { name: "An expression" }).fill("result > args[0]");
    await form.getByRole("textbox", { name: "Name" }).fill("is less");
    await form.getByRole("button", { name: "Save the test" }).click();
    await page.getByRole("alert").getByText("is less").waitFor();
    await page.getByRole("button", { name: "Edit the test is less" }).click();
    await form.getByRole("button", { name: "Remove the test" }).click();
    await until("it is removed", async () => (await rows.count()) === 1);
    await page.getByRole("option", { name: /Cents as euros tests pass/ }).waitFor();
  });

  test("captures, tokens, usefulness and spend are plotted, each with its table", async () => {
    await goTo(page, "/reports?since=7d");
    for (const [title, column] of [
      ["Captured", "failed"],
      ["Tokens", "kept"],
      ["Usefulness", "injected"],
      ["Spend against caps", "cap of a day"],
    ] as const) {
      const card = page.locator("main section.card", { has: page.getByRole("heading", { name: title }) });
      await card.getByRole("img", { name: `${column}` }).waitFor();
      await card.getByText("As a table").click();
      await card.locator("details").getByRole("columnheader", { name: column }).waitFor();
      await card.locator("details tbody tr").first().waitFor();
    }
  });

  test("a setting is changed and reset; what decides where data goes is set in a terminal only", async () => {
    await goTo(page, "/settings");
    await page.getByLabel("backup.keep").fill("9");
    await page.getByLabel("backup.keep").blur();
    await page.getByText("yours").waitFor();
    await page.getByRole("button", { name: "reset" }).click();
    await until("it is the default", async () => (await page.getByText("yours").count()) === 0);
    expect(await page.locator("[id='llm.apiKey']").textContent()).toBe("not set");
    expect(await page.getByText("tellback config set llm.url").count()).toBe(1);
    expect(await page.locator("input[id='llm.url'], input[id='functions.weakIsolation']").count()).toBe(0);
  });

  test("forgetting shows first, asks for words, and proves it", async () => {
    await goTo(page, "/forget?q=half");
    await shown(page, "would be deleted");
    const button = page.getByRole("button", { name: "Delete for good" });
    expect(await button.isDisabled()).toBe(true);
    const wanted = (await page.locator("main code").first().textContent()) ?? "";
    await page.getByLabel(/Type/).fill(wanted);
    await button.click();
    await shown(page, "contains the text any more");
    await goTo(page, "/search?q=half");
    await shown(page, "Nothing found");
  });

  test("what a hook reports appears by itself, and nothing moves for somebody who reads", async () => {
    await goTo(page, "/timeline");
    await page.locator("main .row").first().waitFor();
    await portableHook(home, payload.prompt("live-1", "Is the page alive?"));
    await page.getByRole("option", { name: /Is the page alive/ }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const before = await selected(page);
    await portableHook(home, payload.prompt("live-2", "And now?"));
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await selected(page)).toBe(before);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.getByRole("option", { name: /And now/ }).waitFor();
  });

  test("a second tab gets the key from the first; a stranger's browser does not", async () => {
    const second = await opened.context.newPage();
    await second.goto(opened.url);
    await second.getByRole("heading", { name: "Health" }).waitFor();
    await second.close();
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(opened.url);
    await shown(stranger, "tellback open");
    const { address } = await addressOf(home);
    await stranger.goto(address);
    await stranger.getByRole("heading", { name: "Health" }).waitFor();
    expect(stranger.url()).not.toContain("#k=");
    const third = await browser.newContext();
    const late = await third.newPage();
    await late.goto(address);
    await shown(late, "used already");
    await Promise.all([context.close(), third.close()]);
  });

  test("while the daemon is away the page says so, and goes on when it is back", async () => {
    await goTo(page, "/timeline");
    await page.locator("main .row").first().waitFor();
    await stop(home);
    await page.getByText("tellback does not answer").waitFor();
    await addressOf(home);
    await until("it is online", async () => (await page.getByText("tellback does not answer").count()) === 0);
    await portableHook(home, payload.prompt("live-3", "Back again?"));
    await page.getByRole("option", { name: /Back again/ }).waitFor();
  });

  test("none of this did anything that the page may not do", () => {
    expect(opened.faults).toEqual([]);
  });
});

const attacks = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "![pixel](https://evil.example/pixel.png)",
  "[click](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>)",
  "<svg/onload=alert(1)><iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "\u202Egnp.exe <style>@import url(https://evil.example/a.css)</style> </textarea><base href=https://evil.example/>",
  "{{constructor.constructor('alert(1)')()}} <link rel=prefetch href=https://evil.example/x>",
];

describe.skipIf(!chromium.ok)(title("a store full of attacks", chromium), () => {
  test("runs nothing and requests nothing, in every view", async () => {
    await using home = await tellbackHome();
    await using folder = await tempDir("page");
    const memory = await openMemory({ env: environment(home) });
    await capture(
      memory,
      attacks.flatMap((text, i) => attack(folder.path, text, i)),
    );
    for (const [i, content] of attacks.entries()) {
      const { node } = await ask(memory, "remember", {
        content,
        type: "decision",
        tags: "area:x",
        folder: folder.path,
      });
      await ask(memory, "learnings.add", { content: `Always ${content}`, folder: folder.path });
      if (i > 0) continue;
      await ask(memory, "plan", {
        task: `task ${content}`,
        content: attacks.join("\n\n"),
        folder: folder.path,
      });
      await ask(memory, "node.update", { id: node.id, content: attacks.join("\n\n") });
    }
    await memory.close();
    const { page, faults } = await openPage(browser, home);
    for (const view of [
      "",
      "timeline",
      "sessions",
      "learnings?list=confirmed",
      "why",
      "graph",
      "stale",
      "tasks",
      "functions",
      "code",
    ]) {
      await goTo(page, `/${view}`);
      await page.locator("h1").waitFor();
      const rows = page.locator("main .row");
      if (/timeline|learnings|graph|tasks/.test(view)) await rows.first().waitFor();
      for (let i = 0; i < Math.min(4, await rows.count()); i++) await page.keyboard.press("j");
      await page.keyboard.press("Enter");
    }
    for (const path of [
      "/search?q=alert",
      "/context?for=alert%20script",
      "/reports",
      "/forget?q=alert",
      "/session/attack-0",
    ]) {
      await goTo(page, path);
      await page.locator("main h1").waitFor();
      if (/search|forget|session/.test(path))
        await page
          .getByText(/alert\(1\)/)
          .first()
          .waitFor();
    }
    expect(await page.locator("main script, main iframe, main img, main base, main link").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  function attack(project: string, text: string, i: number): HookEvent[] {
    const seen = { host: "claude-code", sessionId: `attack-${i}`, projectDir: project, cwd: project };
    const at = new Date(Date.now() - i * 60_000).toISOString();
    return [
      { ...seen, at, type: "prompt", text: `Please ${text}`, promptId: `p${i}` },
      { ...seen, at, type: "reply", text, messageId: `m${i}`, promptId: `p${i}` },
      {
        ...{ ...seen, at, type: "tool", tool: "Bash", toolUseId: `t${i}`, status: "ok", promptId: `p${i}` },
        input: { command: `echo '${text}'` },
        output: { stdout: text, stderr: "", interrupted: false },
      },
    ] as HookEvent[];
  }
});
