// Calls that say nothing about a program: what the language brings along, and logging. Pure.

const logging = /^(?:logging|logger|log|console|slog|log4j|winston|pino)(?:[.:#]|$)/i;

/** Of a call whose target is not a symbol of the project. */
export function isNoise(target: string | null, written: string): boolean {
  return (target ?? "").startsWith("<builtin>") || logging.test(target ?? "") || logging.test(written);
}
