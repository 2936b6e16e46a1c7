// What goes into a sandbox and what comes out. For the supervisor, the children and whoever runs a function.

const languages = ["python", "javascript", "typescript"] as const;
type Language = (typeof languages)[number];

export interface Limits {
  timeoutMs: number;
  memoryMb: number;
  /** Of the value, of stdout and of stderr, each. */
  outputBytes: number;
}

export const defaultLimits: Limits = { timeoutMs: 5_000, memoryMb: 256, outputBytes: 65_536 };

/** Another function that the program may call by its name. */
export interface LibraryPart {
  name: string;
  entry: string;
  code: string;
}

export interface Program {
  language: Language;
  code: string;
  /** What is needed by another part comes before it. */
  library: readonly LibraryPart[];
  /** The function to call. */
  entry: string;
  /** Values that JSON can express. */
  args: readonly unknown[];
  limits: Limits;
}

export type Outcome = "ok" | "error" | "timeout" | "memory" | "output" | "crash" | "refused" | "unavailable";

export interface Answer {
  status: Outcome;
  /** What the function returned, if the status is "ok". */
  value: unknown;
  stdout: string;
  stderr: string;
  /** Why there is no value; empty if there is one. */
  error: string;
  ms: number;
  peakMb: number;
}

/** What a child writes: one line. The supervisor trusts none of it beyond its form. */
export interface ChildAnswer {
  status: "ok" | "error" | "memory" | "output";
  /** JSON, as text: the supervisor parses it. */
  value?: string;
  stdout: string;
  stderr: string;
  error: string;
}

/** Room for the JSON of a full value and two full streams, each character escaped. */
export function longestAnswer({ outputBytes }: Limits): number {
  return outputBytes * 3 * 6 + 65_536;
}
