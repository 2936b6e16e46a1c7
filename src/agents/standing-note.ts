// What an agent is told once about its memory, whatever the session: where to look, and with which line to end a reply,
// because that line is what later sessions get. The installer writes it into the host's instructions; a host that has
// tellback as a plugin gets the request when a session starts.

/** For an agent without the skill, and without the tools: at most 60 tokens, the same text in every host. */
export function noteFor({ closingLine = true }: { closingLine?: boolean | undefined } = {}): string {
  return closingLine ? `${note} ${askForClosingLine}` : note;
}

const note = "Memory: before you ask or redo, `tellback search WORDS`.";

const askForClosingLine =
  "End replies that changed, found or decided something with a line (≤ 40 words, files named, parts clear alone): `Outcome: state and why. Decided: choice, why. Open: what is left.`";

/** A plugin costs more by its long names of tools: all of it together stays within the same limit. */
export const closingLineInShort =
  "End replies that changed, found or decided something with a line `Outcome: state and why. Decided: choice, why. Open: what is left.`";
