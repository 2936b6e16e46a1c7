// What a text is about, as terms that two spellings of one subject share: "auth" and "authentication", "deploy" and
// "deployment", "db" and "database".

import { contentTerms } from "./common-words.ts";
import { isEmptyWord } from "./everyday-words.ts";
import { allWords } from "./languages/all.ts";
import { stem } from "./stem.ts";
import { plainTermsOf } from "./terms.ts";

/** Short forms that programmers write, where no rule leads to the long one. */
const shortForms: Readonly<Record<string, string>> = {
  ...{ auth: "authentication", authn: "authentication", db: "database", config: "configuration" },
  ...{ cfg: "configuration", env: "environment", repo: "repository", deps: "dependency", dep: "dependency" },
  ...{ docs: "documentation", perf: "performance", infra: "infrastructure", admin: "administration" },
  ...{ k8s: "kubernetes", i18n: "internationalization", a11y: "accessibility", pg: "postgresql" },
  ...{ postgres: "postgresql", msg: "message", err: "error", pkg: "package", prod: "production" },
  ...{ dev: "development", spec: "specification", param: "parameter", arg: "argument", exception: "error" },
};

const longForms = new Map(Object.entries(shortForms).map(([short, long]) => [stem(short), stem(long)]));

/** The English stemmer leaves "deploi" of "deploy" and "deploy" of "deployment". */
function canonical(term: string): string {
  const long = longForms.get(term) ?? term;
  return long.length > 4 ? long.replace(/[iy]$/, "") : long;
}

const aspects = new Set(allWords.flatMap((words) => plainTermsOf(words.aspects)).map(canonical));

/** Of a statement: everything that it names. */
export function subjectTerms(text: string): string[] {
  const terms = plainTermsOf(text).filter((term) => !isEmptyWord(term));
  return [...new Set(terms.map(canonical))];
}

/** Of a question about a topic: without the words that any such question has, while others remain. */
export function topicTerms(asked: string): string[] {
  const terms = [...new Set(contentTerms(plainTermsOf(asked)).map(canonical))];
  const own = terms.filter((term) => !isAspect(term) && !isEmptyWord(term));
  return own.length > 0 ? own : terms;
}

/** Whether it says how something is treated, not what. */
export function isAspect(term: string): boolean {
  return aspects.has(term);
}
