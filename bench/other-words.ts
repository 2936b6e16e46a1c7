// A store of 5,000 notes, and questions that ask for thirty of them in other words: a note and its question share hardly
// a content word, while thousands of other notes share a common one. For bench/search.ts. Deterministic.

import { createEvaluation } from "../src/journeys/eval/eval.ts";
import { createDice } from "../src/journeys/eval/sample-events.ts";
import { searchMemory } from "../src/journeys/search/search.ts";
import type { Memory } from "../src/memory/memory.ts";

const size = 5_000;

/** The note, and a question of somebody who does not remember its words. */
type Pair = readonly [note: string, question: string];

const asked: readonly Pair[] = [
  [
    "Sessions expire after 30 minutes of inactivity; the cookie is renewed with each request",
    "how long can somebody stay logged in without doing anything",
  ],
  [
    "We picked PostgreSQL over MongoDB, since orders and payments must commit together",
    "why did we choose a relational database",
  ],
  [
    "The thumbnail worker ran out of RAM on huge TIFFs; it streams tiles now",
    "what used up all the memory when pictures were resized",
  ],
  ["Deploys are frozen from Friday noon until Monday morning", "are we allowed to release on the weekend"],
  [
    "Prices are kept as integer cents; floats lost a penny on every third invoice",
    "how do we avoid rounding mistakes with money",
  ],
  [
    "The mobile app polls every 15 s, because the carrier's proxy cuts websockets",
    "why is there no persistent connection on phones",
  ],
  [
    "CI compiled the Rust crate from scratch in every job; sccache halved that",
    "how did we make the pipeline build faster",
  ],
  [
    "Mails of the test suite go to a local mailhog, never to real addresses",
    "do the tests send email to actual people",
  ],
  [
    "Dates from the warehouse come in the local time of Lisbon, without an offset",
    "which timezone do the stock timestamps have",
  ],
  [
    "A second click on Pay charged the card again; the button sends an idempotency key now",
    "customers were billed twice",
  ],
  ["Passwords are hashed with argon2id; bcrypt was dropped in March", "how do we protect login credentials"],
  ["The search box waits 250 ms after the last keystroke before it queries", "debounce of the autocomplete"],
  [
    "Support may look at an account only after its owner has agreed in the settings",
    "do employees need consent to see someone's profile",
  ],
  [
    "The German translation is twice as long as the English one and broke the toolbar",
    "layout problem caused by localisation",
  ],
  ["Uploads above 20 MB go straight to S3 with a presigned URL", "how are big files sent to storage"],
  [
    "Two schedulers ran at once, because the leader lost its lease during a pause",
    "split brain of the cron jobs",
  ],
  [
    "Nobody may push to main; two approvals and a green pipeline are needed",
    "what is required before merging a branch",
  ],
  ["Old exports are purged after 90 days, on request of the lawyers", "data retention policy"],
  ["The checkout spec was flaky, as it depended on the order of a Map", "test that failed only sometimes"],
  [
    "The intern's laptop runs Windows, where our symlinks become plain text files",
    "trouble with the operating system of a new colleague",
  ],
];

/** Written later and counted apart: no weight was chosen while somebody looked at them. */
const held: readonly Pair[] = [
  ["Avatars are cropped to a square before they are stored", "what shape do profile photos have"],
  [
    "The nightly dump goes to a bucket in Frankfurt and is restored into staging each Sunday",
    "do we ever check that our backups work",
  ],
  [
    "Nested comments stop at the fourth level, deeper replies are flattened",
    "limit for threads in discussions",
  ],
  [
    "We left GraphQL, as nobody could tell which resolver made a page slow",
    "why did we go back to plain REST endpoints",
  ],
  ["Feature toggles older than six weeks fail the linter", "how do we get rid of stale flags"],
  [
    "The printer driver needs Latin-1, so umlauts are converted before a label is made",
    "encoding of special characters on parcel stickers",
  ],
  ["An account is locked for an hour after five wrong passwords", "protection against brute force guessing"],
  [
    "Node was pinned to 22.3, since 22.4 leaks file handles in our watcher",
    "reason that we cannot upgrade the runtime",
  ],
  [
    "Money is paid back to the card within three days after a parcel returns",
    "when does a customer get a reimbursement",
  ],
  [
    "The landing page loads its fonts last, which took 900 ms off the first paint",
    "website performance tuning",
  ],
];

