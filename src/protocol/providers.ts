// Who wrote a text, besides language models. Apart from the schemas: commands that only print load these names.

/** The provider of text that only rules have written. */
export const offline = "offline";
/** The agent wrote it itself: a turn's outcome at the end of its reply, a summary of its session. */
export const agentItself = "agent";
