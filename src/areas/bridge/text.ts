// Renders the answers about the bridge as text.

import { columns, dim, plural, warn } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const sections = {
  none: "not written yet; `tellback bridge push` writes it",
  found: "",
  damaged: "damaged",
  deleted: "somebody deleted it; `tellback bridge push` writes it again",
};

export const texts = {
  "bridge.status": (one) =>
    columns([
      [
        dim("runs"),
        one.mode === "off" ? "only on command (`tellback config set bridge.mode both`)" : one.mode,
      ],
      [dim("notes"), `${one.notes} (${plural(one.files, "file")}, ${plural(one.items, "note")})`],
      [dim("writes to"), one.file],
      [
        dim("section"),
        one.section === "found"
          ? `${plural(one.lines, "line")}${one.changed > 0 ? `, ${warn(`${one.changed} changed there`)}` : ""}`
          : [sections[one.section], one.problem].filter(Boolean).join(": "),
      ],
    ]),
  "bridge.pull": ({ files, stored, merged, known, superseded }) =>
    `Read ${plural(files, "file")}: ${plural(stored, "new node")}, ${merged + known} known${superseded > 0 ? `, ${superseded} reworded` : ""}.`,
  "bridge.push": ({ file, written, edited, added, removed, conflicts, kept, left, isChanged }) => {
    const taken: [number, string][] = [
      [edited, "edited there"],
      [added, "added there"],
      [removed, "deleted there"],
      [conflicts, "changed on both sides, both kept"],
      [kept, "with a secret, left there"],
      [left, "did not fit"],
    ];
    const more = taken.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
    const what = `${isChanged ? "Wrote" : "Unchanged:"} ${plural(written, "node")} in ${file}`;
    return `${[what, ...more].join(", ")}.`;
  },
} satisfies TextsOf<typeof operations>;