/** Words of such notes, several of them also in the questions: each is in dozens of notes. */
const kinds = listOf(
  "new old small large internal public nightly hourly weekly shared local remote legacy temporary hidden signed cached " +
    "compressed nested parallel manual automatic regional mobile external private daily read-only partial empty",
);
const things = listOf(
  "importer parser exporter scheduler gateway resizer mailer crawler indexer formatter linter bundler proxy router queue " +
    "ledger archive catalogue calendar form wizard chart table feed digest badge avatar tooltip modal sidebar footer header " +
    "checkout basket voucher shipment refund tariff forecast survey questionnaire glossary playlist thermostat sensor relay",
);
const deeds = [
  ...[
    "was moved to",
    "reads from",
    "writes into",
    "depends on",
    "was split from",
    "is tested against",
    "waits for",
  ],
  ...[
    "was renamed after",
    "is built with",
    "calls",
    "replaces",
    "is documented in",
    "was copied from",
    "reports to",
  ],
  ...["is started by", "shares code with", "gets its data from", "draws for", "is released with", "logs to"],
  ...["counts for", "shows the customers of", "stores files of", "checks the names of", "saves values for"],
];
const circumstances = [
  ...[
    "since the release in spring",
    "since last year",
    "on demand",
    "in winter",
    "without a change for users",
  ],
  ...[
    "to keep it simple",
    "when memory is short",
    "as agreed in the review",
    "in production only",
    "at night",
  ],
  ...[
    "for one team",
    "because of a mistake in March",
    "with a new tool",
    "after the move",
    "on every machine",
  ],
  ...["until the contract ends", "although it is slow", "by default", "for the new colleague", "in the shop"],
  ...["with a warning", "behind a flag", "for legal reasons", "during the trial", "in the second region"],
];

function listOf(words: string): string[] {
  return words.split(" ");
}

/** The share of the questions whose note is among the first ten rows of a search. */
export const otherWordsBar = 0.8;
const rows = 10;

export interface OtherWords {
  questions: number;
  missed: string[];
}

export async function measureOtherWords(memory: Memory): Promise<{ known: OtherWords; held: OtherWords }> {
  const evaluation = createEvaluation(memory);
  await evaluation.index(corpus, notes());
  return { known: await ask(memory, asked, 0), held: await ask(memory, held, asked.length) };
}

async function ask(memory: Memory, pairs: readonly Pair[], from: number): Promise<OtherWords> {
  const missed: string[] = [];
  for (const [n, [, query]] of pairs.entries()) {
    const input = { query, limit: rows, minRelevance: 0, allProjects: true };
    const { results } = await searchMemory(memory, { ...input, quick: false, wait: true, explain: false });
    if (!results.some(({ id }) => id === `${corpus}/asked-${from + n}`)) missed.push(query);
  }
  return { questions: pairs.length, missed };
}

const corpus = "notes";

function notes(): { id: string; text: string }[] {
  const dice = createDice(27);
  const pick = (from: readonly string[]) => from[Math.floor(dice() * from.length)] ?? "";
  const thing = () => `the ${pick(kinds)} ${pick(things)}`;
  const wanted = [...asked, ...held];
  const texts = new Set<string>();
  while (texts.size < size - wanted.length)
    texts.add(`T${thing().slice(1)} ${pick(deeds)} ${thing()} ${pick(circumstances)}`);
  const all = [...texts].map((text, i) => ({ id: `other-${i}`, text }));
  const step = Math.floor(all.length / wanted.length);
  // Spread over the store: neither the newest nor the oldest.
  for (const [i, [text]] of wanted.entries()) all.splice(i * step + i, 0, { id: `asked-${i}`, text });
  return all;
}
