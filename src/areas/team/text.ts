// Texts of a team's memory.

import { shortId } from "../../protocol/ids.ts";
import type { OutputOf } from "../contracts.ts";
import { authorText } from "../text/authorship.ts";
import { bad, bold, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  share: shareText,
  "share.rule": ({ project, rule }) => `${project}: ${rules[rule]}`,
  unshare: ({ path }) =>
    `Removed ${path}. Commit that, and it goes from everybody who pulls; the history of the repository keeps it.`,
  "team.status": statusText,
  "team.pull": takenText,
  "team.trust": takenText,
} satisfies TextsOf<typeof operations>;

const rules: Record<OutputOf<"share.rule">["rule"], string> = {
  off: "nothing is shared by itself.",
  knowledge: "`tellback share` shares what you confirmed or several sessions saw.",
  all: "`tellback share` shares all knowledge of the project, also what was said once.",
};

function shareText({ files, left, isDryRun }: OutputOf<"share">): string {
  const kept = left.map(({ id, because }) => dim(`left: ${shortId(id)} ${because}`));
  if (files.length === 0) return ["Nothing new to share.", ...kept].join("\n");
  if (isDryRun)
    return [
      ...files.map(({ path, text }) => `${bold(path)}\n${text}`),
      dim(`${plural(files.length, "file")} would be written, and nothing else would leave.`),
      ...kept,
    ].join("\n");
  return [
    ...files.map(({ path }) => `${good("shared")} ${path}`),
    dim("Commit it; others get it when they pull."),
    ...kept,
  ].join("\n");
}

const trusts = {
  trusted: good("read"),
  refused: warn("refused"),
  unknown: warn("not read: look at it, then run `tellback team trust`"),
} as const;

function statusText(status: OutputOf<"team.status">): string {
  const { you, project, rule, trust, files, shared, machines, conflicts, problems } = status;
  const facts = [
    [dim("you"), authorText(you)],
    [dim("project"), project ?? "not known here yet"],
    [dim("shared by itself"), rule],
    [dim("folder"), files === 0 ? "no shared memory" : `${plural(files, "file")}, ${trusts[trust]}`],
  ];
  const rows = shared.map(({ node, isOwn, state }) => [
    shortId(node.id),
    state === "in force" ? good(state) : warn(state),
    isOwn ? "you" : (node.author ?? ""),
    dim(when(node.createdAt)),
    fitted(node.content, 60),
  ]);
  const seen = machines.map((one) => [
    authorText(one) || dim("from before names were kept"),
    plural(one.sessions, "session"),
    dim(`last seen ${when(one.lastSeenAt)}`),
  ]);
  return [
    columns(facts),
    ...(rows.length > 0 ? ["", columns(rows)] : []),
    ...(seen.length > 0 ? ["", columns(seen)] : []),
    ...conflicts.map((ids) =>
      bad(`contradict each other: ${ids.map(shortId).join(", ")} (\`tellback review\`)`),
    ),
    ...problems.map(({ path, problem }) => bad(`${path} ${problem}`)),
  ].join("\n");
}

function takenText(taken: OutputOf<"team.pull">): string {
  const { trust, files, added, changed, missing, forgotten, given, problems } = taken;
  if (trust !== "trusted")
    return files === 0 ? "No shared memory is here." : `${plural(files, "file")}, ${trusts[trust]}`;
  const counts = [
    [added, "new"],
    [changed, "changed"],
    [missing, "missing here"],
    [forgotten, "forgotten"],
    [given, "written back"],
  ] as const;
  const said = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  return [
    `${plural(files, "file")}: ${said.length === 0 ? "nothing new" : said.join(", ")}`,
    ...problems.map(({ path, problem }) => bad(`${path} ${problem}`)),
  ].join("\n");
}
