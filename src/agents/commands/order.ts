// Parses a command: checks its attributes, or says what is wrong in words that the agent can read. Pure.

import { TellbackError } from "../../protocol/errors.ts";
import { type EdgeType, edgeType, type WrittenType, writtenType } from "../../protocol/knowledge.ts";
import { nearestOf } from "../../protocol/suggest.ts";
import type { Command } from "./scan.ts";

export type Order =
  | { order: "remember"; type: WrittenType; tags: string; content: string }
  | { order: "recall"; query: string }
  | { order: "summarize"; nodes: string; archive: boolean; tags: string; content: string }
  | { order: "link"; from: string; to: string; type: EdgeType }
  | { order: "status" }
  | { order: "task"; name: string; action: "start" | "end" }
  | { order: "expand"; node: string }
  | { order: "supersede"; old: string; new: string };

interface Form {
  needs: readonly string[];
  takes?: readonly string[];
  hasBody?: boolean;
}

const forms: Record<Order["order"], Form> = {
  remember: { needs: ["type"], takes: ["tags"], hasBody: true },
  recall: { needs: ["query"] },
  summarize: { needs: ["nodes"], takes: ["archive", "tags"], hasBody: true },
  link: { needs: ["from", "to"], takes: ["type"] },
  status: { needs: [] },
  task: { needs: ["name", "action"] },
  expand: { needs: ["node"] },
  supersede: { needs: ["old", "new"] },
};

const maxContentLength = 20_000;

export function orderOf(command: Command): Order {
  const { name, attributes } = command;
  if (!isOrder(name)) {
    const meant = nearestOf(name, Object.keys(forms));
    throw refused(`unknown command \`${name}\`${meant ? `, did you mean \`${meant}\`?` : ""}`);
  }
  const { needs, takes = [], hasBody } = forms[name];
  const given = (attribute: string) => (attributes[attribute] ?? "").trim();
  for (const attribute of needs) {
    if (given(attribute) !== "") continue;
    const unknown = Object.keys(attributes).filter((one) => ![...needs, ...takes].includes(one));
    const typo = unknown.find((one) => nearestOf(one, [attribute]) !== null);
    throw refused(
      `\`${attribute}\` is missing${typo ? ` (\`${typo}\` is not an attribute of ${name})` : ""}`,
    );
  }
  const content = command.body ?? "";
  if (hasBody && content === "") throw refused("the text between its tags is missing");
  if (content.length > maxContentLength)
    throw refused(`its text is longer than ${maxContentLength} characters; split it into several commands`);
  switch (name) {
    case "remember": {
      const type = oneOf("type", given("type").toLowerCase(), writtenType.options);
      return { order: name, type, tags: given("tags"), content };
    }
    case "recall":
      return { order: name, query: given("query") };
    case "summarize": {
      const archive = oneOf("archive", given("archive").toLowerCase() || "false", ["true", "false"]);
      return {
        order: name,
        nodes: given("nodes"),
        archive: archive === "true",
        tags: given("tags"),
        content,
      };
    }
    case "link": {
      const type = given("type").toUpperCase().replaceAll("-", "_") || "RELATES_TO";
      return {
        order: name,
        from: given("from"),
        to: given("to"),
        type: oneOf("type", type, edgeType.options),
      };
    }
    case "status":
      return { order: name };
    case "task": {
      const action = oneOf("action", given("action").toLowerCase(), ["start", "end"]);
      return { order: name, name: given("name").slice(0, 200), action };
    }
    case "expand":
      return { order: name, node: given("node") };
    case "supersede":
      return { order: name, old: given("old"), new: given("new") };
  }
}

function isOrder(name: string): name is Order["order"] {
  return Object.hasOwn(forms, name);
}

function oneOf<Value extends string>(attribute: string, value: string, known: readonly Value[]): Value {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  const meant = nearestOf(value, known);
  throw refused(
    `unknown ${attribute} \`${value}\`${meant ? `, did you mean \`${meant}\`?` : ""} It can be ${known.join(", ")}.`,
  );
}

function refused(problem: string): TellbackError {
  return new TellbackError("invalid_input", problem);
}
