// tellback open: lets the daemon open its loopback port, and opens the page in the user's browser.

import { spawn } from "node:child_process";
import { ask } from "../../client/ask.ts";
import { pathsOf } from "../../config/paths.ts";
import { dim, say, sayJson } from "../text/output.ts";

interface Options {
  json?: boolean;
  browser?: boolean;
}

export async function open(options: Options): Promise<void> {
  const { url, code } = await ask(pathsOf(), "page.open", {});
  const address = `${url}#k=${code}`;
  if (options.json) sayJson({ url, address });
  else say(`${address}\n${dim("This address works once, within a minute; `tellback open` gives another.")}`);
  if (options.browser !== false && !options.json) openBrowser(address);
}

/** Where there is none, the printed address is enough. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  const child = spawn(command as string, args, { detached: true, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}
