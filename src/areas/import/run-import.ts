// tellback import: reads existing transcripts and memories, with progress; on Ctrl-C the daemon continues alone.

import { setTimeout as pause } from "node:timers/promises";
import { progress } from "@clack/prompts";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { importSource, usualSource } from "../../journeys/import/sources.ts";
import { isExport } from "../../memory/records/is-export.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { InputOf, OutputOf } from "../contracts.ts";
import { listed } from "../export/text.ts";
import { bytes, columns, dim, plural, say, sayAside, sayJson } from "../text/output.ts";
import { timeLeft } from "./time-left.ts";

type ImportState = OutputOf<"import.state">;

export interface ImportOptions {
  since?: string;
  project?: string;
  into?: string;
  own?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export async function importFrom(
  given: string,
  named: string | undefined,
  { json = false, since, project, into, own, dryRun }: ImportOptions,
): Promise<void> {
  const isBare = given === usualSource && named !== undefined && isExport(fromUser(named));
  const source = isBare ? "tellback" : given;
  const { reads, usual } = importSource(source);
  const folder = named ? fromUser(named) : usual();
  if (folder === null)
    throw new TellbackError("invalid_input", `the ${reads === "either" ? "path" : reads} is missing`, {
      hint: `Name it: \`tellback import ${source} PATH\`.`,
    });
  const { client } = await connect(pathsOf());
  const folderOf = (given: string | undefined) => (given === undefined ? undefined : fromUser(given));
  const asked = { since, project: folderOf(project), into: folderOf(into), own, dryRun };
  const shown = { shown: !json, continues: continuing() };
  const done = await importWithProgress(client, { source, folder, ...asked }, shown);
  if (json) sayJson(done);
  else if (dryRun) say([...projectLines(done), "A dry run: nothing was stored."].join("\n"));
}

/** Where transcripts are if the user names no folder. */
export const usualFolder = () => importSource(usualSource).usual() ?? "";

/** Ctrl-C ends the command and not the import; returns the words for that. */
export function continuing(): string {
  const text = "The import continues in the daemon; the same command shows it again.";
  process.once("SIGINT", () => {
    // In a terminal the bar says it.
    if (!process.stdout.isTTY) sayAside(text);
    process.exit(130);
  });
  return text;
}

export async function importWithProgress(
  client: Client,
  asked: InputOf<"import.start">,
  { shown, continues }: { shown: boolean /** Shown after Ctrl-C. */; continues: string },
): Promise<ImportState> {
  const inWords = summaryOf(asked);
  const { run } = await client.call("import.start", asked);
  const bar = shown ? (process.stdout.isTTY ? terminalBar(inWords, continues) : plainLines(inWords)) : silent;
  for (;;) {
    const state = await client.call("import.state", { run: run ?? undefined });
    bar.update(state);
    if (state.state === "failed") throw new TellbackError("internal", `the import failed: ${state.error}`);
    if (state.state === "done") {
      bar.done(state);
      return state;
    }
    await pause(100);
  }
}

interface Bar {
  update(state: ImportState): void;
  done(state: ImportState): void;
}

const silent: Bar = { update() {}, done() {} };

type InWords = (state: ImportState) => string;

function summaryOf(asked: InputOf<"import.start">): InWords {
  const { holds } = importSource(asked.source ?? usualSource);
  const nothing = nothingFor(asked);
  return (state) => (state.files === 0 ? nothing : summary(state, holds, asked));
}

function nothingFor({ source = usualSource, folder, since, project }: InputOf<"import.start">): string {
  const narrowed = [since && "--since", project && "--project"].filter(Boolean).join(" and ");
  if (narrowed !== "") return `Found nothing to read in ${folder} with this ${narrowed}.`;
  const elsewhere = importSource(source).usual();
  const hint = elsewhere === null || elsewhere === folder ? "" : ` By default it is in ${elsewhere}.`;
  return `Found nothing to read in ${folder}.${hint}`;
}

function summary(state: ImportState, holds: string, asked: InputOf<"import.start">): string {
  const known = state.duplicates > 0 ? `, ${state.duplicates} already known` : "";
  const { record: _, ...counts } = state.counts;
  const held = state.preview ? previewed(state) : heldIn(counts);
  const stored = `, ${plural(state.stored, `new ${holds}`)}${known}`;
  const done = `${plural(state.filesDone, "file")} read${held && ` (${held})`}${stored}`;
  return [done, ...notUnderstood(state.unknown), ...exportLines(state, asked)].join("\n");
}

const maxLineLength = 100;
const maxNotUnderstood = 8;

/** Names of records in one line; records with what is wrong about them below each other. */
function notUnderstood(unknown: Record<string, number>): string[] {
  const counts = Object.entries(unknown).sort(([, a], [, b]) => b - a);
  const items = counts.map(([kind, n]) => `${kind} (${n})`);
  if (items.length === 0) return [];
  const line = `not understood: ${items.join(", ")}`;
  if (line.length <= maxLineLength) return [line];
  const more = items.length - maxNotUnderstood;
  return [
    "not understood:",
    ...items.slice(0, maxNotUnderstood).map((item) => `  ${item}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** What an export of tellback may not do, and what its deletions take away. */
function exportLines(
  { leftOut = {}, removal }: ImportState,
  { own, dryRun }: InputOf<"import.start">,
): string[] {
  const left = Object.entries(leftOut).map(([what, n]) => plural(n, leftOutWords[what] ?? what));
  const verb = own ? (dryRun ? "would remove" : "removed") : "would remove";
  const gone = [
    ...(removal && removal.things > 0 ? [plural(removal.things, "thing")] : []),
    ...(removal && removal.texts > 0 ? [`words from ${plural(removal.texts, "text")}`] : []),
  ];
  return [
    ...(left.length > 0 && !own
      ? [`left out, because anybody may have written the file: ${left.join(", ")}`]
      : []),
    ...(gone.length > 0 ? [`its deletions ${verb}: ${gone.join(", ")}`] : []),
    ...(removal?.examples ?? []).map((example) => `  ${example}`),
    ...(left.length > 0 && !own
      ? [
          `If it is your own export, ${dryRun ? "" : "`--own --dry-run` shows what they would do, and "}\`--own\` takes them too.`,
        ]
      : []),
  ];
}

