// What a sample of the redactor's tests is: a shape with a place for a secret, and a look-alike without one.

export type Sample = {
  /** The tool, file or dialogue. */
  readonly tool: string;
  readonly put: (secret: string) => string;
  /** Must stay as it is. */
  readonly alike: string;
  /** Which secrets can be told in this place. */
  readonly takes: "any word" | "passwords" | "random values";
};

type Put = string | ((secret: string) => string);

function sample(takes: Sample["takes"], tool: string, put: Put, alike: string): Sample {
  return {
    tool,
    put: typeof put === "string" ? (secret) => put.replace("¤", () => secret) : put,
    alike,
    takes,
  };
}

/** The place leaves no doubt: a plain word is a password here. */
export const anyWord = (tool: string, put: Put, alike: string) => sample("any word", tool, put, alike);
/** Words with digits or signs, and random values. */
export const password = (tool: string, put: Put, alike: string) => sample("passwords", tool, put, alike);
export const randomOnly = (tool: string, put: Put, alike: string) =>
  sample("random values", tool, put, alike);

export const base64 = (text: string): string => Buffer.from(text).toString("base64");

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Six letters at most: no piece that a test searches for is a word, or part of one, on its own. */
const WORDS = "velvet otter Garden winter copper Falcon quartz maple walrus lagoon".split(" ");

/** Makers of secrets, the same ones from the same seed. */
export function secretsFrom(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 12) % limit;
  };
  const word = () => WORDS[below(WORDS.length)] ?? "";
  const random = () => `${Array.from({ length: 30 }, () => ALNUM.charAt(below(ALNUM.length))).join("")}7k`;
  const weak = () => word() + word();
  const usual = () => `${word()}-${word()}-${10 + below(9000)}${"!x_"[below(3)]}`;
  return {
    /** One of each sort that can be told in the sample's place. */
    for: ({ takes }: Sample): string[] => [
      random(),
      ...(takes === "random values" ? [] : [usual()]),
      ...(takes === "any word" ? [weak()] : []),
    ],
  };
}

/** The secret as the sample spells it (it may be encoded there). */
export function shownIn({ put }: Sample, secret: string): string {
  const [empty, full] = [put(""), put(secret)];
  let start = 0;
  while (start < empty.length && empty[start] === full[start]) start++;
  let end = 0;
  while (end < empty.length - start && empty.at(-1 - end) === full.at(-1 - end)) end++;
  return full.slice(start, full.length - end);
}

/** Whether more than a third of the secret, and more than six characters, is still there in one piece. */
export function leaks(out: string, secret: string): boolean {
  const piece = Math.min(secret.length, Math.max(7, Math.ceil(secret.length * 0.35) + 1));
  for (let i = 0; i + piece <= secret.length; i++) if (out.includes(secret.slice(i, i + piece))) return true;
  return false;
}
