// A team's memory: what is shared, with whose names, through files of the repository or through a server of the team.

import { z } from "zod";
import { authorship, node } from "../../protocol/knowledge.ts";
import { asGiven, folder, id, operation, path } from "../operation.ts";

const problems = z
  .array(
    z.object({
      path: z.string(),
      problem: z.string().describe("completes a sentence that begins with the path"),
    }),
  )
  .describe("files that are not read");

const here = path(
  z.string().optional().describe("a folder of the project (on the command line: the current folder)"),
);

const takenIn = z.object({
  trust: z.enum(["trusted", "refused", "unknown"]),
  files: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  missing: z
    .number()
    .int()
    .describe("of others, no longer in the repository: not offered while they are missing"),
  forgotten: z.number().int(),
  given: z.number().int().describe("files that were written or removed because of a change here"),
  problems,
});

const memberRole = z.enum(["reader", "writer", "maintainer", "owner"]);

const standing = z.object({
  place: z.string().describe("host and database of the team"),
  member: z.object({ name: z.string(), role: memberRole }).nullable().describe("null: not asked yet"),
  reachedAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  trouble: z.string().nullable().describe("why it cannot be reached"),
  isRefused: z.boolean().describe("the team's server knows this machine's role no more"),
  waiting: z.number().int().describe("shared here and not confirmed by the server yet"),
  own: z.object({ accepted: z.number().int(), proposed: z.number().int(), refused: z.number().int() }),
  copies: z.number().int().describe("statements of others on this machine"),
  toReview: z
    .number()
    .int()
    .nullable()
    .describe("what waits for a maintainer; null for those who do not decide"),
  problems: z.array(z.object({ id: z.string(), problem: z.string() })),
});

const exchanged = z.object({
  status: z.enum(["no team", "done", "unreachable", "refused"]),
  sent: z.number().int().optional(),
  taken: z.number().int().optional().describe("statements of others that are new or changed"),
  gone: z.number().int().optional().describe("statements of others that are no longer shared"),
  confirmed: z.number().int().optional(),
  trouble: z.string().optional(),
});

const url = asGiven(
  z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must be a postgres:// URL")
    .describe("URL of the PostgreSQL database, with your role and its password"),
);
const memberName = z.string().trim().min(1).max(60);

const shareRule = z.enum(["off", "knowledge", "all"]);

