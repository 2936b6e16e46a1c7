// The small words of English that make a sentence's frame: pronouns, auxiliaries, modals, negations, quantifiers,
// conjunctions, prepositions, and the verbs and nouns in which people state rules. The other languages use the frequent
// words by which they are recognised. For grams.ts.

import { type Language, languages } from "../detect.ts";

const english = [
  "i you we they he she it this that these those there here one ones nobody everybody everyone anyone someone no-one",
  "my your our their its me us them who which what why how when where whether whenever whatever",
  "a an the all any every each both some no none nothing anything everything only other another same most more less few many",
  "is are was were be been being am isn't aren't wasn't weren't it's that's there's i'm we're you're they're i've we've you've",
  "do does did don't doesn't didn't done has have had hasn't haven't hadn't having i'll we'll you'll it'll i'd we'd you'd",
  "must mustn't shall should shouldn't may might can can't cannot could couldn't will won't would wouldn't need needs needn't ought",
  "not never ever always usually often sometimes still already yet again now then later soon today tomorrow yesterday once twice",
  "and or but so because since if unless otherwise else until till while before after although though whereas therefore than as",
  "in on at by for from to of with without into onto under over out up down off through between against about across per via inside outside",
  "instead rather either neither nor also too just even very really better best first last next new old",
  "let let's please make sure keep use used uses using prefer avoid stop go goes going gone went come comes",
  "decided decide decision chose chosen choose agreed settled picked dropped rejected switched moved reverted ruled",
  "note remember careful beware watch warning turns turned known rule rules convention policy standard practice",
  "require requires required expects expect allowed forbidden banned mandatory supported deprecated works work run runs fails fail breaks break",
  "want wants like likes think guess wonder maybe perhaps probably seems looks sounds",
  "get gets got see saw add added fix fixed check try tried change changed update updated create remove show look",
  "live lives belong belongs stay stays stays happen happens start starts end ends named called stored written read",
  "yes ok okay thanks thank great good perfect nice done sorry",
];

const sets = new Map<Language, ReadonlySet<string>>();
for (const [language, { words }] of Object.entries(languages))
  sets.set(
    language as Language,
    new Set(language === "en" ? english.flatMap((line) => line.split(" ")) : (words ?? [])),
  );

export const frameWords = Object.fromEntries(sets) as Record<Language, ReadonlySet<string>>;
