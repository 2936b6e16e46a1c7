import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Command, commandsIn, createCommandScanner } from "./scan.ts";

const names = (text: string) => commandsIn(text).map(({ name }) => name);
const bodies = (text: string) => commandsIn(text).map(({ body }) => body);
const status = "<ctx:status/>";

describe("a command is found", () => {
  test.each([
    ["in prose", `Done. ${status} Next.`],
    ["alone on its line", `Done.\n${status}\n`],
    ["in a list", `- one\n- two ${status}`],
    ["in a numbered list after a blank line", `1. one\n\n   ${status}`],
    ["deep in a list", `- a\n  - b\n    - c ${status}`],
    ["after a list marker with a tab", `-\t${status}`],
    ["in a heading", `## ${status}`],
    ["in a table", `| a | ${status} |`],
    ["beside inline code", `Use \`x\` and ${status} then \`y\`.`],
    ["after a closed fence", `\`\`\`\ncode\n\`\`\`\n${status}`],
    ["after a fence that a longer one closed", `\`\`\`\ncode\n\`\`\`\`\`\n${status}`],
    ["after a fence that ended with its list item", `- \`\`\`\n  code\n\n${status}`],
    ["after a backtick that is alone", `It's a \` mark.\n\n${status}`],
    ["after two backslashes", `\\\\${status}`],
    ["in a paragraph's indented second line", `Text\n      ${status}`],
    ["after a quote that has ended", `> quoted\n${status}`],
    ["with white space and line breaks in its tag", "<ctx:status\n/>"],
    ["after a tag that was never closed", `<ctx:remember type="fact">lost\n\n${status}`],
  ])("%s", (_, text) => expect(names(text)).toEqual(["status"]));

  test("with its attributes and its unchanged body", () => {
    const text = `Noted.

<ctx:remember type="decision" tags="tier:pinned, area:auth"  >
  Tokens live 15 minutes.

  \`\`\`ts
  const ttl = 900; // </ctx:remember> in code ends nothing
  \`\`\`
  Because \`</ctx:remember>\`.
</ctx:remember>`;
    expect(commandsIn(text)).toEqual([
      {
        name: "remember",
        attributes: { type: "decision", tags: "tier:pinned, area:auth" },
        body: [
          "Tokens live 15 minutes.\n",
          "  ```ts\n  const ttl = 900; // </ctx:remember> in code ends nothing\n  ```",
          "  Because `</ctx:remember>`.",
        ].join("\n"),
        line: 3,
      },
    ]);
  });

  test("with a quotation mark in a value", () => {
    expect(
      commandsIn('<ctx:recall query="tag:a AND &quot;two words&quot; &amp;lt;"/>')[0]?.attributes,
    ).toEqual({
      query: 'tag:a AND "two words" &lt;',
    });
  });

  test("once, with any line ending", () => {
    expect(bodies('<ctx:remember type="fact">\r\na\r\nb\r\n</ctx:remember>\r\n')).toEqual(["a\nb"]);
  });
});

describe("a command is not found", () => {
  test.each([
    ["in a fence", `\`\`\`\n${status}\n\`\`\``],
    ["in a fence of tildes with backticks in it", `~~~\n\`\`\`\n${status}\n~~~`],
    ["in a fence that is never closed", `\`\`\`xml\n${status}\n\nmore`],
    ["in a fence that a shorter one does not close", `\`\`\`\`\n\`\`\`\n${status}\n\`\`\`\``],
    ["in a fence inside a list", `- a\n\n  \`\`\`\n  ${status}\n  \`\`\``],
    ["in a fence inside a quote", `> \`\`\`\n> ${status}\n> \`\`\``],
    ["in inline code", `Write \`${status}\` to see.`],
    ["in inline code of two backticks", `Write \`\`a \` ${status}\`\`.`],
    ["in inline code over two lines", `Write \`a\n${status}\` now.`],
    ["in indented code", `Text:\n\n    ${status}`],
    ["in indented code after a tab", `\t${status}`],
    ["in indented code inside a list", `- a\n\n      ${status}`],
    ["in HTML code", `<code>${status}</code>`],
    ["in an HTML block of code", `<pre>\n\n${status}\n</pre>`],
    ["in a quote", `> ${status}`],
    ["in a quote in a list", `- > ${status}`],
    ["after a backslash", `\\${status}`],
    ["when it is not closed", '<ctx:remember type="fact">never ends'],
    ["when its end is in code", '<ctx:remember type="fact">x `</ctx:remember>`'],
    ["when its value has no end", '<ctx:recall query="a />'],
    ["when its values have no quotes", "<ctx:recall query=a/>"],
    ["when it is only named", "The <ctx:*> commands, <ctx:> and ctx:status."],
    ["when it is an end alone", "</ctx:remember>"],
  ])("%s", (_, text) => expect(commandsIn(text)).toEqual([]));
});

