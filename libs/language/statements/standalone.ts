// Makes a sentence stand alone: without "No, please", "Remember that" or "Note:", with "here" resolved, with its reason
// and its scope kept. Pure.

import { type Language, languages } from "../detect.ts";
import { asContent } from "./own-sentences.ts";

/** Announce a statement and say nothing themselves; only before a colon or a comma. */
const ANNOUNCED =
  /^(?:note|nb|fyi|heads[ -]?up|reminder|remember|important|warning|caution|careful|watch out|beware|gotcha|caveat|known issue|rule|convention|(?:design |final )?decision|for your information|just so you know|for (?:future )?reference|hinweis|notiz|anmerkung|achtung|vorsicht|warnung|wichtig|entscheidung|regel|zur info(?:rmation)?|info|note|remarque|attention|avertissement|important|décision|règle|pour info(?:rmation)?|rappel|nota|aviso|cuidado|ojo|atención|advertencia|importante|decisión|regla|para (?:tu|sua) informa(?:ción|ção)|observação|atenção|decisão|regra|примечание|внимание|осторожно|важно|решение|правило|к сведению|для справки|注意|メモ|備考|補足|決定|参考までに|ルール|备注|提醒|决定|规则|小心|警告|注|顺便说明一下|참고|주의|메모|결정|경고|규칙|공지)\s*[:：,、，–—]\s*/iu;
/** The same in front of a clause. */
const INTRODUCED =
  /^(?:(?:please )?(?:remember|keep in mind|bear in mind|note|be aware|don't forget|do not forget|mind|beware)(?: that|:)|from now on|in general|generally|going forward|in (?:the )?future|as a (?:general )?rule|in (?:this|our) (?:project|repo|repository|code ?base)|one thing to remember|for the record|denk(?:e|t)? daran, dass|beachte, dass|merk dir,? dass|vergiss nicht, dass|ab (?:sofort|jetzt)|n'oublie[zs]? pas que|sache[zs]? que|désormais,?|dorénavant,?|ten en cuenta que|recuerda que|a partir de ahora,?|de ahora en adelante,?|lembre-se de que|tenha em mente que|a partir de agora,?|учти(?:те)?, что|имей(?:те)? в виду, что|помни(?:те)?, что|отныне|记住|请注意|从现在开始)[\s,:;–—，]+/iu;
const TRAILING =
  /[\s,;–—-]+(?:please|thanks|thank you|ok|okay|keep (?:that|this) in mind|got it|bitte|danke|merci|s'il te plaît|por favor|gracias|obrigad[oa]|пожалуйста|спасибо)[\s.!]*$/iu;
const MUST =
  "(?:(?:you|we) (?:must |should |have to |need to |ought to )?|i (?:want|need|expect|would like) (?:you|us) to |make sure (?:to |you |that you |we )|be sure to )";
const COMMANDED = new RegExp(`^${MUST}?(always|never)\\s+`, "i");
const NOT_EVER = new RegExp(`^${MUST}?(?:don't|do not|not) ever\\s+`, "i");
const FIRST_PERSON = /^(?:i|we)(?: would|'d)? (?:strongly |generally |always )?prefer (?=\S)/i;
const HERE: Partial<Record<Language, readonly [RegExp, string]>> = {
  en: [/(?<= )(?:over )?here(?=[,.!;]|$| not )/i, "in this project"],
  de: [/(?<= )hier(?=[,.!;]|$| nicht | kein)/i, "in diesem Projekt"],
  fr: [/(?<= )ici(?=[,.!;]|$)/i, "dans ce projet"],
  es: [/(?<= )aquí(?=[,.!;]|$)/i, "en este proyecto"],
  pt: [/(?<= )aqui(?=[,.!;]|$)/i, "neste projeto"],
};
const mostLeads = 3;

/** `bare` is the sentence without filler. */
export function standingAlone(bare: string, language: Language): string {
  let text = bare;
  for (let turn = 0; turn < mostLeads; turn++) {
    const rest = text.replace(ANNOUNCED, "").replace(INTRODUCED, "").replace(languages[language].filler, "");
    if (rest === text || rest.trim().length < 4) break;
    text = rest;
  }
  text = text.replace(TRAILING, "");
  if (language === "en")
    text = text
      .replace(NOT_EVER, "never ")
      .replace(COMMANDED, (_, word: string) => `${word.toLowerCase()} `)
      .replace(FIRST_PERSON, (said) => (/^we/i.test(said) ? said : "prefer "))
      .replace(/^please /i, "");
  const here = HERE[language];
  return asContent(here ? text.replace(here[0], here[1]) : text);
}
