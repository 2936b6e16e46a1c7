// The text of a memory as it may leave this machine: without secrets, as the rules know them now, and without the paths of
// this machine.

import { homedir } from "node:os";
import { cleanerFor } from "../../secrets/cleaner.ts";

export function forSharing(tree: string, text: string): string {
  const here = text.replaceAll(`${tree}/`, "").replaceAll(tree, ".");
  const home = homedir();
  return cleanerFor(tree).text(home.length > 1 ? here.replaceAll(home, "~") : here);
}
