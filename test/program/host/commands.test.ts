// The real client's agent writes `<ctx:*>` commands: the graph changes as it should, once, whatever happens to the
// session afterwards; and an edit of a function makes the nodes about this function stale, and no others.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { agent, bash, edit, type Machine, openMachine } from "./machine.ts";

const claude = await claudeAvailable();

interface NodeRow {
  id: string;
  type: string;
  content: string;
}

const nodesOf = (machine: Machine) =>
  machine.rows<NodeRow>("select id, type, content from nodes where category is null order by created_at, id");
const brief = (machine: Machine) => nodesOf(machine).map(({ type, content }) => `${type}: ${content}`);
const idOf = (machine: Machine, content: string) =>
  nodesOf(machine).find((node) => node.content === content)?.id ?? "";
const remember = (content: string, more = "") => `<ctx:remember type="fact"${more}>${content}</ctx:remember>`;

describe.skipIf(!claude.ok)(title("commands in the real client's replies", claude), () => {
  test("each command is executed once, over several messages, a sub-agent, resume and compaction, and not in quotes or code", {
    timeout: 240_000,
  }, async () => {
    await using machine = await openMachine({ "notes.txt": remember("From a file") });
    await machine.tellback("daemon", "start");
    const first = await machine.session({
      prompt: `Begin. ${remember("From the user")}`,
      turns: [
        {
          text: `I begin. <ctx:task name="Port it" action="start"/>\n\n- ${remember("In a list", ' tags="tier:working"')}\n- and on`,
          tools: [bash("cat notes.txt")],
        },
        {
          text: [
            `> ${remember("In a quote")}`,
            "",
            "```xml",
            remember("In a fence"),
            "```",
            "",
            `Write \`${remember("In code")}\` for that.`,
            "",
            `    ${remember("Indented")}`,
          ].join("\n"),
          tools: [agent("look around")],
        },
        {
          text: `Done.\n\n<ctx:remember type="decision" tags="tier:working">\nIn several\n\nparagraphs\n</ctx:remember>\n${remember("Old")}\n${remember("New")}\n<ctx:remember type="fcat">Wrong</ctx:remember>`,
        },
      ],
      agentTurns: [
        { text: `I looked. ${remember("From a sub-agent")}`, tools: [bash("echo found")] },
        { text: "Nothing else." },
      ],
    });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    await machine.settled();
    const expected = [
      "decision: In several\n\nparagraphs",
      "fact: From a sub-agent",
      "fact: In a list",
      "fact: New",
      "fact: Old",
      "task: Port it",
    ];
    expect(brief(machine).toSorted()).toEqual(expected);

    const on = ["--continue"];
    const ids = Object.fromEntries(
      ["Old", "New", "In a list"].map((content) => [content, idOf(machine, content)]),
    );
    const second = await machine.session({
      prompt: "Go on",
      turns: [
        {
          text: `<ctx:link from="${ids.New}" to="${ids["In a list"]}" type="DEPENDS_ON"/> <ctx:supersede old="${ids.Old}" new="${ids.New}"/>`,
          tools: [bash("echo on")],
        },
        {
          text: `<ctx:summarize nodes="${ids.New},${ids["In a list"]}">New and in a list</ctx:summarize>\n<ctx:recall query="type:decision"/>\n<ctx:expand node="${ids.New}"/>\n<ctx:status/>`,
        },
      ],
      args: on,
    });
    const heard = (run: typeof second) => run.model.askedOf("main")[0]?.text ?? "";
    expect(heard(second)).toContain("unknown type `fcat`, did you mean `fact`?");
    await machine.settled();

    await machine.session({ prompt: "/compact", turns: [], args: on });
    const third = await machine.session({
      prompt: "And now?",
      turns: [{ text: '<ctx:task name="Port it" action="end"/>' }],
      args: on,
    });
    const answers = heard(third);
    expect(answers).toMatch(/Answer to recall type:decision: 1 found:\n\| .*In several paragraphs/);
    expect(answers).toContain(`Node ${ids.New} in full:`);
    expect(answers).toMatch(/Status of the graph:\n\| \d+ nodes .*current task: Port it/);
    await machine.settled();

    const forked = await machine.session({
      prompt: "Another way",
      turns: [{ text: "No commands." }],
      args: [...on, "--fork-session"],
    });
    expect(heard(forked).split("Answer to recall").length - 1).toBeLessThanOrEqual(1);
    await machine.settled();
    await machine.tellback("daemon", "stop");
    await machine.tellback("import", `${machine.file("..")}/home/.claude/projects`).catch(() => {});
    await machine.settled();

    expect(brief(machine).toSorted()).toEqual([...expected, "summary: New and in a list"].toSorted());
    expect(machine.rows("select distinct times_seen from nodes where category is null")).toEqual([
      { times_seen: 1 },
    ]);
    const summary = idOf(machine, "New and in a list");
    expect(
      machine.rows("select from_id, type, to_id from edges where type <> 'CONTRADICTS' order by type, to_id"),
    ).toEqual([
      { from_id: ids.New, type: "DEPENDS_ON", to_id: ids["In a list"] },
      ...[ids["In a list"], ids.New]
        .sort()
        .map((to_id) => ({ from_id: summary, type: "DERIVED_FROM", to_id })),
      { from_id: ids.New, type: "SUPERSEDES", to_id: ids.Old },
    ]);
    const tags = (content: string) =>
      machine
        .rows<{ tag: string }>(
          `select tag from tags where node_id = '${idOf(machine, content)}' order by tag`,
        )
        .map(({ tag }) => tag);
    expect(tags("In several\n\nparagraphs")).toEqual(
      expect.arrayContaining(["agent:claude-code", "task:Port-it", "tier:reference"]),
    );
    expect(tags("In a list")).toEqual(expect.arrayContaining(["task:Port-it", "tier:off-context"]));
    expect(tags("From a sub-agent")).toContain("agent:general-purpose");
    const counts =
      "select count(*) as n, count(distinct message_id) as messages, sum(total - done) as open from commands";
    const [row] = machine.rows<{ n: number; messages: number; open: number }>(counts);
    expect(row).toMatchObject({ messages: row?.n, open: 0 });
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("an edit of a function makes the nodes about it stale, and no others", {
    timeout: 120_000,
  }, async () => {
    const bill =
      "export function total(items: number[]) {\n  return items.length;\n}\n\nexport function tax(n: number) {\n  return n * 0.2;\n}\n";
    await using machine = await openMachine({ "src/bill.ts": bill });
    await machine.tellback("daemon", "start");
    await machine.session({
      prompt: "Look at the bill",
      turns: [
        { tools: [bash("cat src/bill.ts")] },
        {
          text: `${remember("`total` in src/bill.ts counts items")} ${remember("`tax` in src/bill.ts is a fifth")}`,
        },
      ],
    });
    await machine.settled();
    expect(JSON.parse(await machine.tellback("stale", "--json")).stale).toEqual([]);
    await machine.session({
      prompt: "Sum it up instead",
      turns: [
        { tools: [bash("cat src/bill.ts")] },
        { tools: [edit(machine.file("src/bill.ts"), "items.length", "items.reduce((a, b) => a + b, 0)")] },
        { text: "Done." },
      ],
    });
    await machine.settled();
    const { stale } = JSON.parse(await machine.tellback("stale", "--json"));
    expect(stale).toMatchObject([
      {
        node: { content: "`total` in src/bill.ts counts items" },
        reason: expect.stringContaining("total in src/bill.ts has changed"),
      },
    ]);
    const changes = "select o.tool from anchors a join observations o on o.id = a.broken_by";
    await expect
      .poll(() => machine.rows<{ tool: string }>(changes)[0]?.tool, { timeout: 30_000 })
      .toBe("Edit");
    await machine.tellback("node", "confirm", stale[0].node.id);
    expect(JSON.parse(await machine.tellback("stale", "--json")).stale).toEqual([]);
  });
});
