// A prompt that changes a setting ("bump the pool", "add another retry") is about the turn that states its value, even if
// they share no other word. Pure.

import { termsOf, valuesIn } from "../../../libs/language/index.ts";
import type { Subject } from "./subject.ts";

/** Whether a text states the value of something that the prompt names. */
export function statesValueOf(text: string, { terms }: Subject): boolean {
  return valuesIn(text).some(({ subject }) => {
    const [kind, name = ""] = subject.split(/:(.*)/);
    return kind === "value" && termsOf(name).some((term) => terms.has(term));
  });
}
