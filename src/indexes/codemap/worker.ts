// The thread that parses. It gets texts and returns maps, and the calls around a changed file; it reads no files and knows
// no store.

import { mapFile, Nearby, parse, summarise } from "../../../libs/callgraph/index.ts";
import {
  type AroundAnswer,
  type AroundQuestion,
  contentHash,
  type FileMap,
  languageOf,
  type ProjectFiles,
} from "../../../libs/callgraph/without-parser.ts";
import { answerRequests } from "../../platform/request-thread.ts";

export interface MapRequest {
  is: "map";
  path: string;
  text: string;
  /** The project for which its calls will be asked about next; null if they will not. */
  callsFor: string | null;
}

export interface AroundRequest extends AroundQuestion {
  is: "around";
  /** If the project was unknown. */
  files: ProjectFiles | null;
  texts: [path: string, text: string][];
}

/** Answers requests one after the other; what it keeps of one serves the next. */
export function createWork(): (request: MapRequest | AroundRequest) => Promise<FileMap | AroundAnswer> {
  const nearby = new Nearby();

  function map({ path, text, callsFor }: MapRequest): Promise<FileMap> {
    if (callsFor === null) return mapFile(path, text);
    return mapFile(path, text, (tree, hash) => {
      const summary = summarise(path, tree);
      if (summary) nearby.keep(callsFor, summary, hash, text.length);
    });
  }

  async function around({ files, texts, ...question }: AroundRequest): Promise<AroundAnswer> {
    if (files) nearby.open(question.project, question.version, files);
    for (const [path, text] of texts) {
      const language = languageOf(path);
      const tree = language && (await parse(text, language));
      const summary = tree && summarise(path, tree);
      if (summary) nearby.keep(question.project, summary, contentHash(text), text.length);
    }
    return nearby.ask(question);
  }

  return (request) => (request.is === "map" ? map(request) : around(request));
}

answerRequests(createWork());
