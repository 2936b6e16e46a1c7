// What may reach a terminal. Remembered text is data: it must not move the cursor, set the title, ring the bell or
// reverse the line. Only colour codes from this process pass.

import { stripVTControlCharacters } from "node:util";

/**
 * Control and format characters: none has a width, and some reverse the line. Emoji are joined by one of them, and some
 * scripts are written with it; there it stays.
 */
const invisible =
  /(?![\n\t])[\p{Cc}\p{Co}]|(?!\u200c|\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{M}\p{Script=Arabic}])[\u200c\u200d]|[\u200c\u200d](?![\p{Extended_Pictographic}\p{L}])/gu;

const introducer = "\u001b[";
/** Stored text cannot contain it on purpose: it is random in every process. Parameters of four digits have no width. */
const secret = `${fourDigits()};${fourDigits()};`;
const ownCode = new RegExp(`(\\u001b\\[${secret}[0-9;]+m)`);

/** Chance, not cryptography: text that is already stored cannot know it, and loading crypto would slow every command. */
function fourDigits(): number {
  return 1000 + Math.floor(Math.random() * 9000);
}

/** A colour code of ours, marked until it is written. */
export function marked(code: string): string {
  return code.replaceAll(introducer, introducer + secret);
}

/** Text for the terminal: our colours, line ends and tabs; every other control character is removed. */
export function forTerminal(text: string): string {
  return byCode(text, (code) => code.replace(secret, ""));
}

/** The same with the marks kept: for text that is measured before it is written. */
export function measurable(text: string): string {
  return byCode(text, (code) => code);
}

/** One line of plain text without colours: for prompts, which write to the terminal themselves. */
export function oneLine(text: string): string {
  return inert(text).replace(/\s+/g, " ").trim();
}

/** JSON that a terminal may show: characters that JSON leaves unescaped are escaped too. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu,
    // A character beyond the first plane is two units.
    (character) =>
      character
        .split("")
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}

function byCode(text: string, own: (code: string) => string): string {
  return text
    .split(ownCode)
    .map((part, i) => (i % 2 === 1 ? own(part) : inert(part)))
    .join("");
}

function inert(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n|[\p{Zl}\p{Zp}]/gu, "\n")
    .replace(invisible, "");
}
