// The cues of a sentence: words that make it a lasting statement, and words that make it a request, a question or a
// report of the moment. One table a language; classify.ts weighs what was found.

export const cueNames = [
  "decided",
  "rejected",
  "always",
  "forbid",
  "require",
  "prefer",
  "use",
  "weUse",
  "contrast",
  "need",
  "otherwise",
  "warn",
  "note",
  "general",
  "reason",
  "deprecated",
  "place",
  "convention",
  "question",
  "unsure",
  "passing",
  "momentary",
  "fault",
  "narration",
  "deictic",
  "request",
  "praise",
] as const;

export type Cue = (typeof cueNames)[number];
