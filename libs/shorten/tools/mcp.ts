// Tools of MCP servers (mcp__server__tool): the call with its arguments, and the text of the answer.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { brief, jsonIn, said } from "../output/json.ts";
import { digest } from "../text/prose.ts";
import { CAPS, joined } from "../text/text.ts";

const OWN = /^mcp__(?:plugin_)?tellback(?![A-Za-z0-9])/i;

/** Memory must not remember its own answers: only what it was asked. */
export function isOwnTool(tool: string): boolean {
  return OWN.test(tool);
}

export function shortenMcp(use: ToolUse): Draft {
  const [, server = "", ...rest] = use.tool.split("__");
  const name = `${server.replace(/^plugin_/, "")} ${rest.join("__")}`.trim();
  const what = `Called ${cut(name, 44)}`;
  const asked = brief(use.input, 400);
  if (isOwnTool(use.tool)) {
    const question = joined([use.status === "failed" ? `${what} failed` : what, asked], ": ");
    return { title: question, summary: question, detail: question, files: [], symbols: [] };
  }
  if (use.status !== "ok") return failedUse(joined([what, cut(asked, 30)], " "), use, []);
  const answer = answerOf(use.output);
  const short = oneLine(answer, 40);
  return {
    title: cut(joined([joined([what, cut(asked, 44)], " "), short], ": "), CAPS.title),
    summary: joined([what, cut(asked, 110), digest(answer, 130).replaceAll("\n", " ")], " · "),
    detail: joined([what, asked, digest(answer, 650)], "\n"),
    files: [],
    symbols: [],
  };
}

function answerOf(output: unknown): string {
  const text = said(output);
  const value = text === "" ? output : jsonIn(text);
  return value === null || value === undefined ? text : brief(value, 900);
}
