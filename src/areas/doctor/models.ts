// The language models in the settings, and their cost.

import { existsSync } from "node:fs";
import type { Client } from "../../client/client.ts";
import { claudeLocations } from "../../config/environment.ts";
import { loadConfig } from "../../config/load.ts";
import { plural } from "../../protocol/plural.ts";
import { degraded, type Finding, type Outcome, timed } from "./finding.ts";

const answerWithinMs = 5_000;

export async function* checkModels(client: Client): AsyncGenerator<Finding> {
  yield await timed("model", "degraded", checkLlm);
  yield await timed("summaries", "degraded", () => checkSummaries(client));
  yield await timed("spend", "degraded", () => checkSpend(client));
}

async function checkLlm(): Promise<Outcome> {
  const { config } = loadConfig();
  const provider = config["llm.provider"];
  if (provider === "offline") return { found: "none is set: rules only" };
  if (provider === "claude-cli") {
    return claudeLocations().some((path) => existsSync(path))
      ? { found: "the user's own Claude Code" }
      : degraded("llm.provider is claude-cli, but Claude Code was not found", "Put `claude` on the PATH.");
  }
  if (provider === "anthropic" && config["llm.apiKey"] === "") {
    return degraded(
      "llm.provider is anthropic, but there is no key",
      "Set it: `tellback config set llm.apiKey KEY`",
    );
  }
  const url = config["llm.url"] || "https://api.anthropic.com";
  const sorry =
    "tellback uses rules until it is available; `tellback config --explain` shows the llm settings.";
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    return status < 500 ? { found: `${url} answers` } : degraded(`${url} answers with ${status}`, sorry);
  } catch {
    return degraded(`the language model at ${url} is unreachable`, sorry);
  }
}

async function checkSummaries(client: Client): Promise<Outcome> {
  const { summaries } = await client.call("status", {});
  const found = `${plural(summaries.byRules, "session")} described by rules, ${summaries.byModel} by a model, ${summaries.waiting} waiting`;
  return summaries.trouble === null
    ? { found }
    : degraded(
        `${found}: ${summaries.trouble}`,
        "The daemon tries again; `tellback reflect --redo` does it now.",
      );
}

async function checkSpend(client: Client): Promise<Outcome> {
  const { today, month } = await client.call("spend", {});
  const dollars = (usd: number) => `$${usd.toFixed(2)}`;
  const found = `${dollars(today.usd)} of ${dollars(today.capUsd)} today, ${dollars(month.usd)} of ${dollars(month.capUsd)} this month`;
  const isFull = [today, month].some(({ usd, capUsd }) => usd > 0 && usd >= capUsd);
  return isFull
    ? degraded(
        `the cap is reached: ${found}`,
        "`tellback config set spend.dailyUsd 1` raises it; until then tellback uses rules.",
      )
    : { found };
}
