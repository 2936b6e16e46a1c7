// The topics of statements, and whether a statement is about the topic that somebody asks for.

import { expect, test } from "vitest";
import { aboutTopic, type Subject, topicsOf } from "./topics.ts";

const said = (content: string, more: Partial<Subject> = {}): Subject => ({
  ...{ id: content, content, tags: [], code: [], ...more },
});

test.each<[topic: string, one: Subject]>([
  ["authentication", said("Use JWT tokens for auth, because sessions do not scale")],
  ["auth", said("Tokens live an hour", { tags: ["area:authentication"] })],
  ["auth", said("The guard checks the role", { code: ["src/auth/guard.ts#checkRole"] })],
  ["roles", said("The guard is strict", { code: ["src/auth/guard.ts#checkRole"] })],
  ["our conventions for error handling?", said("Every error answer carries a JSON body")],
  ["database migrations", said("Migrations live in db/migrations")],
])("%s finds %j", (topic, one) => {
  const others = [said("Handle webhooks in the queue"), said("The author signs the commit")];
  expect([...aboutTopic([...others, one], topic)]).toEqual([one.id]);
});

test("what names only half of a topic counts if nothing names more", () => {
  const [rate, limit] = [said("Tax rates live in one table"), said("Rate limits are in the gateway")];
  expect([...aboutTopic([rate, limit], "rate limiting")]).toEqual([limit.id]);
  expect([...aboutTopic([rate], "rate limiting")]).toEqual([rate.id]);
  expect([...aboutTopic([rate], "rate limiting", { isWhole: true })]).toEqual([]);
  expect([...aboutTopic([rate], "")]).toEqual([]);
});

test("topics are tags, folders of the code, and words that several statements share", () => {
  const all = [
    said("Use JWT tokens for sessions", { tags: ["tier:pinned", "topic:security"] }),
    said("Tokens expire after an hour", { code: ["src/auth/guard.ts#checkRole"] }),
    said("Always use pnpm"),
  ];
  expect([...topicsOf(all).values()]).toEqual([["security", "tokens"], ["auth", "tokens"], []]);
});
