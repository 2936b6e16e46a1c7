// What an agent is offered of a function: only if its tests pass, with its signature, an example, and how to run it.

import type { Db } from "../../store/schema.ts";
import { testsOf } from "./tests.ts";

export interface Offer {
  title: string;
  detail: string;
}

const maxExampleLength = 160;

/** A function without tests, or with a failing one, is not offered. */
export async function offersOf(db: Db, ids: readonly string[]): Promise<Map<string, Offer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("functions as f")
    .innerJoin("function_versions as v", (join) =>
      join.onRef("v.function_id", "=", "f.id").onRef("v.version", "=", "f.version"),
    )
    .select(["f.id", "f.name", "f.description", "f.language", "v.signature"])
    .where("f.id", "in", ids)
    .where("v.tests_pass", "=", 1)
    .execute();
  const offers = new Map<string, Offer>();
  for (const { id, name, description, language, signature } of rows) {
    const [first] = await testsOf(db, id);
    const example = first ? `Example: ${first.name.slice(0, maxExampleLength)}. ` : "";
    offers.set(id, {
      title: `Saved ${language} function ${name}: ${description}`,
      detail: `${signature} ${example}Run it with run_function or \`tellback fn run ${name}\`.`,
    });
  }
  return offers;
}
