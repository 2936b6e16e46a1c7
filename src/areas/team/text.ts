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
    path === null
      ? "It is taken back: it goes from the team's server, and from the others when they next ask it."
      : `Removed ${path}. Commit that, and it goes from everybody who pulls; the history of the repository keeps it.`,
  "team.create": ({ place, name }) =>
    `${good("made")} a team in ${place}; ${name} is its owner. \`tellback team add NAME\` adds members.`,
  "team.join": ({ place, name, role, exchanged }) =>
    `${good("joined")} the team in ${place} as ${name}, ${role}. ${exchangedText(exchanged)}`,
  "team.leave": ({ dropped }) =>
    `Left the team. ${plural(dropped, "statement")} of others went from this machine; what you shared is private again here, and stays with the team.`,
  "team.members": ({ members }) => columns(members.map(memberRow)),
  "team.add": ({ name, role, joinUrl }) =>
    joinUrl === null
      ? `${good("done")} ${name} is ${role}.`
      : [
          `${good("added")} ${name} as ${role}. Give ${name} this line over a safe channel; it is shown only now:`,
          `echo '${joinUrl}' | tellback team join`,
        ].join("\n"),
  "team.revoke": ({ name }) =>
    `${name} has no access any more. What ${name} shared stays; copies go from ${name}'s machines when they next ask.`,
  "team.proposals": proposalsText,
  "team.decide": ({ id, verdict }) =>
    `${shortId(id)} is ${verdict === "accept" ? good("accepted") : warn("refused")}.`,
  "team.status": statusText,
  "team.pull": (pulled) => {
    const own = takenText(pulled);
    return pulled.exchanged.status === "no team" ? own : `${own}\n${exchangedText(pulled.exchanged)}`;
  },
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
      ...files.map(({ id, path, text }) => `${bold(path ?? `${shortId(id)}, to the team`)}\n${text}`),
      dim(`${plural(files.length, "file")} would leave like this, and nothing else.`),
      ...kept,
    ].join("\n");
  const isForTeam = files.every(({ path }) => path === null);
  return [
    ...files.map(({ id, path }) => `${good("shared")} ${path ?? `${shortId(id)} with the team`}`),
    dim(
      isForTeam
        ? "It is sent in the background; `tellback team status` shows what became of it."
        : "Commit it; others get it when they pull.",
    ),
    ...kept,
  ].join("\n");
}

function exchangedText(exchanged: OutputOf<"team.join">["exchanged"]): string {
  const { status, sent = 0, taken = 0, gone = 0, trouble } = exchanged;
  if (status !== "done") return bad(trouble ?? status);
  const parts = [
    ...(sent > 0 ? [`${sent} sent`] : []),
    ...(taken > 0 ? [`${taken} new`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  return `With the team: ${parts.length === 0 ? "nothing new" : parts.join(", ")}.`;
}

function memberRow({
  name,
  role,
  revokedAt,
  machines,
}: OutputOf<"team.members">["members"][number]): string[] {
  const [newest] = machines;
  return [
    name,
    revokedAt === null ? role : bad("revoked"),
    plural(machines.length, "machine"),
    dim(newest ? `last seen ${when(newest.lastSeenAt)}` : "never seen"),
  ];
}

function proposalsText({ proposals }: OutputOf<"team.proposals">): string {
  if (proposals.length === 0) return "Nothing waits for review.";
  return [
    ...proposals.flatMap(({ id, author, madeAt, project, text, before }) => [
      `${bold(shortId(id))} ${author}, ${when(madeAt)}, ${dim(project)}`,
      `  ${text.replaceAll("\n", "\n  ")}`,
      ...(before === null ? [] : [dim(`  instead of: ${before.replaceAll("\n", "\n  ")}`)]),
    ]),
    dim("`tellback team review accept ID`, or refuse."),
  ].join("\n");
}

function serverRows(server: OutputOf<"team.status">["server"]): string[][] {
  if (server === null) return [];
  const { place, member, reachedAt, failingSince, trouble, isRefused, waiting, own, copies, toReview } =
    server;
  const state = isRefused
    ? bad("refuses this machine")
    : failingSince !== null
      ? bad(`not reached since ${when(failingSince)}`)
      : reachedAt === null
        ? warn("not asked yet")
        : good(`reached ${when(reachedAt)}`);
  return [
    [dim("team"), `${place}, ${state}${member === null ? "" : ` as ${member.name}, ${member.role}`}`],
    ...(trouble === null ? [] : [[dim("why"), trouble]]),
    [
      dim("from you"),
      `${own.accepted} accepted, ${own.proposed} proposed, ${own.refused} refused, ${waiting} waiting to be sent`,
    ],
    [dim("from others"), plural(copies, "statement")],
    ...(toReview === null || toReview === 0
      ? []
      : [[dim("to review"), warn(`${toReview} (\`tellback team review\`)`)]]),
    ...server.problems.map(({ id, problem }) => [dim("not taken"), bad(`${shortId(id)}: ${problem}`)]),
  ];
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
    ...serverRows(status.server),
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

function takenText(taken: OutputOf<"team.trust">): string {
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
