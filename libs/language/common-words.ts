// Words of questions rather than of answers, in several languages. They are not looked up while others remain.

import { plainTermsOf } from "./terms.ts";

const english = `a an and are as at be been being but by can could did do does doing for from had has have having he her
  hers him his how i if in into is it its just me my no nor not of off on or our ours out over own she should so some such
  than that the their theirs them then there these they this those to too up us was we were what when where which while
  who whom whose why will with would you your yours am about any all after before because between both during each few
  further here more most only other same through under until very s t d ll m re ve`;

/** A word of these may be a content word elsewhere ("die", "sin"), so two of a language must occur. */
const others = [
  `der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war waren wird werden wurde wurden hat
    haben hatte hatten ich du er sie es wir ihr mich mir uns sich mein dein sein unser wie was wer wo wann warum weshalb
    welche welcher welches mit von vom zu zum zur für auf aus bei beim nach in im an am als auch noch nur so dass wenn
    man kann können soll muss über unter durch gegen ohne um`,
  `le la les un une des du de et ou mais ne pas est sont était été être avoir a ont avait je tu il elle on nous vous ils
    elles me te se mon ma mes ton ta tes son sa ses notre votre leur qui que quoi quel quelle quels comment pourquoi où
    quand avec sans sur sous dans par pour au aux en ce cette ces cet plus`,
  `el la los las un una unos unas de del al y o pero no es son fue era ser estar está están ha han había yo tú él ella
    nosotros ellos me te se mi tu su sus nuestro que qué quién cuál cómo por qué dónde cuándo con sin sobre en para como
    más este esta estos estas ese esa lo le les`,
  `o a os as um uma uns umas de do da dos das no na nos nas e ou mas não é são foi era ser estar está estão tem têm havia
    eu ele ela nós eles me se meu minha seu sua nosso que quem qual como por porque onde quando com sem sobre em para
    mais este esta esse essa ao aos`,
  `de het een en of maar niet is zijn was waren wordt worden werd heeft hebben had ik jij hij zij wij we jullie mij ons mijn
    jouw onze hoe wat wie waar wanneer waarom welke met van voor op uit bij naar in aan als ook nog dat die dit deze kan`,
  `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о
    из ему когда даже ну ли если уже или быть был него до вас нас они где есть надо ней для мы их чем была чтоб без будто
    кто этот почему какой`,
];

const termsIn = (text: string): ReadonlySet<string> => new Set(plainTermsOf(text));
const ofEnglish = termsIn(english);
const ofOthers = others.map(termsIn);
const wordsOfLanguage = 2;

/** Whether a term of this question is a common word. */
export function commonIn(terms: readonly string[]): (term: string) => boolean {
  const spoken = ofOthers.filter(
    (common) => terms.filter((term) => common.has(term)).length >= wordsOfLanguage,
  );
  return (term) => ofEnglish.has(term) || spoken.some((common) => common.has(term));
}

/** The terms without common words; all of them if nothing else is there. */
export function contentTerms(terms: readonly string[]): string[] {
  const isCommon = commonIn(terms);
  const content = terms.filter((term) => !isCommon(term));
  return content.length > 0 ? content : [...terms];
}
