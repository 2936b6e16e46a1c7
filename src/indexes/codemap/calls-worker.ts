// The thread that resolves the calls of a whole project: it asks for the texts, keeps their summaries, and sends the calls
// in parts.

import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import {
  createKeeper,
  type KeptSummary,
  parse,
  resolveInParts,
  summarise,
} from "../../../libs/callgraph/index.ts";
import { languageOf } from "../../../libs/callgraph/without-parser.ts";
import type { CodeText, FromThread, ToThread } from "./resolver.ts";

const port = parentPort as MessagePort;

async function ask(said: FromThread): Promise<ToThread> {
  const heard = once(port, "message") as Promise<[ToThread]>;
  port.postMessage(said);
  return (await heard)[0];
}

const summaries: KeptSummary[] = [];
const keep = createKeeper();
for (;;) {
  const heard = await ask({ is: "ready" });
  if (heard.is !== "texts") break;
  for (const [path, text] of heard.files) {
    const language = languageOf(path);
    const tree = language === null ? null : await parse(text, language).catch(() => null);
    const summary = tree ? summarise(path, tree) : undefined;
    if (summary) summaries.push(keep(summary));
  }
}
const configs = new Map(workerData as CodeText[]);
for (const { edges } of resolveInParts(summaries, (path) => configs.get(path)))
  await ask({ is: "calls", edges });
