// What the user asked, in one line with the whole meaning: neither cut at the first sentence nor at a colon. Pure.

import { isAssent, oneLine, sentencesOf } from "../../../libs/language/index.ts";
import { blocksOf, withoutTags } from "../../../libs/shorten/index.ts";

const maxLength = 320;

/** `before` is the agent's last message before the prompt: "yes" means what was offered there. */
export function requestOf(prompt: string, before = ""): string {
  const text = withoutTags(prompt).replace(/\[image(?:[ :#][^[\]]*)?\]/gi, " ");
  const blocks = blocksOf(text);
  const sentences = blocks.flatMap(({ kind, text: block }, i) => {
    if (kind === "code") return [];
    // A plan's title says what it is about; its later headings only order it.
    if (kind === "heading") return i < 2 ? [/[.!?:]$/.test(block) ? block : `${block}.`] : [];
    return sentencesOf(block);
  });
  const whole = oneLine(sentences.join(" ") || text.replace(/[`#*]/g, " "), 10_000) || "(image)";
  if (isAssent(whole)) {
    const offered = offerIn(before);
    return offered === "" ? whole : `${whole} (to: ${oneLine(offered, 240)})`;
  }
  return whole.length <= maxLength ? whole : fitted(sentences);
}

/** The beginning, and the questions further down. */
function fitted(sentences: readonly string[]): string {
  const [first = "", ...rest] = sentences;
  const kept = new Set([0]);
  let room = maxLength - Math.min(first.length, maxLength);
  const asks = rest.flatMap((sentence, i) => (/[?？]["')]*$/.test(sentence) ? [i + 1] : []));
  const order = [...rest.keys()].map((i) => i + 1);
  for (const i of [...asks.slice(0, 2), ...order]) {
    const length = (sentences[i]?.length ?? 0) + 1;
    if (kept.has(i)) continue;
    if (length > room) {
      if (asks.includes(i)) continue;
      break;
    }
    kept.add(i);
    room -= length;
  }
  const line = [...kept]
    .sort((a, b) => a - b)
    .map((i) => sentences[i])
    .join(" ");
  return oneLine(kept.size < sentences.length && line.length < maxLength - 2 ? `${line} …` : line, maxLength);
}

/** The questions and offers at the end of a message. */
function offerIn(message: string): string {
  const asked = blocksOf(withoutTags(message))
    .filter(({ kind }) => kind !== "code" && kind !== "heading")
    .map(({ text }) => sentencesOf(text).filter((sentence) => /[?？]["')]*$/.test(sentence)));
  return asked.findLast((questions) => questions.length > 0)?.join(" ") ?? "";
}
