// A generated past of any size for bench/search.ts: documents as an agent leaves them, their vectors, and questions.
// Words follow Zipf's law, each session has a topic, and people name files and identifiers. Deterministic.

import type { NewDocument } from "../src/indexes/search/documents.ts";
import { createDice } from "../src/journeys/eval/sample-events.ts";

export const dimensions = 384;

export interface World {
  projects: readonly string[];
  /** In the order of time; sessions follow one another. */
  documents(count: number): Generator<{ document: NewDocument; vector: Float32Array }>;
  questions(count: number): { text: string; vector: Float32Array }[];
}

export const documentsPerSession = 60;
/** Sessions that return to the same topic. */
const sessionsPerTopic = 5;
const wordsPerTopic = 30;

const functionWords =
  "the to a of and in is for it that on with as this was be are not from by at or an when which has now if but only so then into all after before no can will we were its does what there each".split(
    " ",
  );
const trade =
  "test file error fix run build type value call return config path name list check request user change option server commit branch cache token query table column index module import export function class method field default timeout retry queue worker thread lock migration schema release version package install deploy log metric trace parse render route handler session cookie header payload stream buffer socket client daemon hook plugin prompt reply search vector score rank filter limit page cursor batch event listener promise callback closure loop array map string number boolean null undefined flag environment variable secret key folder symlink permission process signal exit crash restart memory leak heap stack frame warning lint format rule style comment document readme changelog licence dependency upgrade patch diff merge conflict rebase tag stage production incident rollback feature toggle experiment fixture mock assertion coverage snapshot baseline benchmark profile latency throughput".split(
    " ",
  );
const places = ["src", "lib", "test", "packages/core", "packages/web", "server", "scripts", "internal"];
const endings = [".ts", ".ts", ".tsx", ".py", ".go", ".rs", ".md", ".json", ".test.ts"];
const tools = ["Edit", "Read", "Bash", "Grep", "Write"];
const forms = [
  (w: string[]) => `why did the ${w[0]} ${w[1]} ${w[2]} fail`,
  (w: string[]) => `what did we decide about ${w[0]} and ${w[1]} for the ${w[2]}`,
  (w: string[]) => `${w[0]} ${w[1]} ${w[2]} ${w[3]}`,
  (w: string[]) => `where is ${w[0]} ${w[1]} handled`,
  (w: string[]) => `${w[0]} ${w[1]} error after ${w[2]} upgrade`,
];

export function createWorld(): World {
  const dice = createDice(11);
  const normal = Float32Array.from({ length: 2 ** 18 }, () => {
    return Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice());
  });
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T;
  const vocabulary = [...functionWords, ...trade, ...Array.from({ length: 30_000 }, inventWord)];
  const word = zipf(vocabulary, 1);
  const content = zipf(vocabulary.slice(functionWords.length), 0.9);
  const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);
  const identifiers = Array.from({ length: 20_000 }, () => {
    const parts = Array.from({ length: 2 + Math.floor(dice() * 2) }, content);
    return dice() < 0.8 ? parts.map((part, i) => (i > 0 ? capital(part) : part)).join("") : parts.join("_");
  });
  const identifier = zipf(identifiers, 0.8);
  const files = Array.from(
    { length: 5_000 },
    () => `${pick(places)}/${content()}-${content()}${pick(endings)}`,
  );
  const file = zipf(files, 0.7);
  const projects = ["aurora", "basalt", "cinder", "delta", "ember", "fjord"];
  const project = zipf(projects, 1);

  function inventWord(): string {
    const syllables = 2 + Math.floor(dice() * 3);
    return Array.from({ length: syllables }, () => pick([..."bcdfgklmnprstvz"]) + pick([..."aeiou"])).join(
      "",
    );
  }

  function zipf<T>(from: readonly T[], steepness: number): () => T {
    let sum = 0;
    const upTo = Float64Array.from(from, (_, i) => (sum += 1 / (i + 2) ** steepness));
    return () => {
      const at = dice() * sum;
      let [low, high] = [0, upTo.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((upTo[middle] ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      return from[low] as T;
    };
  }

  interface Topic {
    words: string[];
    identifiers: string[];
    files: string[];
    direction: number;
  }
  const anywhere = () => Math.floor(dice() * 2 ** 32);
  const createTopic = (): Topic => ({
    words: Array.from({ length: wordsPerTopic }, content),
    identifiers: Array.from({ length: 8 }, identifier),
    files: Array.from({ length: 6 }, file),
    direction: anywhere(),
  });
  const topics: Topic[] = [];

  const sentence = (topic: Topic, length: number): string =>
    Array.from({ length }, () => {
      const chance = dice();
      if (chance < 0.18) return pick(topic.words);
      if (chance < 0.23) return pick(topic.identifiers);
      return word();
    }).join(" ");

  const noise = (offset: number, i: number) => normal[(offset + i * 7) & (2 ** 18 - 1)] ?? 0;
  /** A common offset, a topic, and an individual part: like the vectors of embedders. */
  const near = ({ direction }: Topic): Float32Array => {
    const own = anywhere();
    return Float32Array.from(
      { length: dimensions },
      (_, i) => 0.3 * noise(5, i) + noise(direction, i) + 0.8 * noise(own, i),
    );
  };

  return {
    projects,
    *documents(count) {
      let [topic, place] = [createTopic(), project()];
      for (let i = 0; i < count; i++) {
        const session = Math.floor(i / documentsPerSession);
        if (i % documentsPerSession === 0) {
          place = project();
          topic = session % sessionsPerTopic === 0 ? createTopic() : pick(topics);
          if (session % sessionsPerTopic === 0) topics.push(topic);
        }
        const chance = dice();
        const spoken = chance < 0.1 ? "user" : chance < 0.25 ? "agent" : null;
        const touched = spoken === null ? pick(topic.files) : null;
        const said = sentence(topic, spoken === "user" ? 18 : 34);
        const document: NewDocument = {
          owner: { kind: "observation", id: `obs_${i}` },
          projectId: place,
          sessionId: `session-${session}`,
          title: touched === null ? said.slice(0, 60) : `${pick(tools)} ${touched}: ${sentence(topic, 5)}`,
          summary: spoken === "user" && dice() < 0.4 ? `${said}?` : said,
          detail: spoken === "user" ? "" : sentence(topic, 90),
          files: touched === null ? [] : [touched],
          symbols: touched === null ? [] : [pick(topic.identifiers)],
          author: spoken,
          branch: "main",
          happenedAt: new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString(),
        };
        yield { document, vector: near(topic) };
      }
    },
    questions(count) {
      return Array.from({ length: count }, (_, i) => {
        const topic = pick(topics);
        const words = Array.from({ length: 4 }, () => pick(topic.words));
        const asked = (forms[i % forms.length] ?? String)(words);
        const text = i % 4 === 0 ? `${asked} ${pick(topic.identifiers)}` : asked;
        return { text, vector: near(topic) };
      });
    },
  };
}
