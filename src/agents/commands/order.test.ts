import { describe, expect, test } from "vitest";
import { orderOf } from "./order.ts";
import { commandsIn } from "./scan.ts";

const meant = (text: string) => {
  const [command] = commandsIn(text);
  if (!command) throw new Error("no command");
  return orderOf(command);
};

describe("a command is parsed", () => {
  test.each([
    [
      '<ctx:remember type="Fact" tags="a, b">x</ctx:remember>',
      { order: "remember", type: "fact", tags: "a, b", content: "x" },
    ],
    ['<ctx:recall query="type:fact"/>', { order: "recall", query: "type:fact" }],
    [
      '<ctx:summarize nodes="a,b" archive="true">s</ctx:summarize>',
      { order: "summarize", nodes: "a,b", archive: true, tags: "", content: "s" },
    ],
    ['<ctx:link from="a" to="b"/>', { order: "link", from: "a", to: "b", type: "RELATES_TO" }],
    [
      '<ctx:link from="a" to="b" type="depends-on"></ctx:link>',
      { order: "link", from: "a", to: "b", type: "DEPENDS_ON" },
    ],
    ["<ctx:status/>", { order: "status" }],
    ['<ctx:task name="login" action="start"/>', { order: "task", name: "login", action: "start" }],
    ['<ctx:expand node="nod_1"/>', { order: "expand", node: "nod_1" }],
    ['<ctx:supersede old="a" new="b"/>', { order: "supersede", old: "a", new: "b" }],
  ])("%s", (text, order) => expect(meant(text)).toEqual(order));
});

describe("the error for an invalid command says what to correct", () => {
  test.each([
    ["<ctx:rember>x</ctx:rember>", "unknown command `rember`, did you mean `remember`?"],
    ["<ctx:remember>x</ctx:remember>", "`type` is missing"],
    [
      '<ctx:remember typ="fact">x</ctx:remember>',
      "`type` is missing (`typ` is not an attribute of remember)",
    ],
    ['<ctx:remember type="fcat">x</ctx:remember>', "unknown type `fcat`, did you mean `fact`?"],
    ['<ctx:remember type="learning">x</ctx:remember>', "unknown type `learning`"],
    ['<ctx:remember type="fact"> </ctx:remember>', "the text between its tags is missing"],
    ['<ctx:remember type="fact"/>', "the text between its tags is missing"],
    ['<ctx:task name="a" action="stop"/>', "unknown action `stop`"],
    ['<ctx:link from="a" to="b" type="OWNS"/>', "unknown type `OWNS`"],
    ['<ctx:recall query=" "/>', "`query` is missing"],
  ])("%s", (text, problem) => expect(() => meant(text)).toThrow(problem));
});
