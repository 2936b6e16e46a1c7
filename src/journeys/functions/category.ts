// The category that a function gets if nobody names one: from the words of its name, description and code. Pure.

const words: Readonly<Record<string, RegExp>> = {
  text: /\b(?:str(?:ing)?s?|text|words?|slug\w*|trim|case|regex|pars\w+|format\w*|template|unicode|html|markdown|split|join)\b/gi,
  math: /\b(?:math|sum|mean|median|average|statistics?|matrix|vector|prime|factorial|round\w*|interpolat\w+|distance|sqrt)\b/gi,
  "date and time":
    /\b(?:dates?|datetime|time(?:zone|stamp)?|days?|weeks?|months?|years?|calendar|duration|iso8601)\b/gi,
  data: /\b(?:json|csv|xml|yaml|table|rows?|columns?|records?|group\w*|merge|filter|sort\w*|dedup\w*|flatten|dict|map)\b/gi,
  encoding:
    /\b(?:encod\w+|decod\w+|base64|hash\w*|sha\d*|md5|checksum|crc\w*|hex|url|escape\w*|compress\w*)\b/gi,
  validation: /\b(?:valid\w*|check\w*|verify\w*|is_\w+|schema|email|phone|iban|luhn|sanit\w+)\b/gi,
  algorithm:
    /\b(?:search|graph|tree|path|shortest|dijkstra|dynamic|recurs\w+|permut\w+|combin\w+|heap|queue|stack)\b/gi,
};
const other = "general";
/** One word may be chance. */
const leastScore = 2;

export function categoryFor(name: string, description: string, code: string): string {
  const about = `${name.replace(/[_-]/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2")} ${description}`;
  const scores = Object.entries(words).map(([category, pattern]) => {
    const inAbout = about.match(pattern)?.length ?? 0;
    const inCode = Math.min(2, code.match(pattern)?.length ?? 0);
    return { category, score: 2 * inAbout + 0.5 * inCode };
  });
  const best = scores.sort((a, b) => b.score - a.score)[0];
  return best && best.score >= leastScore ? best.category : other;
}
