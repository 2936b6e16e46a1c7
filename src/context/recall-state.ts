// What recall keeps in memory between two hooks of a session: their order, and the prompts of sub-agents to come.

export interface RecallState {
  /** Runs the hooks of one session one after another: two at once would inject the same item twice. */
  inOrder<T>(sessionId: string, work: () => Promise<T>): Promise<T>;
  /** The prompt of a sub-agent that was ordered and has not started. */
  noteDelegation(sessionId: string, agentType: string, prompt: string): void;
  /** The oldest such prompt: the client starts sub-agents in the order in which they were ordered. */
  takeDelegation(sessionId: string, agentType: string): string | null;
}

const maxOrdered = 50;

export function createRecallState(): RecallState {
  const running = new Map<string, Promise<unknown>>();
  const ordered = new Map<string, string[]>();

  return {
    async inOrder(sessionId, work) {
      const before = running.get(sessionId) ?? Promise.resolve();
      const mine = before.then(work, work);
      running.set(sessionId, mine);
      try {
        return await mine;
      } finally {
        if (running.get(sessionId) === mine) running.delete(sessionId);
      }
    },
    noteDelegation(sessionId, agentType, prompt) {
      const key = `${sessionId} ${agentType}`;
      if (ordered.size > maxOrdered) ordered.clear();
      ordered.set(key, [...(ordered.get(key) ?? []), prompt].slice(-maxOrdered));
    },
    takeDelegation(sessionId, agentType) {
      return ordered.get(`${sessionId} ${agentType}`)?.shift() ?? null;
    },
  };
}
