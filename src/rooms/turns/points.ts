// Decisions and open points that a turn states. Pure.

import { fillerIn, withoutAcknowledgement } from "../../../libs/language/filler.ts";
import { isLabelledOpen, isOpenHeading, tellsOpenPoint } from "../../../libs/language/reports.ts";
import { sentencesOf } from "../../../libs/language/sentences.ts";
import { blocksOf } from "../../../libs/shorten/text/markdown.ts";
import { oneLine, unique } from "../../../libs/shorten/text/text.ts";
import type { Evidence } from "./evidence.ts";
import { tasksIn } from "./work-done.ts";

const most = 6;
const longest = 240;

const DECIDED =
  /\b(?:decided|the decision (?:is|was|to)|we(?:'ve| have)? (?:chose|chosen|agreed)|i chose|chosen because|opted|we(?:'ll| will) use|going with|went with|settled on|from now on|entschieden|ab jetzt|beschlossen|nous avons décidé|décidé de|désormais|decidimos|hemos decidido|a partir de ahora|a partir de agora|решили|отныне)\b|决定|从现在起|ことにしました|ことに決め|기로 했|결정했/iu;
/** "Decision: every answer has a body". */
const LABELLED =
  /^(?:(?:key )?decision|rule|convention|entscheidung|regel|décision|règle|decisión|regla|decisão|regra|решение|правило|决定|規則|決定|결정|규칙)\s*[:：]\s*\S.{8}/iu;
/** A cheap look at the whole text, before it is split into sentences. */
const COMPARED =
  /instead of|rather than|and not|, not|\bover\b|statt|au lieu de|plutôt que|en lugar de|en vez de|em vez de|вместо|而不是|代替|代わりに|대신/iu;
/** "Use pnpm instead of npm" is a choice, "returns null instead of throwing" is not. */
const CHOSEN =
  /^(?:(?:please|let's|we|i|you|bitte|wir|on|nous)\s+)?(?:should |must |will |'ll |now )?(?:use|used|using|uses|keep|kept|prefer|pick|picked|switch(?:ed)?|stick|nimm|nutze|verwende|benutze|utilise[zr]?|usa|usar|usamos|используй(?:те)?|используем)\b.{1,120}\b(?:instead of|rather than|and not|, not|over|statt|anstatt|au lieu de|plutôt que|en lugar de|en vez de|em vez de|вместо)\b|^(?:请?使用|改用).{1,60}(?:而不是|代替)|の代わりに.{1,40}(?:使|用)|대신.{1,40}사용/iu;

export function decisionsIn(prompt: string, replies: readonly string[], evidence: Evidence): string[] {
  const answered = evidence.rest
    .filter((one) => one.tool === "AskUserQuestion" && one.status === "ok" && one.agentId === null)
    .flatMap(({ detail }) => detail.split("\n").filter((line) => line.includes(" → ")));
  const stated = [prompt, ...replies].flatMap(decisionsSaid);
  return limited([...answered, ...stated]);
}

/** Sentences that state a decision. */
export function decisionsSaid(text: string): string[] {
  if (
    !DECIDED.test(text) &&
    !COMPARED.test(text) &&
    !/decision|rule|convention|entscheidung|regel|décision|règle|decisión|regla|decisão|regra|решение|правило|决定|決定|결정/i.test(
      text,
    )
  )
    return [];
  return sentencesIn(text).filter(isDecision);
}

function isDecision(sentence: string): boolean {
  if (LABELLED.test(sentence)) return true;
  return (DECIDED.test(sentence) || CHOSEN.test(sentence)) && fillerIn(sentence) === null;
}

/** What the last reply leaves open, unfinished entries of the agent's task list, and checks that failed at their last run. */
export function openPointsIn(
  replies: readonly string[],
  evidence: Evidence,
  failing: readonly string[],
): string[] {
  const last = replies.at(-1) ?? "";
  const own = evidence.rest.filter((one) => one.agentId === null);
  return limited([...saidOpen(last), ...tasksIn(own).pending, ...failing]);
}

export function saidOpen(text: string): string[] {
  const found: string[] = [];
  let isOpenPart = false;
  for (const block of blocksOf(text)) {
    if (block.kind === "heading") {
      isOpenPart = isOpenHeading(block.text);
      continue;
    }
    if (block.kind === "code" || block.kind === "row") continue;
    if (block.kind === "paragraph" && /[:：]$/.test(block.text)) isOpenPart = isOpenHeading(block.text);
    else if (block.box === "open" || (isOpenPart && block.kind === "item" && block.box !== "done")) {
      const [first = ""] = sentencesOf(block.text);
      if (fillerIn(first) !== "question") found.push(first);
    } else {
      if (block.kind === "paragraph") isOpenPart = false;
      found.push(...sentencesOf(block.text).filter(isOpen).map(withoutAcknowledgement));
    }
  }
  return found;
}

function isOpen(sentence: string): boolean {
  return isLabelledOpen(sentence) || (tellsOpenPoint(sentence) && fillerIn(sentence) === null);
}

export function sentencesIn(text: string): string[] {
  return blocksOf(text)
    .filter(({ kind }) => kind !== "code" && kind !== "heading" && kind !== "row")
    .flatMap((block) => sentencesOf(block.text))
    .map(withoutAcknowledgement);
}

function limited(lines: readonly string[]): string[] {
  return unique(lines.map((line) => oneLine(line, longest)).filter((line) => line.length > 3)).slice(0, most);
}
