// A real browser (Debian's chromium, installed the first time) with the real page of a real daemon. Whatever the page may
// not do, it reports: errors, violations of its policy, requests to anything but its own server.

import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { type Available, unavailable } from "./available.ts";
import { canInstall, installOnDebian } from "./debian.ts";
import { type Home, tellback } from "./tellback.ts";

const program = "/usr/bin/chromium";

export async function browserAvailable(): Promise<Available<object>> {
  try {
    if (!existsSync(program) && canInstall()) await installOnDebian("chromium");
    return existsSync(program) ? { ok: true } : unavailable("chromium", `${program} is missing`);
  } catch (error) {
    return unavailable("chromium", error instanceof Error ? error.message : String(error));
  }
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: program });
}

export interface OpenedPage {
  page: Page;
  url: string;
  context: BrowserContext;
  /** What the page did that it may not do. */
  faults: string[];
  close(): Promise<void>;
}

export async function addressOf(
  home: Home,
  env: Record<string, string> = {},
): Promise<{ url: string; address: string }> {
  const { stdout, stderr } = await tellback(home, ["open", "--json"], { env });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The page as `tellback open` opens it, with a key of its own. */
export async function openPage(
  browser: Browser,
  home: Home,
  options: BrowserContextOptions & { env?: Record<string, string> } = {},
): Promise<OpenedPage> {
  const { env, ...shown } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...shown,
  });
  context.setDefaultTimeout(30_000);
  const { url, address } = await addressOf(home, env);
  const faults: string[] = [];
  context.on("page", (page) => watch(page, url, faults));
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("nav").first().waitFor({ state: "attached" });
  return { page, url, context, faults, close: () => context.close() };
}

function watch(page: Page, url: string, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A request that fails because the daemon was stopped is reported by the browser itself.
    const isExpected =
      /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|status of 40[014]/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isExpected)
      faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !to.startsWith("data:image/")) faults.push(`request: ${to}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Goes to a path of the page without loading it again, as a click does. */
export async function goTo(page: Page, path: string): Promise<void> {
  // As text: the page's own objects are unknown here.
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
}