export const operations = {
  share: operation(
    "Share a memory with the team that was joined, or with everybody who works on the repository, as a file in it",
    "memory",
    z.object({
      id: id.optional().describe("id, or a unique prefix of it (default: what the rule of the project says)"),
      dryRun: z.boolean().default(false).describe("show exactly what would leave, and change nothing"),
      repository: z.boolean().default(false).describe("as a file, also where a team was joined"),
      proposed: z
        .boolean()
        .default(false)
        .describe("let a maintainer of the team decide, also if you are one"),
      folder: here,
    }),
    z.object({
      files: z.array(
        z.object({
          id: z.string(),
          path: z
            .string()
            .nullable()
            .describe("relative to the work tree; null: it goes to the team's server"),
          text: z.string().describe("all that leaves"),
        }),
      ),
      left: z
        .array(z.object({ id: z.string(), because: z.string() }))
        .describe("what the rule would share and cannot"),
      isDryRun: z.boolean(),
    }),
    ["id"],
    { cli: { within: "share" } },
  ),
  "share.rule": operation(
    "Say what is shared by itself in a project",
    "memory",
    z.object({ rule: shareRule, folder: here }),
    z.object({ project: z.string(), rule: shareRule }),
    ["rule"],
    { cli: { within: "share" } },
  ),
  unshare: operation(
    "Take a shared memory back: its file is removed",
    "memory",
    z.object({ id }),
    z.object({ path: z.string().nullable().describe("null: it was with the team") }),
    ["id"],
  ),
  "team.create": operation(
    "Make a team in a PostgreSQL database, with you as its owner, and join it",
    "memory",
    z.object({ url, name: memberName.optional().describe("your name in the team (default: your own)") }),
    z.object({ place: z.string(), name: z.string() }),
    ["url"],
    { cli: { within: "team create" } },
  ),
  "team.join": operation(
    "Join a team with the line that its owner gave you",
    "memory",
    z.object({ url }),
    z.object({ place: z.string(), name: z.string(), role: memberRole, exchanged }),
    ["url"],
    { cli: { within: "team join" } },
  ),
  "team.leave": operation(
    "Leave the team: what others shared goes from this machine",
    "memory",
    z.object({}),
    z.object({ dropped: z.number().int() }),
    [],
  ),
  "team.members": operation(
    "List the members of the team, with their roles and machines",
    "nothing",
    z.object({}),
    z.object({
      members: z.array(
        z.object({
          name: z.string(),
          role: memberRole,
          addedAt: z.string(),
          revokedAt: z.string().nullable(),
          machines: z.array(z.object({ id: z.string(), lastSeenAt: z.string() })),
        }),
      ),
    }),
    [],
  ),
  "team.add": operation(
    "Add a member to the team, or change the role of one; prints the line with which a new one joins",
    "memory",
    z.object({
      name: memberName,
      role: memberRole.default("writer").describe("what the member may do"),
      databaseRole: z
        .string()
        .min(1)
        .max(63)
        .optional()
        .describe("a role that the database has already (default: a new one, with a password)"),
    }),
    z.object({
      name: z.string(),
      role: memberRole,
      joinUrl: z.string().nullable().describe("with the password, which is shown this once"),
    }),
    ["name"],
    { cli: { within: "team add" } },
  ),
  "team.revoke": operation(
    "Take a member's access: the server refuses it at once, and copies go from the member's machines",
    "memory",
    z.object({ name: memberName }),
    z.object({ name: z.string() }),
    ["name"],
  ),
  "team.proposals": operation(
    "List what was proposed to the team and waits for a maintainer",
    "nothing",
    z.object({}),
    z.object({
      proposals: z.array(
        z.object({
          id: z.string(),
          version: z.number().int(),
          project: z.string(),
          author: z.string(),
          madeAt: z.string(),
          text: z.string(),
          before: z.string().nullable().describe("what the team has of it now, if it is a change"),
        }),
      ),
    }),
    [],
    { cli: { within: "team review" } },
  ),
  "team.decide": operation(
    "Accept or refuse what was proposed to the team; refusing what was accepted takes it from everybody",
    "memory",
    z.object({ verdict: z.enum(["accept", "refuse"]), id }),
    z.object({ id: z.string(), verdict: z.enum(["accept", "refuse"]) }),
    ["verdict", "id"],
    { cli: { within: "team review" } },
  ),
  "team.status": operation(
    "Show what the project shares, by whom, which machines work on it, and how it stands with the team's server",
    "nothing",
    z.object({ folder }),
    z.object({
      you: z.object(authorship),
      project: z.string().nullable(),
      key: z.string().nullable().describe("by which a rule for the project is kept"),
      rule: z.string().describe("what is shared by itself"),
      trust: z
        .enum(["trusted", "refused", "unknown"])
        .describe("whether shared memories of the folder are read"),
      files: z.number().int().describe("in the folder"),
      shared: z.array(
        z.object({
          node,
          path: z.string().nullable(),
          isOwn: z.boolean().describe("shared from here"),
          state: z.enum(["in force", "missing here", "replaced", "rejected", "outdated", "file changed"]),
        }),
      ),
      machines: z.array(z.object({ ...authorship, sessions: z.number().int(), lastSeenAt: z.string() })),
      conflicts: z.array(z.array(z.string())).describe("ids of statements that contradict each other"),
      problems,
      server: standing.nullable().describe("null: no team was joined"),
    }),
    [],
  ),
  "team.pull": operation(
    "Read the shared memory of the repository, and exchange with the team's server, now",
    "memory",
    z.object({ folder: here }),
    takenIn.extend({ exchanged }),
    [],
  ),
  "team.trust": operation(
    "Trust the shared memory of this repository, or refuse it",
    "memory",
    z.object({ folder: here, refuse: z.boolean().default(false).describe("never read it") }),
    takenIn,
    [],
  ),
} as const;
