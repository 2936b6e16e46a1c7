// AskUserQuestion, ExitPlanMode: what the agent asked the user and what the user decided.

import { cut, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { field, listAt, said, textAt } from "../output/json.ts";
import { digest, firstSentence } from "../text/prose.ts";
import { joined } from "../text/text.ts";

export function shortenQuestion(use: ToolUse): Draft {
  const asked = listAt(use.input, "questions").slice(0, 10);
  const answers = field(use.output, "answers");
  const questions = asked.map((entry) => {
    const question = textAt(entry, "question", "header");
    const answer = textAt(answers, question) || textAt(answers, textAt(entry, "header"));
    return { question, answer, options: listAt(entry, "options").map((option) => textAt(option, "label")) };
  });
  const first = questions[0] ?? { question: "", answer: "", options: [] };
  const what = `Asked the user: ${oneLine(first.question, 60) || "a question"}`;
  if (use.status !== "ok") return failedUse(what, use, []);
  const free = questions.some(({ answer }) => answer !== "") ? "" : oneLine(said(use.output), 300);
  const pairs = questions.map(({ question, answer }) =>
    joined([oneLine(question, 160), oneLine(answer, 160)], " → "),
  );
  const choices = questions
    .map(({ options }) => cut(joined(options, " | "), 200))
    .filter((line) => line !== "");
  return {
    title: joined([cut(what, 60), oneLine(first.answer || free, 40)], " → "),
    summary: joined([joined(["Asked the user", pairs.join("; ")], ": "), free], " · "),
    detail: joined(
      ["Asked the user", ...pairs, free, choices.length > 0 && `options: ${choices.join("; ")}`],
      "\n",
    ),
    files: [],
    symbols: [],
  };
}

export function shortenPlan(use: ToolUse): Draft {
  const plan = textAt(use.input, "plan") || textAt(use.output, "plan");
  const subject = firstSentence(plan, 60) || "a plan";
  if (use.status !== "ok") return failedUse(`Plan ${subject}`, use, []);
  return {
    title: `Plan accepted: ${subject}`,
    summary: `Plan accepted: ${digest(plan, 270).replaceAll("\n", " ")}`,
    detail: `Plan accepted\n${digest(plan, 1100)}`,
    files: [],
    symbols: [],
  };
}
