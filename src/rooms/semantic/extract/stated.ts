// Rules that the user states: "always", "never", "we use", "prefer", "don't", "remember that". Only clear forms, and
// nothing about the current task: a missed rule will be repeated, a wrong one stays. Pure.

import { termsOf } from "../statement.ts";
import { asContent } from "./sentences.ts";

/** Words before the rule that say nothing, or that mark it as a rule. */
const LEAD =
  /^(?:ok(?:ay)?|no|nope|yes|yeah|hey|hi|hello|well|also|and|but|so|btw|fyi|actually|please|again|oh|wait|listen|sorry|thanks|thank you|great|good|hmm+|important)\b[\s,:;.!–—-]+/i;
const GENERAL =
  /^(?:from now on|in general|generally|going forward|in (?:the )?future|for (?:the )?future(?: reference)?|as a (?:general )?rule|(?:general |house )?rule|convention|in (?:this|our) (?:project|repo|repository|code ?base)|(?:please )?(?:remember|keep in mind|bear in mind|don't forget)(?: that)?(?=[\s:])(?! to\b))[\s,:;–—-]+/i;

/** About this task, this moment, or not meant seriously. */
const PASSING =
  /\b(?:this time|for now|right now|just now|now|today|tonight|tomorrow|yesterday|at the moment|currently|temporar\w+|until|yet|this (?:pr|pull request|commit|branch|change|session|task|ticket|issue|file|function|method|test|bug|feature|one|case|step|release|sprint|folder|line|class|component|page)|that (?:file|function|test|bug|one|change|branch|line)|above|below|previous(?:ly)?|earlier|instead of that|the (?:first|second|third|last|other|same) (?:one|option|way|approach)|step \d+|maybe|perhaps|probably|might|i think|i guess|i wonder|not sure|if you (?:want|like|can)|anything|everything|never ?mind|don't (?:know|worry|care|think|see|understand|bother))\b/i;

/** A description of a fault sounds like a rule: "it always fails", "we never got it to work". */
const FAULT =
  /^(?:\w+ed|\w+ing|been|seen|had|got|gotten|done|gone|came|happens?|gets?|fails?|crash(?:es)?|breaks?|returns?|throws?|shows?|works?|worked|ends? up|runs? into|have|has|is|are|was|were|see|there)\b/i;

const MUST =
  "(?:(?:you|we) (?:must|should|have to|need to|ought to) |i (?:want|need|expect|would like) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to |you |we )?";
const ALWAYS = new RegExp(`^${MUST}(always|never)\\s+(.+)$`, "i");
const EVER = new RegExp(`^${MUST}(?:don't|do not|not) ever\\s+(.+)$`, "i");
const TEAM =
  "(?:we|this (?:project|repo|repository|code ?base|package|app|team)|the (?:project|repo|repository|code ?base|team)|our (?:team|project|repo|repository|code ?base|company|code|tests|api|backend|frontend|docs|ci|services?))";
const WE_USE = new RegExp(
  `^${TEAM} (?:only |always |exclusively |all )?(?:use|uses|don't use|do not use|doesn't use|does not use|no longer use|prefer|prefers|follow|follows|target|targets|require|requires|deploy|deploys|avoid|avoids|stick to|sticks to|standardi[sz]ed? on|runs on|run against|indent|indents|format|formats) (.+)$`,
  "i",
);
const PREFER = /^(?:(?:i|we)(?: would|'d)? |please )?(?:strongly |generally |always )?prefer (.+)$/i;
const PREFER_THIS = /^(?:the|this|that|these|those|it|your|if|not|option|a|an|to)\b/i;
const DONT =
  /^(?:please )?(?:don't|do not|you must not|you should not|you shouldn't|we don't|we do not|we must not|avoid|stop) (?:use|using|commit|committing|push|pushing|import|importing|mock|mocking|log|logging|hardcode|hardcoding|hard-code|hard-coding|edit|editing|force|forcing|bypass|bypassing|squash|squashing|throw|throwing|mix|mixing|rely on|relying on|depend on) (.+)$/i;
const DEFINITE = /^(?:the|this|that|these|those|it|them|my|your|yet|so)\b/i;
const OUGHT =
  /^(?!(?:it|this|that|they|you|we|i|there|he|she|the|a|an|my|your|one)\b)(.{3,80}?) (?:(?:must|should) (?:always|never)|must not) (.+)$/i;
/** A description of the present state, to be changed or fixed. */
const COMPLAINT =
  /\b(?:but|however|although|i want|i'd like|want to|should|need to|let's|can you|could you|instead now|crash\w*|fail\w*|errors?|broken|bugs?|wrong|leaks?|exceptions?|problems?|issues?|slow|twice)\b/i;

/** The rule in a user's sentence, as a complete sentence; null if there is none. */
export function statedRule(sentence: string): string | null {
  const { text, isGeneral } = withoutLead(sentence);
  if (PASSING.test(text)) return null;
  const rule = ruleIn(text) ?? (isGeneral ? text : null);
  if (rule === null) return null;
  const content = asContent(rule);
  const words = content.split(" ").length;
  return words >= 2 && words <= 40 && termsOf(content).size >= 1 ? content : null;
}

/** Without "No, please", and whether the words before it marked it as a rule. */
export function withoutLead(sentence: string): { text: string; isGeneral: boolean } {
  let text = sentence.trim();
  let isGeneral = false;
  for (let turn = 0; turn < 6; turn++) {
    const general = GENERAL.exec(text);
    const lead = general ?? LEAD.exec(text);
    if (!lead) break;
    isGeneral ||= general !== null;
    text = text.slice(lead[0].length);
  }
  return { text, isGeneral };
}

function ruleIn(text: string): string | null {
  const always = ALWAYS.exec(text);
  if (always) return FAULT.test(always[2] ?? "") ? null : `${always[1]?.toLowerCase()} ${always[2]}`;
  const ever = EVER.exec(text);
  if (ever) return `never ${ever[1]}`;
  if (WE_USE.test(text)) return COMPLAINT.test(text) ? null : text;
  const prefer = PREFER.exec(text);
  if (prefer) return PREFER_THIS.test(prefer[1] ?? "") ? null : `prefer ${prefer[1]}`;
  const dont = DONT.exec(text);
  if (dont) return DEFINITE.test(dont[1] ?? "") ? null : text.replace(/^please /i, "");
  return OUGHT.test(text) ? text : null;
}
