// Whether two learnings contradict each other. Embeddings cannot decide it ("use tabs" and "use spaces" are neighbours,
// "always" and "never" nearly the same point), so rules do. Deliberately careful: an unclear case is no contradiction.
// Pure.

import { anyOf } from "../languages/all.ts";
import { valuesIn } from "../values.ts";
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

/** The alternatives to it (npm: pnpm, yarn, bun); empty where none are known. */
export function rivalsOf(term: string): ReadonlySet<string> {
  const group = RIVALS.find((one) => one.has(term));
  return new Set([...(group ?? [])].filter((other) => other !== term));
}

export interface FoundClash {
  because: Clash;
  /** Both speak of the same slot. Otherwise a person is asked, and both hold until then. */
  isSure: boolean;
}

/** Two statements of one slot with other values; null if both can hold. */
export function clashOf(one: string, other: string): FoundClash | null {
  const [a, b] = [readStatement(one), readStatement(other)];
  const saysChange = CHANGES.test(one) || CHANGES.test(other);
  return (
    negation(a, b) ??
    turnedRound(a, b) ??
    turnedRound(b, a) ??
    otherValue(one, other) ??
    rivalChoice(a, b, saysChange) ??
    otherNumber(a, b, saysChange) ??
    otherSlotValue(a, b)
  );
}

/** "now", "switched": says that something else held before. */
const CHANGES = anyOf(({ values }) =>
  [values.now, values.switched, values.replaced].filter(Boolean).join("|"),
);

const sure = (because: Clash, isSure = true): FoundClash => ({ because, isSure });

/** One sentence negates the other. If one says more, it may speak of one case only. */
function negation(a: Statement, b: Statement): FoundClash | null {
  if (a.isNegative === b.isNegative || a.terms.size === 0 || b.terms.size === 0) return null;
  if (overlap(a.terms, b.terms) === 1) return sure("negated");
  const shared = sharedBy(a.terms, b.terms).size;
  const isPart = shared === Math.min(a.terms.size, b.terms.size) && shared >= 2;
  return isPart || overlap(a.terms, b.terms) >= 0.6 ? sure("negated", false) : null;
}

/** What one sentence rejects is what the other demands. */
function turnedRound(a: Statement, b: Statement): FoundClash | null {
  if (a.isNegative || b.isNegative) return null;
  const ruledOut = without(a.against, a.terms);
  const wanted = without(b.terms, b.against);
  const hit = sharedBy(ruledOut, wanted);
  if (hit.size === 0) return null;
  const isAllOfIt = without(wanted, hit).size === 0;
  const areRivals = RIVALS.some(
    (group) => sharedBy(group, hit).size > 0 && sharedBy(group, a.terms).size > 0,
  );
  return isAllOfIt || areRivals || sharedBy(a.terms, b.terms).size > 0 ? sure("turned round") : null;
}

/** The same setting or choice, named in any language: "timeout" was "10 s" and is "30 s". */
function otherValue(one: string, other: string): FoundClash | null {
  const known = new Map(valuesIn(one).map(({ subject, value }) => [subject, value]));
  const differing = valuesIn(other).filter(({ subject, value }) => (known.get(subject) ?? value) !== value);
  if (differing.length > 0) return sure("another value");
  const isDropped = drops(one, readStatement(other)) || drops(other, readStatement(one));
  return isDropped ? sure("turned round") : null;
}

/** Whether a text drops a name that the other statement demands. */
function drops(text: string, { terms, against, isNegative }: Statement): boolean {
  return !isNegative && droppedIn(text).some((name) => terms.has(name) && !against.has(name));
}

function droppedIn(text: string): string[] {
  return valuesIn(text).flatMap(({ subject, value }) =>
    subject.startsWith("choice:") && value === "dropped" ? [subject.slice("choice:".length)] : [],
  );
}

/** The same sentence with another member of a group: "use pnpm", "use yarn". */
function rivalChoice(a: Statement, b: Statement, saysChange: boolean): FoundClash | null {
  if (a.isNegative || b.isNegative) return null;
  for (const rivals of RIVALS) {
    const [ofA, ofB] = [sharedBy(a.terms, rivals), sharedBy(b.terms, rivals)];
    if (ofA.size !== 1 || ofB.size !== 1 || sharedBy(ofA, ofB).size > 0) continue;
    const [restA, restB] = [without(a.terms, ofA), without(b.terms, ofB)];
    if ((restA.size === 0 && restB.size === 0) || overlap(restA, restB) >= 0.6) return sure("another value");
    // One of the two names a place where its choice holds.
    if (restA.size === 0 || restB.size === 0) return sure("another value", saysChange);
  }
  return null;
}

function otherNumber(a: Statement, b: Statement, saysChange: boolean): FoundClash | null {
  if (a.isNegative !== b.isNegative || a.numbers.size === 0 || b.numbers.size === 0) return null;
  const [ofA, ofB] = [a, b].map(({ numbers }) => new Set(numbers.values())) as [Set<string>, Set<string>];
  if (sharedBy(ofA, ofB).size > 0) return null;
  const hasSameOwner = [...a.numbers.keys()].some((owner) => b.numbers.has(owner));
  const isSameSubject = overlap(a.terms, b.terms) === 1;
  if (isSameSubject && (hasSameOwner || (ofA.size === 1 && ofB.size === 1))) return sure("another number");
  if (!hasSameOwner || overlap(a.terms, b.terms) < 0.5) return null;
  const isPart = without(a.terms, b.terms).size === 0 || without(b.terms, a.terms).size === 0;
  return isPart ? sure("another number", saysChange) : null;
}

function otherSlotValue(a: Statement, b: Statement): FoundClash | null {
  if (a.isNegative !== b.isNegative || a.numbers.size + b.numbers.size > 0 || !a.slot || !b.slot) return null;
  if (a.slot.value.size === 0 || b.slot.value.size === 0 || a.slot.subject.size === 0) return null;
  if (sharedBy(a.slot.value, b.slot.value).size > 0) return null;
  const same = overlap(a.slot.subject, b.slot.subject);
  return same < 0.75 ? null : sure("another value", same === 1);
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
