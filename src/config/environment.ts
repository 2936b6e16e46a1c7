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

/** What a host gives a hook that it runs, for the doctor's canary. */
export function hookProcessEnvironment(home: string, projectDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ENGRAM_HOME: home,
    CLAUDE_PROJECT_DIR: projectDir,
  };
}
