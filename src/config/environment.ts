// The few facts that a host's environment tells a hook. With the rest of config/, the only reader of process.env.

export interface HookEnvironment {
  /** The project's root: unlike the payload's cwd it does not follow the agent's `cd`. */
  projectDir: string;
}

export function hookEnvironment(): HookEnvironment {
  return { projectDir: process.env.CLAUDE_PROJECT_DIR ?? "" };
}

/** Where Claude Code keeps its transcripts. */
export function claudeConfigDir(home: string): string {
  return process.env.CLAUDE_CONFIG_DIR ?? `${home}/.claude`;
}

/** The environment for a daemon that a hook starts: the project's database is not engram's. */
export function environmentForDaemon(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...rest } = process.env;
  return hookRuns() ? rest : process.env;
}

function hookRuns(): boolean {
  return process.env.CLAUDE_PROJECT_DIR !== undefined;
}
