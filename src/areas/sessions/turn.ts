// Renders turns as text.

import { shortId } from "../../protocol/ids.ts";
import type { OwnerDetails } from "../../protocol/shown.ts";
import type { Turn } from "../../protocol/turns.ts";
import { bad, bold, columns, dim, fitted, when } from "../text/output.ts";

/** One turn in a list: when, what was asked, and below it what came of it. */
export function turnLines(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) => {
    const asked = fitted(turn.request || "(no prompt)", 42);
    const state = stateText(turn);
    return [
      `${shortId(turn.id)}  ${dim(when(turn.startedAt))}  ${asked}`,
      ...(turn.outcome ? [`    ${fitted(`→ ${turn.outcome}`, 4)}`] : []),
      ...turn.open.slice(0, 2).map((point) => `    ${fitted(`open: ${point}`, 4)}`),
      ...(state ? [`    ${bad(state)}`] : []),
    ];
  });
}

export function turnText({ turn, observations }: OwnerDetails<"turn">): string {
  const state = stateText(turn);
  const { before, after } = turn.tests;
  const tests = before !== null && after !== null && before !== after ? `${before} → ${after}` : after;
  const facts = [
    [dim("id"), turn.id],
    [dim("time"), `${when(turn.startedAt)} – ${when(turn.endedAt)}`],
    [dim("asked"), turn.request || "(no prompt)"],
    [dim("session"), turn.sessionId],
    ...(state ? [[dim("state"), bad(state)]] : []),
    ...(turn.branch ? [[dim("branch"), turn.branch]] : []),
    ...(turn.commit ? [[dim("commit"), turn.commit]] : []),
    ...(tests ? [[dim("tests"), tests]] : []),
    ...listed("decided", turn.decisions),
    ...listed("open", turn.open),
    ...(turn.files.length > 0 ? [[dim("changed"), turn.files.join(", ")]] : []),
    ...(turn.looked.length > 0 ? [[dim("read"), turn.looked.join(", ")]] : []),
    ...(turn.symbols.length > 0 ? [[dim("symbols"), turn.symbols.join(", ")]] : []),
    ...listed("ran", turn.commands),
    [dim("written by"), turn.provider],
  ];
  return [
    bold(turn.outcome || "(no outcome)"),
    columns(facts),
    ...(turn.detail && turn.detail !== turn.outcome ? ["", turn.detail] : []),
    "",
    columns(observations.map((one) => [shortId(one.id), dim(when(one.happenedAt)), fitted(one.title, 42)])),
  ].join("\n");
}

export function stateText({ state }: Pick<Turn, "state">): string {
  switch (state.is) {
    case "current":
      return "";
    case "superseded":
      return `superseded by ${shortId(state.by)}, ${when(state.at)}`;
    case "rejected":
      return `rejected by the user, ${when(state.at)}`;
  }
}

function listed(name: string, lines: readonly string[]): string[][] {
  return lines.map((line, i) => [i === 0 ? dim(name) : "", line]);
}
