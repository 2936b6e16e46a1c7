// The dialogue of tellback review: one statement after the other, a key for each answer. Ctrl-C leaves; what was not
// answered is asked again next time.

import { isatty } from "node:tty";
import { isCancel, selectKey, text } from "@clack/prompts";
import { connect } from "../../client/connect.ts";
import { pathsOf } from "../../config/paths.ts";
import type { ReviewItem } from "../../protocol/review.ts";
import type { Call } from "../contracts.ts";
import { refuseAgent } from "../person.ts";
import { dim, plural, say } from "../text/output.ts";
import { itemText, texts } from "./text.ts";

type Options = Record<string, unknown>;

export async function review(options: Options, list: () => Promise<void>): Promise<void> {
  const isAsking = !options.list && !options.json && isatty(0) && isatty(1);
  if (!isAsking) return list();
  refuseAgent("only a person decides what is kept", "`tellback review --list` lists what waits.");
  const { client } = await connect(pathsOf());
  const folder = typeof options.folder === "string" ? options.folder : process.cwd();
  const scope = { folder, allProjects: options.allProjects === true };
  let later = 0;
  for (;;) {
    const page = await client.call("review", { ...scope, limit: 1, offset: later });
    const [item] = page.items;
    if (!item) {
      say(later === 0 ? texts.review(page) : dim(`${plural(later, "statement")} left for later.`));
      return;
    }
    say(`\n${dim(`${page.total - later} to decide`)}\n${itemText(item)}`);
    const answer = await selectKey({ message: "What about it?", options: choicesFor(item) });
    if (isCancel(answer)) return;
    if (answer === "l") later++;
    else if (!(await decide(client.call, item, answer))) return;
  }
}

type Answer = "k" | "n" | "o" | "e" | "d" | "l";

function choicesFor({ against }: ReviewItem): { value: Answer; label: string }[] {
  const isPair = against.length > 0;
  return [
    { value: "k", label: isPair ? "keep both" : "keep" },
    ...(isPair
      ? [
          { value: "n" as const, label: "the newer one holds" },
          { value: "o" as const, label: "the older one holds" },
        ]
      : []),
    { value: "e", label: "edit" },
    { value: "d", label: "drop" },
    { value: "l", label: "later" },
  ];
}

/** False if the person left. */
async function decide(call: Call, item: ReviewItem, answer: Exclude<Answer, "l">): Promise<boolean> {
  const { id } = item;
  if (answer === "e") {
    const content = await text({ message: "What holds", initialValue: item.content });
    if (isCancel(content)) return false;
    if (content.trim().length >= 3) say(texts["review.edit"](await call("review.edit", { id, content })));
    return true;
  }
  if (answer === "d") say(texts["review.drop"](await call("review.drop", { id })));
  const isItself = item.isNewer === (answer === "n");
  if (answer === "k" || (answer !== "d" && isItself))
    say(texts["review.keep"](await call("review.keep", { id, only: answer !== "k" })));
  if (answer !== "k" && answer !== "d" && !isItself)
    for (const older of item.against)
      say(texts["review.keep"](await call("review.keep", { id: older.id, only: true })));
  return true;
}
