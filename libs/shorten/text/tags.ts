// Removes what a host or a command writes between tags: reminders, notices, `<ctx:…>` commands. Pure.

import { replacePairs } from "../../language/index.ts";

/** Code may show a tag: what is between backticks or fences stays. */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/** The client's own names have a hyphen, an underscore or a colon; those of HTML have not. */
const BLOCK = /<([a-z][a-z0-9]*(?:[-_:][a-z0-9]+)+)(?:\s[^<>]*)?>/gi;
const ALONE = /<\/?[a-z][a-z0-9]*(?:[-_:][a-z0-9]+)+(?:\s[^<>]*)?\/?>/gi;
const THOUGHT = /<(thinking|analysis|reasoning)>/gi;

/** The words outside of tags. A notice of finished background work keeps its result. */
export function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  return withResults(text)
    .split(CODE)
    .map((part, i) => (i % 2 === 1 ? part : withoutTagsIn(part)))
    .join("")
    .trim();
}

function withoutTagsIn(text: string): string {
  const said = replacePairs(text, THOUGHT, () => "");
  return replacePairs(said, BLOCK, () => "").replace(ALONE, "");
}

const NOTICE = /<((?:task|agent)-notification)>/g;

function withResults(text: string): string {
  return replacePairs(text, NOTICE, (notice) => {
    const start = notice.indexOf("<result>");
    const end = notice.indexOf("</result>", start);
    return start < 0 || end < 0 ? "" : notice.slice(start + "<result>".length, end).trim();
  });
}
