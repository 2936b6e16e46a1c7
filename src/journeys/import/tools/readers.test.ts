// What the records of each tool become, without a database: the pure part of every reader.

import { describe, expect, test } from "vitest";
import { tagFrom } from "../../../memory/imported-node.ts";
import { fromNotes, observationIn, parseNote, relationIn } from "./basic-memory.ts";
import { sessionFrom } from "./claude-mem.ts";
import { fromGraph, parseExport } from "./ctx.ts";
import { sessionFrom as exchangesFrom } from "./episodic-memory.ts";
import {
  edgeFrom,
  type ForeignNode,
  type ForeignRecord,
  type ForeignSession,
  timeFrom,
} from "./foreign-store.ts";
import { fromLines, parseLines } from "./mcp-memory.ts";

const nodesOf = (found: Iterable<ForeignRecord>) =>
  [...found].filter((one): one is ForeignNode => one.is === "node");
const edgesOf = (found: Iterable<ForeignRecord>) => [...found].filter((one) => one.is === "edge");
const unknownIn = (found: Iterable<ForeignRecord>) =>
  [...found].flatMap((one) => (one.is === "unknown" ? one.name : []));
const sessionIn = (found: Iterable<ForeignRecord>) =>
  [...found].find((one): one is ForeignSession => one.is === "session");

describe("times, tags and relations", () => {
  test.each([
    [1_794_896_246_475, "2026-11-17T06:17:26.475Z"],
    [1_794_896_246, "2026-11-17T06:17:26.000Z"],
    ["2026-11-17T06:17:26Z", "2026-11-17T06:17:26.000Z"],
    ["soon", "-"],
    [-1, "-"],
    [9e15, "-"],
    [null, "-"],
  ])("the time %s is %s", (given, expected) => {
    expect(timeFrom(given, "-")).toBe(expected);
  });

  test.each([
    ["Coffee Notes", ["t:coffee-notes"]],
    ['#a,b "c" (d)', ["t:a-b-c-d"]],
    ["  ", []],
  ])("the label %s is a tag", (label, tags) => {
    expect(tagFrom("t:", label)).toEqual(tags);
  });

  test("a label of another tool cannot set a tier", () => {
    expect(tagFrom("", "tier:pinned")).toEqual([]);
  });

  test.each([
    ["depends_on", "DEPENDS_ON", true],
    ["part of", "CHILD_OF", true],
    ["works_at", "RELATES_TO", false],
  ])("the relation %s is %s", (relation, type, isExact) => {
    expect(edgeFrom(relation)).toEqual({ type, isExact });
  });
});

describe("claude-mem", () => {
  const row = {
    content_session_id: "s1",
    memory_session_id: "m1",
    project: "todo",
    platform_source: "claude",
    started_at_epoch: "1794896246466",
    completed_at_epoch: null,
    user_prompt: "Fix it",
  };
  const none = { prompts: [], observations: [], summaries: [], tools: [] };

  test("prompts, observations, tools and summaries are steps in order of time", () => {
    const session = sessionIn(
      sessionFrom(row, {
        prompts: [{ prompt_text: "Fix the login", created_at_epoch: "1794896246470" }],
        observations: [
          {
            type: "decision",
            title: "JSON bodies",
            subtitle: "always",
            narrative: "Clients need them.",
            facts: '["a fact"]',
            files_modified: '["src/a.ts"]',
            files_read: "broken [",
            created_at_epoch: "1794896246480",
          },
        ],
        tools: [
          {
            tool_use_id: "t1",
            tool_name: "Read",
            tool_input: '{"file_path":"/w/todo/a.ts"}',
            cwd: "/w/todo",
            created_at_epoch: "1794896246475",
          },
        ],
        summaries: [
          {
            request: "Fix login",
            completed: "It answers",
            learned: "Bodies matter",
            next_steps: "Document",
            created_at_epoch: "1794896246490",
          },
        ],
      }),
    );
    expect(session?.steps.map(({ is }) => is)).toEqual(["prompt", "tool", "note", "reply"]);
    expect(session?.steps[2]).toMatchObject({
      title: "JSON bodies",
      detail: "Clients need them.\n- a fact",
      files: ["src/a.ts", "broken ["],
      isDecision: true,
    });
    expect(session).toMatchObject({
      id: "s1",
      host: "claude-code",
      project: { folder: "/w/todo", name: "todo" },
    });
    expect(session?.summary).toMatchObject({
      title: "Fix login",
      now: "It answers",
      known: ["Bodies matter"],
      open: ["Document"],
    });
  });

  test("the first prompt of a session is used where no prompts are kept", () => {
    expect(sessionIn(sessionFrom(row, none))?.steps).toMatchObject([{ is: "prompt", text: "Fix it" }]);
  });

  test("rows without text are counted, not imported", () => {
    const found = [...sessionFrom(row, { ...none, observations: [{ type: "change" }], prompts: [{}] })];
    expect(unknownIn(found)).toEqual(["prompt without text", "observation without text"]);
  });
});

