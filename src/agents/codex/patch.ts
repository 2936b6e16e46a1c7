// Codex changes files by its own form of patch, several files at once. Converts it to the edits that other hosts
// report. For the Codex adapter; pure.

interface Section {
  kind: string;
  path: string;
  edits: { old_string: string; new_string: string }[];
}

/** The tool and its input as HookEvent describes edits. */
export function readPatch(input: unknown): { tool: string; input: unknown } {
  const given = typeof input === "object" && input !== null && "command" in input ? input.command : input;
  const sections = typeof given === "string" ? sectionsOf(given) : [];
  const [first, ...others] = sections.filter(({ kind }) => kind !== "Delete");
  if (!first) {
    const gone = sections.map(({ path }) => path);
    return {
      tool: "apply_patch",
      input: gone.length > 0 ? { description: `Delete ${gone.join(", ")}`, path: gone[0] } : input,
    };
  }
  if (sections.length === 1 && first.kind === "Add")
    return { tool: "Write", input: { file_path: first.path, content: first.edits[0]?.new_string ?? "" } };
  const also = sections.map(({ path }) => path).filter((path) => path !== first.path);
  return {
    tool: sections.length === 1 ? "Edit" : "MultiEdit",
    input: {
      file_path: first.path,
      ...(also.length > 0 && { other_files: also }),
      edits: [first, ...others].flatMap(({ edits }) => edits),
    },
  };
}

function sectionsOf(patch: string): Section[] {
  const sections: Section[] = [];
  for (const line of patch.trimEnd().split(/\r?\n/)) {
    const head = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const section = sections.at(-1);
    if (head) {
      sections.push({ kind: head[1] ?? "", path: head[2] ?? "", edits: [] });
    } else if (section && line.startsWith("*** Move to: ")) {
      section.path = line.slice("*** Move to: ".length);
    } else if (section && !line.startsWith("***")) {
      addLine(section, line);
    }
  }
  return sections;
}

/** Each hunk is one edit; its context lines belong to both sides. */
function addLine({ edits }: Section, line: string): void {
  if (line.startsWith("@@") || edits.length === 0) edits.push({ old_string: "", new_string: "" });
  const edit = edits.at(-1);
  if (!edit || line.startsWith("@@")) return;
  const [sign, text] = [line[0] ?? " ", `${line.slice(1)}\n`];
  if (sign !== "+") edit.old_string += text;
  if (sign !== "-") edit.new_string += text;
}
