// Which part of a host's text the user really wrote. Claude Code writes much into the user's turn that the user never
// typed. For the hook adapter and the transcript reader, so that both keep the same words.

/** Text that starts with one of these was written by the client: results of commands, notices, reminders. */
const machineTags = [
  "task-notification",
  "local-command-[a-z]+",
  "command-(?:name|args|contents|stdout|stderr)",
  "bash-(?:input|stdout|stderr)",
  "teammate-message",
  "agent-notification",
  "user-prompt-submit-hook",
  "tick",
];
const machine = new RegExp(
  `^(?:<(?:${machineTags.join("|")})[\\s>]|\\[Request interrupted by user|Caveat: The messages below were generated)`,
);

/** Context that an editor or the client puts before the typed text. */
const context = /^<(system-reminder|ide_[a-z_]+)>[\s\S]*?<\/\1>\s*/;

/** A custom command as written in the transcript; the client's own commands begin with the name instead. */
const command =
  /^<command-message>[\s\S]*?<\/command-message>\s*<command-name>([\s\S]*?)<\/command-name>(?:\s*<command-args>([\s\S]*?)<\/command-args>)?/;

/** The user's words in a prompt, or null if there are none. */
export function promptWords(text: string): string | null {
  let words = text.trim();
  for (let found = context.exec(words); found !== null; found = context.exec(words)) {
    words = words.slice(found[0].length);
  }
  const called = command.exec(words);
  if (called !== null) return `${called[1] ?? ""} ${called[2] ?? ""}`.trim() || null;
  return words === "" || machine.test(words) ? null : words;
}

/** The summary in a compaction message: the hook has it raw, the transcript wraps it in advice to the model. */
export function summaryWords(text: string): string {
  const raw = between(text, "<summary>", "</summary>");
  if (raw !== null) return raw.trim();
  const start = text.indexOf("\nSummary:\n");
  if (!text.startsWith("This session is being continued") || start === -1) return text.trim();
  const words = text.slice(start + "\nSummary:\n".length);
  const ends = [
    "\n\nIf you need specific details from before compaction",
    "\nContinue the conversation from where",
  ]
    .map((advice) => words.lastIndexOf(advice))
    .filter((at) => at !== -1);
  return words.slice(0, Math.min(words.length, ...ends)).trim();
}

function between(text: string, open: string, close: string): string | null {
  const from = text.indexOf(open);
  const to = text.lastIndexOf(close);
  return from === -1 || to < from ? null : text.slice(from + open.length, to);
}

/** The error of a tool, without the tag that the model sees around it: the same text as in the failure hook. */
export function errorWords(text: string): string {
  return (between(text, "<tool_use_error>", "</tool_use_error>") ?? text).trim();
}

const stopped = /^(?:\[Request interrupted by user|The user doesn't want to (?:proceed with|take) this)/;

/** Whether a tool's output says that the user stopped it. */
export function wasInterrupted(output: unknown): boolean {
  if (typeof output === "string") return stopped.test(output);
  return (
    typeof output === "object" && output !== null && "interrupted" in output && output.interrupted === true
  );
}
