// Makes the pictures of the page in docs/: a small memory, the real daemon, a real browser, light and dark.
// node scripts/screenshots.ts

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openMemory } from "../src/journeys/followers.ts";
import { goTo, openPage, startBrowser } from "../test/support/browser.ts";
import { fillMemory, sessions } from "../test/support/page-memory.ts";
import { environment, tellbackHome } from "../test/support/tellback.ts";
import { tempDir } from "../test/support/temp.ts";

const folder = join(import.meta.dirname, "../docs/page");

/** Where, what to do there, and what must be visible before the picture is taken. */
const pictures = [
  { name: "home", path: "/", keys: [], words: "Last sessions" },
  { name: "timeline", path: "/timeline", keys: ["j", "j", "Enter"], words: "In its session" },
  { name: "search", path: "/search?q=rounded&kind=observation", keys: ["Enter"], words: "Why it was found" },
  {
    name: "session",
    path: `/session/${sessions.first}`,
    keys: ["j", "j", "j", "j", "j"],
    words: "shortened by",
  },
  { name: "graph", path: "/graph?q=type:decision&depth=3", keys: ["j"], words: "around it" },
] as const;

await using home = await tellbackHome();
await using place = await tempDir("shots");
const memory = await openMemory({ env: environment(home) });
await fillMemory(memory, place.path);
await memory.close();
mkdirSync(folder, { recursive: true });
const browser = await startBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const { page } = await openPage(browser, home, { colorScheme, viewport: { width: 1200, height: 680 } });
  for (const { name, path, keys, words } of pictures) {
    await goTo(page, path);
    await page.locator("main h1").waitFor();
    if (keys.length > 0) await page.locator("main .row").first().waitFor();
    for (const key of keys) await page.keyboard.press(key);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    await page.waitForLoadState("networkidle", { timeout: 1_000 }).catch(() => {}); // The feed always waits.
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}
await browser.close();
console.log(`${pictures.length * 2} pictures in docs/page`);