describe("commands inside commands", () => {
  test("are part of the body", () => {
    const text = `<ctx:remember type="fact">say ${status} to see</ctx:remember>`;
    expect(bodies(text)).toEqual([`say ${status} to see`]);
  });
  test("may be unclosed tags that the body only names", () => {
    expect(names('<ctx:remember type="fact">the <ctx:task> tag</ctx:remember>')).toEqual(["remember"]);
  });
  test("are found after an opening tag without an end", () => {
    const text = `<ctx:remember type="fact">lost ${status} <ctx:remember type="fact">kept</ctx:remember>`;
    expect(commandsIn(text).map(({ name, body }) => [name, body])).toEqual([
      ["status", null],
      ["remember", "kept"],
    ]);
  });
});

const bit = fc.constantFrom(
  ...["<ctx:status/>", '<ctx:remember type="fact">', "</ctx:remember>", "<ctx:", '"', "/>", "`", "``", "```"],
  ...[
    "~~~",
    "\n",
    "\n\n",
    "\r\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "\\",
    "text",
    "<code>",
    "</code>",
    "<pre>",
  ],
  ...["</pre>", "---", "===", "# ", "&quot;", "𝒳", "\0", "* "],
);
const reply = fc
  .array(fc.oneof({ weight: 9, arbitrary: bit }, fc.string()), { maxLength: 60 })
  .map((all) => all.join(""));

describe("for any reply", () => {
  test("the scanner finds the same commands however the reply is split", () => {
    fc.assert(
      fc.property(reply, fc.array(fc.nat({ max: 400 }), { maxLength: 12 }), (text, cuts) => {
        const whole = scanned([text]);
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
        expect(scanned(at.slice(1).map((to, i) => text.slice(at[i], to)))).toEqual(whole);
        expect(scanned([...text])).toEqual(whole);
        expect(commandsIn(text)).toEqual(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  test("text in a fence is never a command, wherever the fence is", () => {
    fc.assert(
      fc.property(reply, (text) => {
        const inside = text.replace(/[`~]/g, "");
        expect(commandsIn(`\`\`\`\n${inside}\n\`\`\`\n`)).toEqual([]);
        expect(commandsIn(`~~~\n${inside}`)).toEqual([]);
        expect(
          commandsIn(
            inside
              .split("\n")
              .map((line) => `> ${line}`)
              .join("\n"),
          ),
        ).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("text in inline code is never a command", () => {
    fc.assert(
      fc.property(reply, (text) => {
        const inside = text.replace(/[`\s]+/g, " ");
        expect(commandsIn(`a \`${inside}\` b`)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a command in a paragraph after it is found, unless code is still open", () => {
    fc.assert(
      fc.property(reply, (text) => {
        const plain = text.replace(/[`~<]/g, "");
        expect(commandsIn(`${plain}\n\n${status}`).map(({ name }) => name)).toContain("status");
      }),
      { numRuns: 2_000 },
    );
  });
});

function scanned(pieces: readonly string[]): Command[] {
  const scanner = createCommandScanner();
  for (const piece of pieces) scanner.push(piece);
  return scanner.end();
}
