// What a prompt is about; and the gate, on small texts.

import { expect, test } from "vitest";
import { isAbout, rarityIn, textOf, weigh } from "./evidence.ts";
import { isSmallTalk, questionsIn, subjectOf, topicOf } from "./subject.ts";

test.each([
  "yes",
  "commit",
  "Great!!",
  "run the tests",
  "continue",
  "commit and push",
  "thanks, commit this",
  "ok great, go ahead and push it",
  "perfect, thank you! yes please do it",
  "super, danke, mach weiter",
  "好的，谢谢，继续",
  "weiter",
  "はい",
  "да, спасибо",
])("%j is about nothing", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(true);
});

test.each([
  "parseDate?",
  "fix the parallel tests",
  "why does the sync hang",
  "src/dates.ts",
  "为什么同步挂起",
])("%j is about something", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(false);
});

test("what a host adds to a prompt is not its subject", () => {
  const { terms } = subjectOf("<system-reminder>the zebra</system-reminder>Check the gateway");
  expect([...terms.keys()]).toContain("gatewai");
  expect([...terms.keys()]).not.toContain("zebra");
});

const aboutIn = (prompt: string, texts: readonly string[]) =>
  weigh(
    subjectOf(prompt),
    texts.map((memory) => ({ memory, text: textOf(memory) })),
    rarityIn(texts.map((text) => textOf(text))),
  )
    .filter(isAbout)
    .map(({ memory }) => memory);

test("a long plan is about a memory that contains its topics, not about one that shares words by the way", () => {
  const plan = `Sign the installer. ${"The installer is signed with a certificate; notarization checks the certificate. ".repeat(4)}
    Steps: upload artifacts, download archives, unlock keychain, store password, verify checksum, publish archives,
    rotate token, schedule nightly, cache layers, mirror registry, notify channel, archive evidence, tidy workspace, warm proxies, drain queues,
    swap certificates, refresh metadata, compress bundles, validate manifest, label images, record provenance.`;
  const known =
    "The installer asks for a certificate: notarization failed because the certificate was unsigned";
  const others = ["Nightly archives are kept in the registry mirror", "The token is in the password store"];
  expect(aboutIn(plan, [known, ...others])).toEqual([known]);
});

test("two words of a prompt find the one word that they are elsewhere", () => {
  const texts = ["The homepage is rendered by EmptyState", "The invoice is rendered by InvoiceView"];
  expect(aboutIn("Change the text on the home page", texts)).toEqual([texts[0]]);
});

test("how a prompt talks is not its subject", () => {
  const texts = ["(question: are hooks kept?) Both parsers list every type explicitly", "The port is 6380"];
  expect(aboutIn("question: could we also list the others explicitly?", texts)).toEqual([]);
});

test("a memory that shares one common word with a prompt is not about it; one that shares a name is", () => {
  const common = ["The server restarts", "The server answers", "The server stops", "The server is slow"];
  const texts = [...common, "retryAfterMs holds the pause before the next call"];
  expect(aboutIn("Paint the server room green", texts)).toEqual([]);
  expect(aboutIn("Where is retryAfterMs set?", texts)).toEqual([texts[4]]);
});

test.each([
  ["what did we decide about kestrels without a workspace?", "kestrels without a workspace"],
  ["Haben wir je Redis benutzt?", "Redis"],
])("the topic of %j is %j", (prompt, topic) => {
  expect(topicOf(prompt)).toContain(topic);
});

test("a topic of several parts, or of many words, is not repeated as if it were a name", () => {
  expect(topicOf("When we tried to cut the evaluation cost, what came of it?")).toBe("that");
  expect(topicOf("Why did we move invoices of last year out of the nightly export job?")).toBe("that");
  expect(topicOf("Did we ever use Kafka?")).toBe("Kafka");
});

test("a long prompt with several questions is asked each of them, a short one once", () => {
  const long =
    "I read the invoices again and wondered about two things. Which month do they fall into? And who sends the reminders?";
  expect(questionsIn(long)).toEqual([long, "Which month do they fall into?", "And who sends the reminders?"]);
  expect(questionsIn("Why? And how?")).toHaveLength(1);
});
