// review: what was proposed to the team, for those who decide. What is refused stays its author's.

import { sql } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { parseMemoryFile } from "../../memory/shared/memory-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { writerOf } from "../../store/writer.ts";
import { askTeam, rowsOf } from "./link.ts";
import { utc } from "./members.ts";

export interface Proposal {
  id: string;
  version: number;
  project: string;
  author: string;
  madeAt: string;
  text: string;
  /** What the team has of it now, if it is a change. */
  before: string | null;
}

const atMost = 200;

/** Also one's own, which others decide. */
export async function proposals(memory: Memory): Promise<Proposal[]> {
  const rows = await askTeam(memory, (db) =>
    rowsOf(
      db,
      sql<Omit<Proposal, "text"> & { body: string }>`
        select r.id, r.version, r.project, m.name as author, ${utc(sql`r.made_at`)} as "madeAt", r.body, a.body as before
        from tellback_team.records r join tellback_team.members m on m.id = r.author
        left join tellback_team.records a on a.id = r.id and a.state = 'accepted'
        where r.state = 'proposed' order by r.made_at, r.id limit ${sql.lit(atMost)}`,
    ),
  );
  return rows.map(({ body, before, ...row }) => ({
    ...row,
    text: contentOf(body),
    before: before === null ? null : contentOf(before),
  }));
}

function contentOf(body: string): string {
  const parsed = parseMemoryFile(body);
  return parsed.ok ? parsed.memory.content : body;
}

/** Refusing what was accepted takes it from everybody. */
export function decide(memory: Memory, id: string, verdict: "accept" | "refuse"): Promise<{ id: string }> {
  const machine = writerOf(memory.db).machine ?? "";
  return askTeam(memory, (db) =>
    db.transaction().execute(async (tx) => {
      const [found, other] = await rowsOf(
        tx,
        sql<{ id: string; version: number; state: string; project: string }>`
          select id, version, state, project from tellback_team.records
          where starts_with(id, ${id}) and state in ('proposed', 'accepted')
          order by state = 'proposed' desc, version desc limit 2`,
      );
      if (!found)
        throw new TellbackError("not_found", `no statement ${id} is proposed to the team`, {
          hint: "`tellback team review` lists them.",
        });
      if (other && other.id !== found.id)
        throw new TellbackError("ambiguous", `several statements begin with ${id}`);
      if (found.state === "proposed")
        await sql`update tellback_team.records set state = ${verdict === "accept" ? "accepted" : "refused"}
          where id = ${found.id} and version = ${found.version}`.execute(tx);
      else if (verdict === "refuse")
        await sql`insert into tellback_team.records (id, project, machine, state, body)
          values (${found.id}, ${found.project}, ${machine}, 'withdrawn', null)`.execute(tx);
      else throw new TellbackError("conflict", `${found.id} is accepted already`);
      return { id: found.id };
    }),
  );
}
