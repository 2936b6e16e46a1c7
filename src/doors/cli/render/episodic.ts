// How the answers about sessions and observations look to a person.

import type { Observation, Session, SessionSummary } from "../../../protocol/episodic.ts";
import type { episodicOperations } from "../../../protocol/operations/episodic.ts";
import { bad, bold, bytes, columns, dim, fitted, plural, when } from "../output.ts";
import { learningRow } from "./semantic.ts";
import { shortId, type TextsOf } from "./texts.ts";

export const episodicTexts = {
  "session.list": ({ sessions }) =>
    sessions.length === 0
      ? dim("No sessions here yet. --all-projects shows those of every project.")
      : columns(sessions.map(sessionRow)),
  "session.show": ({ session, summary, observations }) =>
    [
      `${bold(session.name ?? session.firstPrompt ?? "(no prompt)")}`,
      columns([
        [dim("session"), session.id],
        [dim("project"), session.project],
        [dim("time"), `${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`],
        [dim("status"), session.status],
      ]),
      ...(summary ? ["", summaryText(summary)] : []),
      "",
      columns(
        observations.map((one) => [one.id, dim(when(one.happenedAt)), mark(one), fitted(one.title, 54)]),
      ),
    ].join("\n"),
  "session.reflect": ({ session, status, summary, learned }) =>
    [
      status === "empty"
        ? dim(`Nothing happened in session ${session.id}.`)
        : status === "unchanged"
          ? dim("Nothing new since its summary was made.")
          : "",
      summary ? summaryText(summary) : "",
      columns(learned.map(({ verdict, learning }) => [verdict, ...learningRow(learning)])),
    ]
      .filter(Boolean)
      .join("\n"),
  "session.delete": ({ deleted }) => `Deleted session ${deleted} and all that was remembered of it.`,
  "observation.show": ({ observation }) => observationText(observation),
  "observation.edit": ({ observation }) => observationText(observation),
  "observation.delete": ({ deleted }) => `Deleted ${deleted}.`,
} satisfies TextsOf<typeof episodicOperations>;

function summaryText(summary: SessionSummary): string {
  const parts: [string, readonly string[]][] = [
    ["asked", [summary.request]],
    ["done", summary.done],
    ["decided", summary.decisions],
    ["learned", summary.learned],
    ["open", summary.open],
    ["files", summary.files.length > 0 ? [summary.files.join(", ")] : []],
    ["summary", [`by ${summary.provider}${summary.note ? ` (${summary.note})` : ""}`]],
  ];
  const rows = parts.flatMap(([name, lines]) => lines.map((text, i) => [i === 0 ? dim(name) : "", text]));
  return columns(rows.map(([name = "", text = ""]) => [name, fitted(text, 12)]));
}

function mark(one: Observation): string {
  return one.status === "ok" ? " " : bad("✗");
}

function sessionRow(one: Session): string[] {
  return [
    shortId(one.id),
    dim(when(one.lastSeenAt)),
    one.project,
    dim(plural(one.observations, "observation")),
    fitted(one.name ?? one.firstPrompt ?? "(no prompt)", 60),
  ];
}

export function observationText(one: Observation): string {
  const facts = [
    [dim("id"), one.id],
    [dim("when"), when(one.happenedAt)],
    [
      dim("what"),
      [one.kind, one.tool, one.status === "ok" ? null : bad(one.status)].filter(Boolean).join(" · "),
    ],
    [dim("session"), one.sessionId],
    ...(one.files.length > 0 ? [[dim("files"), one.files.join(", ")]] : []),
    ...(one.branch ? [[dim("branch"), one.branch]] : []),
    [dim("size"), `${bytes(one.rawBytes)} seen, ${one.tokens} tokens kept (${one.provider})`],
  ];
  const texts = [one.summary, one.detail].filter((text, i, all) => text !== "" && all.indexOf(text) === i);
  return [bold(one.title), columns(facts), "", texts.join("\n\n")].join("\n");
}
