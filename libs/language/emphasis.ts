// Takes the marks of bold text out of a line of Markdown, and leaves names: __init__.py, **kwargs and 2**10 are no bold
// text. For the statements of this library and for libs/shorten.

/** Between letters, digits and slashes they are a power or a part of a path. */
const STARS = /(?<![\w/*])\*\*(?=[^\s/*])([^*]*(?:\*[^*]+)*)(?<=[^\s/])\*\*(?![\w/*])/g;
/** Between letters or dots they are a part of a name. */
const LINES = /(?<![\w.])__(?=\S)([^_]+(?:_[^_]+)*)(?<=\S)__(?!\w|\.\w|\()/g;
/** One word in small letters, as Python names what it calls itself. */
const OWN_NAME = /^[a-z][a-z0-9_]*$/;

export function withoutBold(text: string): string {
  return text
    .replace(STARS, "$1")
    .replace(LINES, (whole, inside: string) => (OWN_NAME.test(inside) ? whole : inside));
}
