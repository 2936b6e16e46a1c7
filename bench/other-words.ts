// A store of 5,000 notes, and questions that ask for seventy of them in other words: a note and its question share hardly
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
  [
    "Avatars are stored in an S3 bucket in Frankfurt and served through CloudFront",
    "where do profile pictures live",
  ],
  ["We dropped Jenkins; builds run on GitHub Actions with self-hosted ARM machines", "what runs our CI"],
  [
    "Emails go out through Postmark, because SendGrid mail landed in spam folders",
    "which provider delivers our mail",
  ],
  [
    "The checkout hung because two transactions took the stock rows in opposite order; rows are locked by id now",
    "deadlock when customers pay",
  ],
  [
    "Prices are kept as integer cents; floats gave rounding differences on invoices",
    "how do we represent money",
  ],
  [
    "German umlauts in uploaded file names broke the ZIP download; names are encoded as UTF-8 now",
    "special characters in attachments were garbled",
  ],
  [
    "The nightly import was doubled after the clocks changed; the cron now runs in UTC",
    "daylight saving time bug",
  ],
  [
    "Feature flags come from a YAML file in the repository, not from LaunchDarkly",
    "how do we switch features on and off",
  ],
  [
    "The iOS app crashed on launch because a nil user was unwrapped after logout",
    "iphone null pointer after signing out",
  ],
  [
    "Retries back off exponentially with jitter, at most five attempts",
    "what happens when a call to an external service fails",
  ],
  [
    "Only members of the platform team may approve changes below infra/",
    "who reviews terraform pull requests",
  ],
  [
    "We delete accounts for good thirty days after the request, as GDPR wants",
    "how soon is a user's data erased",
  ],
  [
    "The search page was slow since every keystroke sent a query; input is debounced by 300 ms",
    "why was typing in the search box sluggish",
  ],
  [
    "Docker images shrank from 1.2 GB to 180 MB after the switch to Alpine and a multi-stage build",
    "make containers smaller",
  ],
  [
    "Tests that need a browser run in Playwright; Cypress was removed",
    "which tool drives our end-to-end tests",
  ],
  [
    "Webhooks are signed with HMAC-SHA256 and refused when older than five minutes",
    "how do we verify incoming callbacks",
  ],
  [
    "The dashboard counted bots as visitors; known crawlers are filtered out",
    "traffic numbers were too high",
  ],
  [
    "Redis evicted sessions under load because maxmemory-policy was allkeys-lru",
    "people were suddenly thrown out of their accounts",
  ],
  [
    "Translations are pulled from Crowdin every Monday and committed by a bot",
    "where do the localized strings come from",
  ],
  [
    "Uploads above 50 MB go straight to storage with a presigned URL, past the API",
    "how are big files sent to us",
  ],
  ["Orders over 200 euros ship for free inside the EU", "when do customers not pay for delivery"],
  [
    "The mobile build is signed with a certificate that lapses in November",
    "what has to be renewed before winter for the app",
  ],
  ["Kafka was replaced by a Postgres table with SKIP LOCKED", "how do we pass messages between services now"],
  ["A customer's VAT number is checked against VIES once, at sign-up", "tax id validation"],
  [
    "The map tiles come from our own server, since Mapbox got too expensive",
    "why did we stop paying for cartography",
  ],
  [
    "Screen readers skipped the modal, because focus stayed behind it; focus is trapped now",
    "accessibility bug with dialogs",
  ],
  ["Logs older than two weeks are moved to Glacier", "what happens to old output of the servers"],
  [
    "The scheduler picked the same task on both machines until we added an advisory lock",
    "work was done twice by different hosts",
  ],
  ["Only Anna and Piotr hold the keys of the production vault", "who can get at live secrets"],
  ["We test against Node 18, 20 and 22; Bun is not supported", "on which runtimes must it work"],
  [
    "The invoice PDF lost its logo, since the renderer may not load remote images",
    "picture missing on bills",
  ],
  ["Dark mode follows the operating system and can be overridden in the settings", "theme selection"],
  ["The importer reads CSV with semicolons when Excel wrote it in Germany", "separator of spreadsheets"],
  [
    "A failed payment is tried again after one, three and seven days, then the subscription ends",
    "what if somebody's card is declined",
  ],
  [
    "CORS allowed any origin on staging and that slipped into production in May",
    "security incident with cross-site requests",
  ],
  ["The autocomplete index is rebuilt every night at two", "when are suggestions refreshed"],
  [
    "We say 'workspace', never 'tenant', in everything a customer reads",
    "naming of accounts in the interface",
  ],
  ["Photos keep their EXIF orientation, but GPS data is stripped", "do we remove location from images"],
  [
    "The retry storm in March took the gateway down; clients now honour Retry-After",
    "outage caused by too many repeated calls",
  ],
  [
    "Branches live at most three days; longer work hides behind a flag",
    "how long may a pull request stay open",
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
