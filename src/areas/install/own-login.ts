// Who writes the records of sessions: rules, or a small model by the user's own Claude Code login. Asked once, in a
// terminal; without an answer it stays with rules.

import { confirm, isCancel } from "@clack/prompts";
import { loadConfig, setConfig } from "../../config/load.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { dim, say } from "../text/output.ts";

const choices = ["claude-cli", "off"] as const;
export type LlmChoice = (typeof choices)[number];

export function llmChoice(given: string | undefined): LlmChoice | undefined {
  const choice = choices.find((one) => one === given);
  if (given === undefined || choice) return choice;
  throw new TellbackError("invalid_input", `--llm ${given}: expected ${choices.join(" or ")}`);
}

/** Returns what was decided now; null if it was decided before or nobody can answer. */
export async function chooseLlm(
  paths: Paths,
  given: LlmChoice | undefined,
  { isAsked }: { isAsked: boolean },
): Promise<LlmChoice | null> {
  const choice = given ?? (isAsked ? await ask() : null);
  if (choice === null) return null;
  setConfig(paths, "llm.provider", choice === "off" ? "offline" : choice);
  return choice;
}

/** A setting of any origin is an answer. */
export function isDecided(): boolean {
  return loadConfig().origins["llm.provider"] !== "default";
}

async function ask(): Promise<LlmChoice | null> {
  const daily = loadConfig().config["spend.dailyUsd"].toFixed(2);
  say(
    dim(
      `A small model can write what each session came to: one request when a session ends, about $0.01, at most $${daily} a day (\`spend.dailyUsd\`). It gets the session's text without secrets. Rules do it otherwise.`,
    ),
  );
  const answer = await confirm({
    message: "May your own Claude Code login (Haiku) write these records?",
    initialValue: false,
  });
  return isCancel(answer) ? null : answer ? "claude-cli" : "off";
}
