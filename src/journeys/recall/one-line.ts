// Sentences and items of a list as one line. Pure.

/** Items of a list and commands have no full stop: without a sign they would run into each other. */
export function inOneLine(texts: readonly string[]): string {
  return texts
    .map((text, at) =>
      at === texts.length - 1 || /[.!?…:;,。！？]["')\]]*$/u.test(text) ? text : `${text};`,
    )
    .join(" ");
}
