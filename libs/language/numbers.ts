// Numbers in words as digits, in nine languages, so that "three times" and "3 times" are the same value, and "hourly" and
// "every hour" the same schedule. Pure. "One" is left alone: it is a pronoun more often than a number.

const units: Readonly<Record<number, string>> = {
  2: "two zwei deux dos dois duas два две двух",
  3: "three drei trois tres três три трех трёх",
  4: "four vier quatre cuatro quatro четыре четырех четырёх",
  5: "five fünf cinq cinco пять пяти",
  6: "six sechs seis шесть шести",
  7: "seven sieben sept siete sete семь семи",
  8: "eight acht huit ocho oito восемь восьми",
  9: "nine neun neuf nueve nove девять девяти",
  10: "ten zehn dix diez dez десять десяти",
  11: "eleven elf onze одиннадцать",
  12: "twelve zwölf douze doce doze двенадцать двенадцати",
  15: "fifteen fünfzehn quinze quince пятнадцать пятнадцати",
  20: "twenty zwanzig vingt veinte vinte двадцать двадцати",
  30: "thirty dreißig trente treinta trinta тридцать тридцати",
  40: "forty vierzig quarante cuarenta quarenta сорок сорока",
  50: "fifty fünfzig cinquante cincuenta cinquenta пятьдесят пятидесяти",
  60: "sixty sechzig soixante sesenta sessenta шестьдесят шестидесяти",
  90: "ninety neunzig noventa девяносто",
  100: "hundred hundert cent cien cem сто ста",
};

const numberOf = new Map(
  Object.entries(units).flatMap(([number, words]) => words.split(" ").map((word) => [word, Number(number)])),
);
const inWords = [...numberOf.keys()].sort((a, b) => b.length - a.length).join("|");
/** "twenty-five", "three", "dreimal". */
const WORDED = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:(${inWords})[- ](?=(?:${inWords})(?![\\p{L}\\p{N}_])))?(${inWords})(mal)?(?![\\p{L}\\p{N}_])`,
  "giu",
);
/** Characters for numbers count only before what is counted. */
const DENSE = /([两二三四五六七八九十])(?=\s?(?:次|回|倍|秒|分|小时|時間|天|日|个|個))/gu;
const denseNumbers = "零一二三四五六七八九十";
const KOREAN = /(두|세|네|다섯|여섯|일곱|여덟|아홉|열)(?=\s?(?:번|배|시간|개))/gu;
const koreanNumbers = ["두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];

export function withDigits(text: string): string {
  return text
    .replace(/\btwice\b/gi, "2 times")
    .replace(WORDED, (_, tens: string | undefined, word: string, times: string | undefined) => {
      const sum = numberIn(tens) + numberIn(word);
      return times === undefined ? String(sum) : `${sum} mal`;
    })
    .replace(DENSE, (digit) => String(digit === "两" ? 2 : denseNumbers.indexOf(digit)))
    .replace(KOREAN, (word) => String(koreanNumbers.indexOf(word) + 2));
}

function numberIn(word: string | undefined): number {
  return word === undefined ? 0 : (numberOf.get(word.toLowerCase()) ?? 0);
}
