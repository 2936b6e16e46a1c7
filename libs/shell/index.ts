// The entry of shell.

export { type ShellPlace, type ShellWrite, shellWrites } from "./shell-writes.ts";