const leftOutWords: Readonly<Record<string, string>> = {
  deletion: "deletion",
  replacement: "replacement",
  confirmation: "confirmation",
  log: "log record",
};

function heldIn({ "merged with what was known": merged, ...counts }: Record<string, number>): string {
  return [listed(counts), merged ? `${merged} merged with what was known` : ""].filter(Boolean).join(", ");
}

/** What a dry run of transcripts has read. */
function previewed({ bytes: all, preview, counts }: ImportState): string {
  const { bytesKnown = 0 } = preview ?? {};
  const part = bytesKnown === all ? "all" : bytes(bytesKnown);
  const known = bytesKnown > 0 ? `, ${part} of it read before` : "";
  const { session = 0, "new session": added = 0 } = counts;
  const sessions =
    added === session ? plural(added, "new session") : `${plural(session, "session")}, ${added} new`;
  return `${bytes(all)}${known}; ${sessions}`;
}

const maxProjects = 20;

function projectLines({ preview }: ImportState): string[] {
  const projects = preview?.projects ?? [];
  const lines = projects
    .slice(0, maxProjects)
    .map(({ root, sessions, stored }) => [
      root,
      dim(`${plural(sessions, "session")}, ${plural(stored, "new observation")}`),
    ]);
  const more = projects.length - lines.length;
  return [
    ...(lines.length > 0 ? [columns(lines)] : []),
    ...(more > 0 ? [dim(`and ${plural(more, "more project")}; --json lists all`)] : []),
  ];
}

function terminalBar(inWords: InWords, continues: string): Bar {
  const bar = progress({ style: "light", max: 1000, cancelMessage: continues });
  const left = timeLeft();
  let shown = 0;
  bar.start("Reading");
  return {
    update(state) {
      const reached = state.bytes === 0 ? 0 : Math.floor((state.bytesDone / state.bytes) * 1000);
      const estimate = left.after(performance.now(), state.bytesDone, state.bytes);
      const parts = [`${state.filesDone} of ${plural(state.files, "file")}`, `${state.stored} new`, estimate];
      bar.advance(reached - shown, parts.filter((part) => part !== null).join(", "));
      shown = reached;
    },
    done: (state) => bar.stop(inWords(state)),
  };
}

/** One line for each tenth. */
function plainLines(inWords: InWords): Bar {
  const left = timeLeft();
  let next = 0;
  return {
    update(state) {
      const estimate = left.after(performance.now(), state.bytesDone, state.bytes);
      if (state.files === 0 || state.filesDone < next) return;
      say(`reading: ${state.filesDone} of ${state.files}${estimate === null ? "" : `, ${estimate}`}`);
      next = state.filesDone + Math.max(1, Math.floor(state.files / 10));
    },
    done: (state) => say(inWords(state)),
  };
}
