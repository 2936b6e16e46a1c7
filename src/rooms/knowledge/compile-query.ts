// A query as parameterised SQL, the same for both databases.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { EdgeType, LearningCategory, NodeType } from "../../protocol/knowledge.ts";
import type { Condition, Key, Operator, Words } from "../../protocol/node-query/query.ts";
import { stretchOf } from "../../protocol/node-query/time.ts";
import type { Tables } from "../../store/schema.ts";

type Builder = ExpressionBuilder<Tables & { n: Tables["nodes"] }, "n">;
type Test = Expression<SqlBool>;
type Is = Extract<Condition, { kind: "is" }>;

/** What was looked up before. */
export interface LookedUp {
  now: Date;
  /** Ids as typed → complete ids. */
  ids: ReadonlyMap<string, string>;
  /** The search results for each run of free words, the best first. */
  found: ReadonlyMap<Words, readonly string[]>;
}

export function testOf(eb: Builder, condition: Condition, known: LookedUp): Test {
  switch (condition.kind) {
    case "and": {
      const edges = condition.of.filter(isAboutEdge);
      const others = condition.of.filter((one) => !isAboutEdge(one));
      const tests = others.map((one) => testOf(eb, one, known));
      // `from:X kind:Y` means one edge, not two.
      return eb.and(edges.length === 0 ? tests : [...tests, edgeTest(eb, edges as Is[], known)]);
    }
    case "or": {
      // A single list of tags can be read from its index; one subquery per tag could not.
      const tags = condition.of.filter(isTag).map(({ value }) => value);
      const others = condition.of.filter((one) => tags.length < 2 || !isTag(one));
      const tests = others.map((one) => testOf(eb, one, known));
      if (tags.length < 2) return eb.or(tests);
      const tagged = eb(
        "n.id",
        "in",
        eb.selectFrom("tags as t").select("t.node_id").where("t.tag", "in", tags),
      );
      return eb.or([...tests, tagged]);
    }
    case "not":
      return eb.not(testOf(eb, condition.inner, known));
    case "words": {
      const ids = known.found.get(condition) ?? [];
      return ids.length === 0 ? never : eb("n.id", "in", ids);
    }
    case "is":
      return isAboutEdge(condition) ? edgeTest(eb, [condition], known) : isTest(eb, condition, known);
  }
}

const never = sql<SqlBool>`1 = 0`;

function isTag(condition: Condition): condition is Is {
  return condition.kind === "is" && condition.key === "tag" && !condition.value.endsWith("*");
}

function isAboutEdge(condition: Condition): boolean {
  return condition.kind === "is" && (["from", "to", "kind"] as Key[]).includes(condition.key);
}

function edgeTest(eb: Builder, about: readonly Is[], { ids }: LookedUp): Test {
  const valuesOf = (key: Key) => about.filter((one) => one.key === key).map(({ value }) => value);
  const [from, to, kinds] = [valuesOf("from"), valuesOf("to"), valuesOf("kind")];
  const incoming = from.map((id) =>
    eb(
      "n.id",
      "in",
      ofKinds(
        eb
          .selectFrom("edges as e")
          .select("e.to_id")
          .where("e.from_id", "=", ids.get(id) ?? id),
      ),
    ),
  );
  const outgoing = to.map((id) =>
    eb(
      "n.id",
      "in",
      ofKinds(
        eb
          .selectFrom("edges as e")
          .select("e.from_id")
          .where("e.to_id", "=", ids.get(id) ?? id),
      ),
    ),
  );
  if (incoming.length + outgoing.length > 0) return eb.and([...incoming, ...outgoing]);
  return eb.or([
    eb("n.id", "in", ofKinds(eb.selectFrom("edges as e").select("e.from_id"))),
    eb("n.id", "in", ofKinds(eb.selectFrom("edges as e").select("e.to_id"))),
  ]);

  function ofKinds<Q extends { where(column: "e.type", operator: "=", value: EdgeType): Q }>(query: Q): Q {
    return kinds.reduce((all, kind) => all.where("e.type", "=", kind as EdgeType), query);
  }
}

function isTest(eb: Builder, { key, operator, value }: Is, known: LookedUp): Test {
  switch (key) {
    case "type":
      return eb("n.type", "=", value as NodeType);
    case "category":
      return eb("n.category", "=", value as LearningCategory);
    case "tag":
      return eb("n.id", "in", taggedWith(eb, value));
    case "created":
    case "updated":
      return timeTest(eb, key === "created" ? "n.created_at" : "n.updated_at", operator, value, known.now);
    case "tokens":
      return eb("n.tokens", comparison(operator), Number(value));
    case "confidence":
      return eb("n.confidence", comparison(operator), Number(value));
    case "has":
      return hasTest(eb, value);
    case "is":
      return stateTest(eb, value);
    case "file":
      return eb("n.id", "in", anchoredIn(eb, value));
    default:
      return never;
  }
}

function comparison(operator: Operator) {
  return operator === ":" ? "=" : operator;
}

/** `tier:*` is every tier. */
function taggedWith(eb: Builder, tag: string) {
  const tags = eb.selectFrom("tags as t").select("t.node_id");
  if (!tag.endsWith("*")) return tags.where("t.tag", "=", tag);
  const start = tag.slice(0, -1);
  return tags.where("t.tag", ">=", start).where("t.tag", "<", `${start}\uffff`);
}

function anchoredIn(eb: Builder, file: string) {
  const end = `%/${file.replace(/[%_\\]/g, "\\$&")}`;
  return eb
    .selectFrom("anchors as a")
    .select("a.node_id")
    .where((or) => or.or([or("a.file", "=", file), sql<SqlBool>`a.file like ${end} escape '\\'`]));
}

function timeTest(
  eb: Builder,
  column: "n.created_at" | "n.updated_at",
  operator: Operator,
  value: string,
  now: Date,
): Test {
  const { from, before } = stretchOf(operator, value, now);
  return eb.and([
    ...(from === null ? [] : [eb(column, ">=", from)]),
    ...(before === null ? [] : [eb(column, "<", before)]),
  ]);
}

function hasTest(eb: Builder, what: string): Test {
  if (what === "summary") return eb("n.summary", "is not", null);
  if (what === "tags") return eb("n.id", "in", eb.selectFrom("tags as t").select("t.node_id"));
  if (what === "anchors") return eb("n.id", "in", eb.selectFrom("anchors as a").select("a.node_id"));
  return eb.or([
    eb.exists(eb.selectFrom("edges as e").select("e.to_id").whereRef("e.from_id", "=", "n.id")),
    eb.exists(eb.selectFrom("edges as e").select("e.to_id").whereRef("e.to_id", "=", "n.id")),
  ]);
}

function stateTest(eb: Builder, state: string): Test {
  switch (state) {
    case "stale":
      return eb("n.stale_since", "is not", null);
    case "superseded":
      return eb("n.superseded_by", "is not", null);
    case "manual":
      return eb("n.is_manual", "=", 1);
    case "contradicted":
      return eb(
        "n.id",
        "in",
        eb.selectFrom("edges as e").select("e.to_id").where("e.type", "=", "CONTRADICTS"),
      );
    default:
      return eb("n.state", "=", state as "archived");
  }
}
