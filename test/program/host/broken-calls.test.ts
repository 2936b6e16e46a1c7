// A rename whose callers keep the old name, with the real client: the model is told at that edit, when it opens a file with
// such a call, and when it is asked; the user when the turn ends. Nothing once it is corrected, or while a file is half typed.

import { describe, expect, test } from "vitest";
import { renameStories } from "../../samples/rename-stories.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { Model } from "../../support/model-stand-in.ts";
import { edit, type Machine, openMachine, read } from "./machine.ts";

const claude = await claudeAvailable();

/** The lines of memory that the model could read, at each of its requests. */
function told({ askedOf }: Model): string[][] {
  let seen = 0;
  return askedOf("main").map(({ text }) => {
    const lines = text.split("\n").filter((line) => line.startsWith("| "));
    const fresh = lines.slice(seen);
    seen = lines.length;
    return fresh;
  });
}

async function mapped(files: Record<string, string>): Promise<Machine> {
  const machine = await openMachine(files);
  await machine.tellback("map");
  await machine.settled();
  return machine;
}

// A hook that misses its deadline on a busy machine says nothing.
describe.skipIf(!claude)(title("calls that an edit breaks", claude), { retry: 2 }, () => {
  test.each(Object.entries(renameStories))("are told at that edit and in the files: %s", async (_, story) => {
    await using machine = await mapped(story.files);
    const { defines, from, to, head, calls } = story;
    const [file = "", line] = calls[0] ?? [];
    const path = (name: string) => machine.file(name);
    const { model, stdout } = await machine.session({
      prompt: [`Rename ${from}.`, `Who calls ${from} and what breaks now?`, "Thanks."],
      turns: [
        { tools: [read(path(defines))] },
        { tools: [edit(path(defines), head, head.replace(from, to))] },
        { tools: [read(path(file))] },
        { text: "Renamed." },
        { text: "See above." },
        { text: "You are welcome." },
      ],
      args: ["--output-format", "stream-json", "--verbose"],
    });
    const count = calls.length === 1 ? "1 call still uses" : `${calls.length} calls still use`;
    const places = calls.map(([name, at, caller]) => `${name}:${at} in ${caller}`).join(", ");
    // On a busy machine what an edit broke is found after its hook; it is told at the next tool use.
    const [, , atEdit = [], atRead = [], atQuestion, atThanks] = told(model);
    const sentence = `| ${count} ${from}, now ${to}: ${places}.`;
    const ofFile = expect.stringMatching(`^\\| 1 call still uses ${from}, now ${to}: ${file}:${line} in`);
    expect([...atEdit, ...atRead].sort()).toEqual(
      calls.length === 1 ? [sentence, ofFile] : [ofFile, sentence],
    );
    expect(atQuestion).toEqual([sentence]);
    expect(atThanks).toEqual([]);
    expect(stdout).toContain(`tellback: ${sentence.slice(2)}`);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("are no longer told once they are corrected, and not of a half-typed file", async () => {
    const { files, head, defines, calls, from, to } = renameStories.Python ?? never();
    await using machine = await mapped(files);
    const path = (name: string) => machine.file(name);
    const { model, stdout } = await machine.session({
      prompt: ["Rename it.", "And now?"],
      turns: [
        { tools: [read(path(defines))] },
        { tools: [edit(path(defines), head, "def gross_of(net, rate=0:")] },
        { tools: [edit(path(defines), "def gross_of(net, rate=0:", head.replace(from, to))] },
        ...calls.flatMap(([name]) => [
          { tools: [read(path(name))] },
          {
            tools: [
              {
                ...edit(path(name), from, to),
                input: { file_path: path(name), old_string: from, new_string: to, replace_all: true },
              },
            ],
          },
        ]),
        { text: "Done." },
        { text: "Nothing." },
      ],
      args: ["--output-format", "stream-json", "--verbose"],
    });
    const [, , halfTyped, atEdit, ...after] = told(model);
    expect(halfTyped).toEqual([]);
    expect([atEdit, ...after].flat().slice(0, 1)).toEqual([
      expect.stringMatching(/[12] calls? still uses? net_to_gross, now gross_of/),
    ]);
    expect(after.slice(-2)).toEqual([[], []]);
    expect(stdout).not.toContain("tellback: 2 calls");
    expect(stdout).not.toContain("tellback: 1 call");
  });

  test("are those that do not fit new parameters, too", async () => {
    for (const { files, head, longerHead, defines, calls, from } of Object.values(renameStories)) {
      await using machine = await mapped(files);
      const path = machine.file(defines);
      const { model } = await machine.session({
        prompt: "Add a parameter.",
        turns: [
          { tools: [read(path)] },
          { tools: [edit(path, head, longerHead)] },
          { tools: [read(machine.file("README.md"))] },
          { text: "Done." },
        ],
      });
      const count = calls.length === 1 ? "1 call does" : `${calls.length} calls do`;
      expect(told(model).slice(2).flat()).toEqual([
        expect.stringContaining(`| ${count} not fit ${from}(net`),
      ]);
    }
  });
});

function never(): never {
  throw new Error("no such story");
}
