// How often something happens, as subject and value: "the import runs hourly", "uploads are retried five times". A part
// of what a turn states. Pure; expects numbers as digits.

import type { StatedValue } from "./values.ts";

const UNITS: readonly (readonly [string, string])[] = [
  ["s", "seconds?|sekunden?|secondes?|segundos?|секунд\\p{L}*"],
  ["min", "minutes?|minuten?|minutos?|минут\\p{L}*"],
  ["h", "hours?|stunden?|heures?|horas?|час\\p{L}*"],
  [
    "day",
    "days?|nights?|mornings?|tage?n?|nacht|nächte|jours?|nuits?|días?|noches?|dias?|noites?|день|дня|дней|ночь",
  ],
  ["week", "weeks?|wochen?|semaines?|semanas?|недел\\p{L}*"],
  ["month", "months?|monate?n?|mois|mes(?:es)?|mês|месяц\\p{L}*"],
];
const UNIT = UNITS.map(([, words]) => words).join("|");
const ADVERBS: Readonly<Record<string, string>> = {
  hourly: "1 h",
  daily: "1 day",
  nightly: "1 day",
  weekly: "1 week",
  monthly: "1 month",
  stündlich: "1 h",
  täglich: "1 day",
  nächtlich: "1 day",
  wöchentlich: "1 week",
  monatlich: "1 month",
};
const EVERY = `(?:every|alle|jede[nrs]?|toutes? les|tous les|chaque|(?:a )?cada|кажд\\p{L}+)\\s+(?:(\\d+)\\s+)?(${UNIT})|(${Object.keys(ADVERBS).join("|")})|once (?:an?|per|every) (${UNIT})`;

/** "The import now runs every 6 hours", "changed the report from daily to weekly". */
const SCHEDULED = new RegExp(
  `([\\p{L}\\p{N}_\`'-]+(?:\\s+[\\p{L}\\p{N}_\`'-]+){0,6}?)\\s+(?:(?:from|von|de|du|с)\\s+(?:${EVERY.replaceAll(/\((?!\?)/g, "(?:")})\\s+)?(?:(?:to|auf|à|a|para|на)\\s+)?(?:${EVERY})(?![\\p{L}\\p{N}])`,
  "giu",
);

const COUNTED =
  /(?:([\p{L}\p{N}_`-]+)\s+)?(?:(?:is|are|was|were|now|we|i|it|wird|werden|jetzt|nun|sont|est|se)\s+)*(retr(?:y|ies|ied)|re-?tries|tried|attempted|repeated|wiederholt?|versucht|réessay\p{L}*|reintenta\p{L}*|повтор\p{L}*)\s+(?:(?:the|a|an|die|den|das)\s+)?(?:([\p{L}_`-]{3,})\s+)?(?:(?:now|only|up to|at most|jetzt|nur|bis zu)\s+)*(\d+)\s*(?:times|mal|fois|veces|vezes|раз|x)(?![\p{L}\p{N}])/giu;
const COUNTED_FIRST =
  /(?:([\p{L}\p{N}_`-]+)\s+)?(?:wird|werden|is|are)\s+(?:jetzt |nun |now |nur |only )*(\d+)\s*(?:mal|times)\s+(?:wiederholt|versucht|retried|tried)(?![\p{L}])/giu;

/** A cheap look before the patterns. */
const HINT =
  /every|once|ly\b|lich|alle|jede|toutes?|tous|chaque|cada|кажд|times|mal\b|attempts|tries|versuche|tentativ|intentos|попыт|fois|veces|vezes|раз|\dx\b/iu;

const ATTEMPTS =
  /(\d+)\s+(?:([\p{L}_`-]{3,})\s+)?(?:attempts|retries|tries|versuche|tentatives|intentos|tentativas|попыт\p{L}+)(?!\p{L})/giu;

export function ratesIn(sentence: string): StatedValue[] {
  if (!HINT.test(sentence)) return [];
  const scheduled = [...sentence.matchAll(SCHEDULED)].flatMap(
    ([, before = "", count, unit, adverb, once]) => {
      const thing = IS_DONE.test(before) ? thingIn(before) : null;
      const value = adverb ? ADVERBS[adverb.toLowerCase()] : `${count ?? 1} ${unitOf(unit ?? once ?? "")}`;
      return thing === null ? [] : [{ subject: `value:${thing} schedule`, value: `every ${value}` }];
    },
  );
  const counted = [
    ...[...sentence.matchAll(COUNTED)].map(([, by, , of, count]) => ({ of: of ?? by, count })),
    ...[...sentence.matchAll(COUNTED_FIRST)].map(([, of, count]) => ({ of, count })),
    ...[...sentence.matchAll(ATTEMPTS)].map(([, count, of]) => ({ of, count })),
  ].map(({ of, count }) => {
    const thing = thingIn(of ?? "");
    return { subject: `value:${thing === null ? "" : `${thing} `}retry`, value: `${count} times` };
  });
  return [...scheduled, ...counted];
}

/** "Fails every day" is no schedule. */
const IS_DONE =
  /(?:^|\s)(?:runs?|ran|fires?|polls?|polled|refresh(?:es)?|syncs?|synced|rotates?|checks?|checked|sen[dt]s?|changed?|moved?|set|switch(?:ed)?|reduced|starts?|executes?|scheduled|läuft|laufen|lief|wird|werden|wurde|(?:um)?gestellt|tourne|corre|ejecuta|roda|запускается)(?:\s|$)/iu;

/** Words around the name of the thing: what is done with it, and small words. */
const AROUND = new Set(
  (
    "the a an our its this that it we i you now only again always usually still also just is are was were be been has have to from of in on at for and so then " +
    "job jobs cron task script process timer worker service run runs running ran fire fires poll polls polled refresh refreshes sync syncs synced rotate rotates check checks checked send sends sent " +
    "change changed changes move moved set switch switched reduce reduced go goes happen happens start starts started execute executes scheduled " +
    "der die das den dem ein eine unser wir jetzt nun nur läuft laufen lief wird werden wurde von auf statt gestellt umgestellt " +
    "le la les un une nous maintenant tourne est sont el los las corre ejecuta se ahora o os as roda agora он она запускается теперь"
  ).split(" "),
);

/** The last word before the rate that names something; plural and singular are one. */
function thingIn(before: string): string | null {
  const words = before.toLowerCase().replaceAll("`", "").split(/\s+/);
  const thing = words.findLast((word) => word.length >= 3 && !AROUND.has(word) && !/^\d/.test(word));
  return thing === undefined ? null : thing.replace(/(?<=\p{L}{3})s$/u, "");
}

function unitOf(word: string): string {
  const found = UNITS.find(([, words]) => new RegExp(`^(?:${words})$`, "iu").test(word));
  return found?.[0] ?? word;
}
