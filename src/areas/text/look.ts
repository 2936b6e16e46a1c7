// How reports look on stdout: as wide as the terminal and coloured, or plain in a pipe.

import { bold, dim, style, terminalWidth } from "./output.ts";
import type { Look } from "./section-text.ts";

export function look(): Look {
  return {
    width: process.stdout.isTTY ? terminalWidth() : null,
    paint(kind, text) {
      if (kind === "bold") return bold(text);
      if (kind === "dim") return dim(text);
      if (kind === "heading") return style(["bold", "cyan"], text);
      return style(kind === "warn" ? "yellow" : "blue", text);
    },
  };
}
