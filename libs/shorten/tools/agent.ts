// Task, Agent: the prompt of a sub-agent and its final answer.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { field, said, textAt } from "../output/json.ts";
import { digest, firstSentence } from "../text/prose.ts";
import { withoutTags } from "../text/tags.ts";
import { CAPS, joined } from "../text/text.ts";

export function shortenAgent(use: ToolUse): Draft {
  const type = oneLine(textAt(use.input, "subagent_type") || textAt(use.output, "agentType"), 30);
  const request = textAt(use.input, "prompt") || textAt(use.output, "prompt");
  const subject = oneLine(textAt(use.input, "description"), 60) || firstSentence(request, 60);
  const what = `Delegated${type === "" ? "" : ` to ${type}`}: ${subject || "a task"}`;
  if (use.status !== "ok") return failedUse(what, use, []);
  const started = textAt(use.output, "status") === "async_launched";
  const answer = started ? "" : withoutPreamble(said(field(use.output, "content")) || said(use.output));
  const outcome = started ? "started in the background" : firstSentence(answer, 60);
  return {
    title: cut(joined([cut(what, 60), outcome], " → "), CAPS.title),
    summary: joined([what, started ? outcome : digest(answer, 190).replaceAll("\n", " ")], " → "),
    detail: joined(
      [what, `asked: ${digest(request, 300).replaceAll("\n", " ")}`, started ? outcome : digest(answer, 700)],
      "\n",
    ),
    files: [],
    symbols: [],
  };
}

/** Some hosts put a remark before a sub-agent's report. */
function withoutPreamble(answer: string): string {
  const words = withoutTags(answer) || answer;
  if (!words.startsWith("[Subagent hand-back]")) return words;
  const body = words.indexOf("\n");
  return body < 0 ? words : words.slice(body + 1).trim();
}
