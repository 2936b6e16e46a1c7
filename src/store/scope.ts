// A project scope as a condition on a column that holds project ids.

import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../protocol/scope.ts";

/** What happened in the scope: in an unknown folder, nothing. */
export function belongsTo(projects: ProjectScope, column: string): RawBuilder<boolean> {
  switch (projects.within) {
    case "everywhere":
      return sql`true`;
    case "project":
      return sql`${sql.ref(column)} = ${projects.projectId}`;
    case "unknown folder":
      return sql`false`;
  }
}

/** What is valid in the scope: also rows without a project, which are valid in every folder. */
export function holdsIn(projects: ProjectScope, column: string): RawBuilder<boolean> {
  switch (projects.within) {
    case "everywhere":
      return sql`true`;
    case "project":
      return sql`(${sql.ref(column)} = ${projects.projectId} or ${sql.ref(column)} is null)`;
    case "unknown folder":
      return sql`${sql.ref(column)} is null`;
  }
}
