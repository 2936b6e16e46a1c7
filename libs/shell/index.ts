// The entry of shell.

export { commandsOf } from "./shell-commands.ts";
export { type ShellPlace, type ShellWrite, shellWrites } from "./shell-writes.ts";
