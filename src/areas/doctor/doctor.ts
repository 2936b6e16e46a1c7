// tellback doctor: proves the loop with a canary that passes through the real hook and comes back by search,
// and checks everything that the loop needs. Each finding says what to do.

import { TellbackError } from "../../protocol/errors.ts";
import { bad, bold, columns, dim, good, say, sayJson, warn } from "../text/output.ts";
import { checkAll } from "./checks.ts";
import type { Finding } from "./finding.ts";

export async function doctor(options: { json?: boolean; fix?: boolean }): Promise<void> {
  const findings: Finding[] = [];
  for await (const found of checkAll()) {
    const finding = options.fix && found.fix ? await mended(found, found.fix) : found;
    findings.push(finding);
    if (!options.json) say(line(finding));
  }
  const verdict = verdictOf(findings);
  if (options.json) sayJson({ verdict, findings });
  else say(`\n${bold(verdict === "DEGRADED" ? warn(verdict) : good(verdict))}${nextStep[verdict]}`);
  if (verdict === "DEGRADED") process.exitCode = exitCodeOf(findings);
}

type Verdict = "OK" | "NOT INSTALLED YET" | "DEGRADED";

const nextStep: Record<Verdict, string> = {
  OK: "",
  "NOT INSTALLED YET": "  tellback works. Next: `tellback install`",
  DEGRADED: "",
};

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ state }) => state === "degraded" || state === "failed")) return "DEGRADED";
  return findings.some(({ what, state }) => what === "hooks" && state === "pending")
    ? "NOT INSTALLED YET"
    : "OK";
}

/** 1: something failed; 9: it works, but not all of it. */
function exitCodeOf(findings: readonly Finding[]): number {
  return findings.some(({ state }) => state === "failed") ? 1 : 9;
}

async function mended(finding: Finding, fix: NonNullable<Finding["fix"]>): Promise<Finding> {
  try {
    const done = await fix();
    const { what, code } = finding;
    return { what, ...(code && { code }), state: "ok", found: `${finding.found}; fixed: ${done}` };
  } catch (thrown) {
    const { message, hint } = TellbackError.from(thrown);
    return { ...finding, found: `${finding.found}; not fixed: ${message}`, hint: hint ?? finding.hint };
  }
}

function line({ state, what, found, hint, ms }: Finding): string {
  const mark = { ok: good("✓"), pending: dim("–"), degraded: warn("!"), failed: bad("✗") }[state];
  const time = ms === undefined ? "" : dim(` ${ms.toFixed(0)} ms`);
  return columns([[mark, what.padEnd(12), hint ? `${found}${time} ${dim(`· ${hint}`)}` : found + time]]);
}
