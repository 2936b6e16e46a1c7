// The three lengths of a compaction, for lists, recall and the search index: from its summary, or from the host's own
// summary if there is none. Pure.

import { cut } from "../../../libs/language/index.ts";
import { digest, firstSentence, joined, unique } from "../../../libs/shorten/index.ts";
import type { Compaction, CompactionSummary } from "../../protocol/compaction.ts";
import type { Lengths } from "../../protocol/observations.ts";

const maxLength = { title: 120, summary: 500, detail: 4_000 };

export function lengthsOf({ made, hostSummary, observations, trigger }: Compaction): Lengths {
  // A summary of an empty stretch says less than the host's.
  if (made && (observations > 0 || hostSummary === null)) return lengthsOfSummary(made.summary);
  const words = hostSummary ?? "";
  return {
    title: firstSentence(words, maxLength.title) || `Compacted (${trigger})`,
    summary: digest(words, maxLength.summary).replaceAll("\n", " "),
    detail: cut(words, maxLength.detail),
  };
}

function lengthsOfSummary(summary: CompactionSummary): Lengths {
  const isSaid = (text: string) => summary.executive.includes(text.replace(/[.…]+$/, ""));
  const unsaid = (text: string) => (isSaid(text) ? "" : text);
  const decisions = summary.key_decisions
    .filter(({ decision, rationale }) => !isSaid(decision) || !isSaid(rationale))
    .map(
      ({ topic, decision, rationale, files }) =>
        `${joined([unsaid(topic), decision], ": ")}${rationale && ` (because ${rationale})`}${inFiles(files)}`,
    );
  const files = summary.files_modified.map(({ path, action, purpose }) =>
    joined([`${action} ${path}`, unsaid(purpose)], ": "),
  );
  const pending = summary.tasks_pending;
  const completed = summary.tasks_completed.filter((task) => !isSaid(task));
  return {
    title: firstSentence(summary.executive, maxLength.title),
    summary: cut(
      joined(
        [
          summary.executive,
          decisions.length > 0 && `Decided: ${decisions.join("; ")}`,
          pending.length > 0 && `Open: ${pending.join("; ")}`,
        ],
        " ",
      ),
      maxLength.summary,
    ),
    detail: cut(
      joined(
        [
          summary.executive,
          listed("Decisions", decisions),
          listed("Open", pending),
          listed("Files", files),
          listed("Done", completed),
          summary.topics.length > 0 && `Topics: ${summary.topics.join(", ")}`,
        ],
        "\n",
      ),
      maxLength.detail,
    ),
  };
}

/** Files that the summary names. */
export function filesOf({ made }: Compaction): string[] {
  if (!made) return [];
  const { files_modified: modified, key_decisions: decisions } = made.summary;
  return unique([...modified.map(({ path }) => path), ...decisions.flatMap(({ files }) => files)]);
}

function inFiles(files: readonly string[]): string {
  return files.length > 0 ? ` [${files.join(", ")}]` : "";
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${heading}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
