// The entry of shell.

export { looksOnly } from "./looks-only.ts";
export { commandsOf } from "./shell-commands.ts";
export { type ShellPlace, type ShellWrite, shellWrites } from "./shell-writes.ts";
