// What a browser's key may do. The page shows and corrects memories; whoever gets hold of a key must not gain more than
// that: no operation that writes to a path of the caller's choice, none that widens what code or models may do, and none
// that gives out another key. What is not listed here needs the token or a terminal.

import { type OperationName, operationTable } from "../../areas/contracts.ts";
import { isPath } from "../../areas/operation.ts";
import { TellbackError } from "../../protocol/errors.ts";

/** Operations of the page that change something. `config.set` has its own list: `pageSettings`. */
const changing: ReadonlySet<OperationName> = new Set<OperationName>([
  ...(["review.keep", "review.edit", "review.drop"] as const),
  ...(["learnings.confirm", "learnings.edit", "learnings.reject", "learnings.undo"] as const),
  ...(["open-points.close", "open-points.edit"] as const),
  ...(["node.update", "node.confirm", "forget", "append", "task.show"] as const),
  ...(["fn.save", "fn.run", "fn.test"] as const),
  ...(["chat.send", "chat.approve", "chat.regenerate", "chat.stop"] as const),
  ...(["map.start", "jobs.retry", "config.set", "doctor"] as const),
]);

/** Operations that read what is at a path. */
const readingPaths: ReadonlySet<OperationName> = new Set<OperationName>([
  "map.start",
  "map.state",
  "map.show",
]);

export function pageMay(name: OperationName): boolean {
  const { changes, input } = operationTable[name];
  const takesPath = Object.entries(input.shape).some(([field, type]) => field !== "folder" && isPath(type));
  if (takesPath && !readingPaths.has(name)) return false;
  return changes === "nothing" || changing.has(name);
}

function commandOf(name: OperationName): string {
  const { cli = {} } = operationTable[name];
  return ("within" in cli ? cli.within : cli.path) ?? name.replaceAll(".", " ");
}

export function refuseUnlessPageMay(name: OperationName): void {
  if (pageMay(name)) return;
  throw new TellbackError("forbidden", `the page may not call ${name}`, {
    hint: `Use the command line: \`tellback ${commandOf(name)}\``,
  });
}
