// What an agent is told once about its memory, whatever the session: where to look, and with which line to end a reply,
// because that line is what later sessions get. The installer writes it into the host's instructions; a host that has
// tellback as a plugin gets the request when a session starts.

/** For an agent without the skill, and without the tools. */
export function noteFor({ closingLine = true }: { closingLine?: boolean | undefined } = {}): string {
  return closingLine ? `${note}\n\n${askForClosingLine}` : note;
}

const note = `## Memory

tellback remembers earlier sessions. Before you ask or redo: \`tellback search WORDS\`.`;

const askForClosingLine =
  "If a reply changed, found or decided something, end it with one line (≤ 40 words): `Outcome: what is true now and why. Decided: choice, because reason. Open: what is left.` Omit empty parts; name files; each part must make sense alone.";

/** A plugin costs more by its long names of tools: all of it together stays within the same limit. */
export const closingLineInShort =
  "End replies that changed, found or decided something with a line `Outcome: state and why. Decided: choice, why. Open: what is left.`";
