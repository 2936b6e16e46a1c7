// Whether two learnings contradict each other. Embeddings cannot decide it ("use tabs" and "use spaces" are neighbours,
// "always" and "never" nearly the same point), so rules do. Deliberately careful: an unclear case is no contradiction.
// Pure.

import { claimTerms, readStatement, type Statement } from "./claim.ts";

export type Clash = "negated" | "turned round" | "another value" | "another number";

/** Alternatives: naming another member of a group is another choice, even if the topic is not named. */
const RIVALS: readonly ReadonlySet<string>[] = [
  "npm pnpm yarn bun",
  "tabs spaces",
  "jest vitest mocha jasmine ava",
  "pytest unittest nose",
  "prettier biome dprint",
  "eslint tslint oxlint",
  "postgresql mysql mariadb sqlite mongodb dynamodb duckdb cockroachdb",
  "kafka rabbitmq nats sqs",
  "redis memcached valkey",
  "rest graphql grpc",
  "react vue svelte angular",
  "github gitlab bitbucket",
  "express fastify koa hono",
  "terraform pulumi",
  "docker podman",
  "axios fetch got undici",
  "snake_case camelcase kebab-case pascalcase",
  "squash rebase",
  "webpack vite rollup esbuild parcel",
  "pip poetry uv pipenv conda",
  "flask django fastapi",
  "redux zustand mobx",
  "cypress playwright selenium",
  "maven gradle",
].map(claimTerms);

export function clashOf(one: string, other: string): Clash | null {
  const [a, b] = [readStatement(one), readStatement(other)];
  if (isNegation(a, b)) return "negated";
  if (isTurnedRound(a, b) || isTurnedRound(b, a)) return "turned round";
  if (hasAnotherNumber(a, b)) return "another number";
  if (hasAnotherValue(a, b)) return "another value";
  return null;
}

/** One sentence negates the other; the longer one may say more. */
function isNegation(a: Statement, b: Statement): boolean {
  if (a.isNegative === b.isNegative) return false;
  const shared = sharedBy(a.terms, b.terms).size;
  const smaller = Math.min(a.terms.size, b.terms.size);
  if (smaller === 0) return false;
  return overlap(a.terms, b.terms) >= 0.6 || (shared === smaller && shared >= 2);
}

/** What one sentence rejects is what the other demands. */
function isTurnedRound(a: Statement, b: Statement): boolean {
  if (a.isNegative || b.isNegative) return false;
  const ruledOut = without(a.against, a.terms);
  const wanted = without(b.terms, b.against);
  const hit = sharedBy(ruledOut, wanted);
  if (hit.size === 0) return false;
  const isAllOfIt = without(wanted, hit).size === 0;
  return isAllOfIt || sharedBy(a.terms, b.terms).size > 0;
}

function hasAnotherNumber(a: Statement, b: Statement): boolean {
  if (a.isNegative !== b.isNegative) return false;
  const differing = [...a.numbers].filter(
    ([of, number]) => b.numbers.has(of) && b.numbers.get(of) !== number,
  );
  if (differing.length === 0 || [...a.numbers].some(([of, number]) => b.numbers.get(of) === number))
    return false;
  return overlap(a.terms, b.terms) >= 0.5;
}

function hasAnotherValue(a: Statement, b: Statement): boolean {
  if (a.isNegative !== b.isNegative || a.numbers.size + b.numbers.size > 0) return false;
  if (choosesRival(a, b)) return true;
  if (!a.slot || !b.slot || a.slot.value.size === 0 || b.slot.value.size === 0) return false;
  return (
    a.slot.subject.size > 0 &&
    overlap(a.slot.subject, b.slot.subject) >= 0.75 &&
    sharedBy(a.slot.value, b.slot.value).size === 0
  );
}

/** The same sentence with another member of a group: "use pnpm", "use yarn". */
function choosesRival(a: Statement, b: Statement): boolean {
  if (a.isNegative) return false;
  return RIVALS.some((rivals) => {
    const [ofA, ofB] = [sharedBy(a.terms, rivals), sharedBy(b.terms, rivals)];
    if (ofA.size !== 1 || ofB.size !== 1 || sharedBy(ofA, ofB).size > 0) return false;
    const [restA, restB] = [without(a.terms, ofA), without(b.terms, ofB)];
    return (restA.size === 0 && restB.size === 0) || overlap(restA, restB) >= 0.6;
  });
}

/** Whether one of the two sentences contains all terms of the other. */
export function oneCoversOther(one: string, other: string): boolean {
  const [a, b] = [one, other].map(readStatement).map(({ terms, against }) => new Set([...terms, ...against]));
  if (!a || !b || a.size === 0 || b.size === 0) return false;
  return sharedBy(a, b).size === Math.min(a.size, b.size);
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((term) => b.has(term)));
}

function without(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((term) => !b.has(term)));
}

/** The share of common terms, 0 to 1. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = sharedBy(a, b).size;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** How similar two sentences are by their terms, 0 to 1. */
export function sharedTerms(one: string, other: string): number {
  const [a, b] = [one, other].map(readStatement).map(({ terms, against }) => new Set([...terms, ...against]));
  return a && b ? overlap(a, b) : 0;
}
