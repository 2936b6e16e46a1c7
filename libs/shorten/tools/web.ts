// WebFetch, WebSearch: the query, the address of the answer, and its content.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { listAt, numberAt, said, textAt } from "../output/json.ts";
import { digest, firstSentence } from "../text/prose.ts";
import { CAPS, count, joined } from "../text/text.ts";

export function shortenFetch(use: ToolUse): Draft {
  const url = textAt(use.input, "url") || textAt(use.output, "url");
  const address = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "") || "a page";
  const what = `Fetched ${cut(address, 46)}`;
  if (use.status !== "ok") return failedUse(what, use, []);
  const answer = textAt(use.output, "result") || said(use.output);
  const code = numberAt(use.output, "code");
  const refused = code !== undefined && code >= 400;
  const status = refused ? `failed: ${code} ${textAt(use.output, "codeText")}`.trim() : "";
  const question = oneLine(textAt(use.input, "prompt"), 140);
  return {
    title: joined([what, status || firstSentence(answer, CAPS.title)], ": "),
    summary: joined(
      [`Fetched ${cut(url, 120)}`, status, question, digest(answer, 150).replaceAll("\n", " ")],
      " · ",
    ),
    detail: joined([`Fetched ${cut(url, 300)}`, status, question, digest(answer, 650)], "\n"),
    files: [],
    symbols: [],
  };
}

export function shortenWebSearch(use: ToolUse): Draft {
  const what = `Searched the web for "${oneLine(textAt(use.input, "query") || textAt(use.output, "query"), 50)}"`;
  if (use.status !== "ok") return failedUse(what, use, []);
  const results = listAt(use.output, "results");
  const hits = results.flatMap((result) => listAt(result, "content")).slice(0, 20);
  const shown = hits.map((hit) => oneLine(joined([textAt(hit, "title"), textAt(hit, "url")], " "), 140));
  const remarks =
    results.filter((result) => typeof result === "string").join("\n") || linksOrText(use, hits.length);
  const size = hits.length > 0 ? count(hits.length, "result") : "";
  return {
    title: joined([what, size || firstSentence(remarks, 40)], ": "),
    summary: joined(
      [what, size, digest(remarks, 120).replaceAll("\n", " "), shown.slice(0, 2).join(" · ")],
      " · ",
    ),
    detail: joined([joined([what, size], ": "), digest(remarks, 400), cut(shown.join("\n"), 680)], "\n"),
    files: [],
    symbols: [],
  };
}

/** In transcripts the same answer is a single text. */
function linksOrText(use: ToolUse, hits: number): string {
  return hits > 0 ? "" : said(use.output);
}