test("an exchange of episodic-memory becomes a prompt, its tools and a reply, in that order", () => {
  const exchange = {
    row: {
      id: "e1",
      project: "todo",
      timestamp: "2026-11-01T10:00:00Z",
      user_message: "Why?",
      assistant_message: "Because.",
      cwd: "/w/todo",
      git_branch: "main",
    },
    tools: [
      { id: "t1", tool_name: "Bash", tool_input: '{"command":"ls"}', tool_result: "a.ts", is_error: "0" },
    ],
  };
  const session = sessionIn(exchangesFrom("s1", [exchange], undefined));
  expect(session?.steps.map(({ is, exchange: of }) => [is, of])).toEqual([
    ["prompt", "e1"],
    ["tool", "e1"],
    ["reply", "e1"],
  ]);
  expect(session?.steps.map(({ at }) => at)).toEqual(session?.steps.map(({ at }) => at).sort());
});

describe("ctx", () => {
  const json = JSON.stringify({
    nodes: [
      {
        id: "A",
        type: "decision",
        content: "Use Go",
        superseded_by: "B",
        created_at: "2026-01-01T00:00:00Z",
        tags: ["tier:pinned", "project:todo", "bad tag"],
      },
      { id: "B", type: "fact", content: "Use Rust", created_at: "2026-01-02T00:00:00Z" },
      { id: "C", type: "spell", content: "x" },
    ],
    edges: [
      { from_id: "A", to_id: "B", type: "RELATES_TO" },
      { from_id: "A", to_id: "B", type: "HEXES" },
    ],
    tags: null,
  });

  test("nodes keep their type, tier and project; what it does not know is counted", () => {
    const found = [...fromGraph(parseExport(json, "x.json"))];
    expect(nodesOf(found)).toMatchObject([
      { content: "Use Go", type: "decision", tags: ["tier:pinned"], project: { name: "todo" } },
      { content: "Use Rust", project: { name: null } },
    ]);
    expect(edgesOf(found)).toEqual([
      { is: "edge", from: "A", to: "B", type: "RELATES_TO" },
      { is: "edge", from: "B", to: "A", type: "SUPERSEDES" },
    ]);
    expect(unknownIn(found)).toEqual(["node of type spell", "edge of type HEXES"]);
  });

  test.each(["{}", "[]", "null", "{", '{"nodes":[1]}'])("%s is refused", (text) => {
    expect(() => parseExport(text, "x.json")).toThrow(/x\.json is not an export of ctx/);
  });
});

describe("the MCP memory server", () => {
  test("entities, observations and relations become nodes and edges; an unusual relation keeps its words", () => {
    const found = [
      ...fromLines([
        { type: "entity", name: "Ada", entityType: "person", observations: ["prefers tabs", "Ada leads", 3] },
        { type: "relation", from: "Ada", to: "Acme", relationType: "works_at" },
        { type: "dragon" },
      ]),
    ];
    expect(nodesOf(found).map(({ content }) => content)).toEqual([
      "Ada (person)",
      "Ada: prefers tabs",
      "Ada leads",
      "Ada works at Acme",
    ]);
    expect(edgesOf(found)).toHaveLength(4);
    expect(unknownIn(found)).toEqual(["observation without text", "line of type dragon"]);
  });

  test("a line that is not an object is named", () => {
    expect(() => parseLines('{"type":"entity"}\n[1]\n', "m.jsonl")).toThrow(/line 2 is not a JSON object/);
  });
});

describe("basic-memory", () => {
  test.each([
    [
      "[decision] Use SQLite #storage (for now)",
      { category: "decision", content: "Use SQLite (for now)", tags: ["storage"] },
    ],
    ["Grind finer #coffee#tips", { category: null, content: "Grind finer", tags: ["coffee", "tips"] }],
  ])("%s is an observation", (bullet, expected) => {
    expect(observationIn(bullet)).toEqual(expected);
  });

  test.each(["[ ] buy milk", "[x] done", "[00:01:02] hello", "[text](url)", "plain"])(
    "%s is none",
    (bullet) => {
      expect(observationIn(bullet)).toBeNull();
    },
  );

  test.each([
    ["depends_on [[Storage]]", { relation: "depends_on", target: "Storage", context: null }],
    ['"is inspired by" [[B C]] (a talk)', { relation: "is inspired by", target: "B C", context: "a talk" }],
  ])("%s is a relation", (bullet, expected) => {
    expect(relationIn(bullet)).toEqual(expected);
  });

  test("prose with a link is no relation, but links the notes", () => {
    const a = parseNote(
      "---\ntitle: A\ntags: [x]\n---\n- we said that [[B]] is fine\n",
      "a.md",
      "2026-01-01T00:00:00.000Z",
    );
    const b = parseNote("# B\n- [fact] b holds\n", "sub/b.md", "2026-01-01T00:00:00.000Z");
    expect(a.relations).toEqual([{ relation: "links_to", target: "B", context: null }]);
    const found = [...fromNotes([a, b])];
    expect(edgesOf(found)).toContainEqual({ is: "edge", from: "a.md", to: "sub/b.md", type: "RELATES_TO" });
    expect(nodesOf(found).map(({ type, content }) => [type, content])).toEqual([
      ["source", "A\n- we said that [[B]] is fine"],
      ["source", "b"],
      ["fact", "b holds"],
    ]);
  });
});
