// tellback open: lets the daemon open its loopback port, and opens the page in the user's browser.

import { spawn } from "node:child_process";
import { release } from "node:os";
import { basename, dirname } from "node:path";
import { ask } from "../../client/ask.ts";
import { pathsOf } from "../../config/paths.ts";
import { dim, say, sayJson } from "../text/output.ts";

interface Options {
  json?: boolean;
  browser?: boolean;
}

export async function open(options: Options): Promise<void> {
  const { url, code, file } = await ask(pathsOf(), "page.open", { folder: process.cwd() });
  const address = `${url}#k=${code}`;
  if (options.json) sayJson({ url, address });
  else say(`${address}\n${dim("This address works once, within a minute; `tellback open` gives another.")}`);
  if (options.browser !== false && !options.json) openBrowser(openersOf(file));
}

interface Opener {
  command: string;
  args: readonly string[];
  cwd: string;
}

/** They get the path of a file, never the address: other users see the arguments of every process. */
function openersOf(file: string): Opener[] {
  const cwd = dirname(file);
  const opener = (command: string, ...args: string[]): Opener => ({ command, args, cwd });
  if (process.platform === "darwin") return [opener("open", file)];
  if (process.platform === "win32") return [opener("rundll32", "url.dll,FileProtocolHandler", file)];
  const onWindows = /microsoft/i.test(release());
  // Explorer takes a name in its current folder; of a Linux path it knows nothing.
  return onWindows
    ? [opener("wslview", file), opener("explorer.exe", basename(file)), opener("xdg-open", file)]
    : [opener("xdg-open", file)];
}

/** The first that exists. Where there is none, the printed address is enough. */
function openBrowser([opener, ...others]: readonly Opener[]): void {
  if (!opener) return;
  const { command, args, cwd } = opener;
  const child = spawn(command, args, { cwd, detached: true, stdio: "ignore" });
  child.on("error", () => openBrowser(others));
  child.unref();
}
