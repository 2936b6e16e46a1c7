// tellback export: everything, or one project, into a file or a folder, with progress. With the name of a task it prints
// that task, as `tellback task export` does.

import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "../../client/connect.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { RunOperation } from "../command.ts";
import { dim, plural, say, sayJson } from "../text/output.ts";
import { texts as exportTexts } from "./text.ts";

type Options = Record<string, unknown>;

const endings = { jsonl: ".jsonl", sqlite: ".sqlite", markdown: "", dcp: "" } as const;
type Format = keyof typeof endings;

export async function exportTo([typed]: string[], options: Options, run: RunOperation): Promise<void> {
  const { client } = await connect(pathsOf());
  const folder = fromUser(String(options.folder ?? "."));
  if (
    typed !== undefined &&
    options.layout === undefined &&
    (await isTask(client, typed, folder, options.format))
  )
    return run("task.export", { task: typed, folder }, options);
  const format = formatOf(typed, layoutOf(options.layout) ?? options.format);
  refuseMisleading(typed, format);
  const path = fromUser(typed ?? `tellback-${new Date().toISOString().slice(0, 10)}${endings[format]}`);
  refuseLinkOnPath(path, process.cwd());
  const input = { path, format, folder, project: options.project === true, force: options.force === true };
  const since = typeof options.since === "string" ? { since: options.since } : {};
  const ended = new AbortController();
  const shown = options.json ? Promise.resolve() : showProgress(client, ended.signal);
  try {
    const done = await client.call("export", { ...input, ...since });
    ended.abort();
    await shown;
    if (options.json) sayJson(done);
    else say(exportTexts.export(done));
  } finally {
    ended.abort();
  }
}

type Client = Awaited<ReturnType<typeof connect>>["client"];

/** A word that names a task of the project, and no file of an export. */
async function isTask(client: Client, typed: string, folder: string, format: unknown): Promise<boolean> {
  if (format === "json" || format === "text") return true;
  if (format !== undefined || typed !== basename(typed) || /\.(?:jsonl|sqlite|db|md)$/.test(typed))
    return false;
  const { tasks } = await client.call("task.list", { folder, closed: true });
  return tasks.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
}

function layoutOf(given: unknown): "dcp" | undefined {
  if (given === undefined || given === "dcp") return given;
  throw new TellbackError("invalid_input", `unknown layout "${String(given)}"`, {
    hint: "The layout is dcp.",
  });
}

function formatOf(typed: string | undefined, given: unknown): Format {
  if (given === undefined) return /\.(?:sqlite|db)$/.test(typed ?? "") ? "sqlite" : "jsonl";
  if (typeof given === "string" && given in endings) return given as Format;
  throw new TellbackError("invalid_input", `unknown format "${String(given)}"`, {
    hint: "Formats are jsonl, markdown, sqlite and dcp.",
  });
}

/** A name that promises something else than what would be in the file. */
function refuseMisleading(typed: string | undefined, format: Format): void {
  if (typed === "-")
    throw new TellbackError("invalid_input", "an export is written to a file, not to the terminal", {
      hint: "Name a file: `tellback export all.jsonl`.",
    });
  if (/\.md$/i.test(typed ?? ""))
    throw new TellbackError("invalid_input", `${typed} would not be markdown: that is a folder of notes`, {
      hint: "Name a folder: `tellback export notes --format markdown`.",
    });
  if (format === "jsonl" && /\.(?:zip|gz|json|csv|html?|txt)$/i.test(typed ?? ""))
    throw new TellbackError("invalid_input", `no export has the form of ${typed}`, {
      hint: "Formats are jsonl (all.jsonl), sqlite (all.sqlite) and markdown (a folder, --format markdown).",
    });
}

const everyMs = 500;
const worthALine = 2_000;

/** A line now and then: how long it takes depends on how much is remembered. */
async function showProgress(client: Client, signal: AbortSignal): Promise<void> {
  let next = worthALine;
  while (!signal.aborted) {
    await pause(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const { state, records } = await client.call("export.state", {});
    if (state !== "running" || records < next) continue;
    say(dim(`${plural(records, "record")} written`));
    next = records * 2;
  }
}
