// A prompt that changes a setting ("bump the pool", "add another retry") is about the turn that states its value, even if
// they share no other word. Pure.

import { termsOf } from "../../../libs/language/terms.ts";
import { valuesIn } from "../../rooms/turns/room.ts";
import type { Subject } from "./subject.ts";

const CHANGES =
  /\b(?:bump|raise|increase|lower|reduce|decrease|double|halve|triple|tune|adjust|shorten|extend|(?:one|some|a few) more|another|more often|less often|too (?:low|high|short|long|small|big|few|many|often)|erhöhe?n?|senken?|verdopp\p{L}+|halbier\p{L}+|öfter|seltener|häufiger|noch ein\p{L}*|zu (?:kurz|lang|klein|groß|oft|selten|niedrig|hoch)|augment\p{L}+|rédui\p{L}+|plus souvent|aument\p{L}+|reduc\p{L}+|reduz\p{L}+|увелич\p{L}+|уменьш\p{L}+)(?!\p{L})|增加|减少|提高|降低|増や|減ら|늘려|줄여/iu;
/** A longer prompt says what it is about. */
const longest = 160;

export function changesSetting(prompt: string): boolean {
  return prompt.length <= longest && CHANGES.test(prompt);
}

/** Whether a text states the value of something that the prompt names. */
export function statesValueOf(text: string, { terms }: Subject): boolean {
  return valuesIn(text).some(({ subject }) => {
    const [kind, name = ""] = subject.split(/:(.*)/);
    return kind === "value" && termsOf(name).some((term) => terms.has(term));
  });
}
