// What shorten reads of an event of a host agent, and what it makes of it.

export interface ToolUse {
  type: "tool";
  cwd: string;
  tool: string;
  input: unknown;
  /** The tool's own structured answer, or its error text when it failed. */
  output: unknown;
  status: "ok" | "failed" | "interrupted";
}

export interface Message {
  type: "prompt" | "reply";
  cwd: string;
  text: string;
}

/** The three lengths of an observation: about 10, 50 and 200 tokens. */
export interface Lengths {
  title: string;
  summary: string;
  detail: string;
}
