// Which files a script that is given to an interpreter on its command line, or as a here-document, would write: names
// in calls that write, also through a variable that holds such a name. Best effort, by patterns. Pure.

const shells = /^(?:(?:ba|z|da|k|a)?sh|eval|source|\.)$/;
const interpreters =
  /^(?:python[\d.]*|pypy3?|node|bun|deno|tsx|ts-node|ruby|perl|php|g?awk|lua|Rscript|osascript)$/;
const inlineOption = /^(?:-\w*[ceEr]|--eval|--print|-p|-pe|-ne|eval)$/;

export interface InlineScript {
  language: "shell" | "other";
  texts: string[];
}

export function inlineScript(
  program: string,
  args: readonly string[],
  documents: readonly string[],
): InlineScript {
  if (program === "eval") return { language: "shell", texts: [args.join(" ")] };
  const isShell = shells.test(program);
  if (!isShell && !interpreters.test(program)) return { language: "other", texts: [] };
  if (/awk$/.test(program)) return { language: "other", texts: args.slice(0, 1) };
  const option = args.findIndex((arg) => (isShell ? /^-\w*c$/ : inlineOption).test(arg));
  const inline = option < 0 ? [] : args.slice(option + 1, option + 2);
  return { language: isShell ? "shell" : "other", texts: [...inline, ...documents] };
}

const name = String.raw`(?:[rbfu]{1,2})?(?<quote>["'\`])(?<name>[^"'\`\n]{1,500})\k<quote>`;
const asFirst = [
  String.raw`(?:writeFile|appendFile|createWriteStream|outputFile|unlink|truncate|rename|rmdir|rm)(?:Sync)?\(\s*`,
  String.raw`\bBun\.write\(\s*`,
  String.raw`\bDeno\.(?:writeTextFile|writeFile|remove|rename|truncate)(?:Sync)?\(\s*`,
  String.raw`\b(?:os|shutil)\.(?:remove|unlink|rename|replace|truncate|rmtree|move)\(\s*`,
  String.raw`\b(?:File|IO)\.(?:write|delete|rename|unlink|truncate|binwrite)\s*\(?\s*`,
  String.raw`\bFileUtils\.\w+\s*\(?\s*`,
  String.raw`\b(?:file_put_contents|unlink|rename)\s*\(?\s*`,
  String.raw`\bopen\s*\(?\s*(?:my\s+)?\$?\w+\s*,\s*["']\+?>>?[^"']*["']\s*,\s*`,
  // awk
  String.raw`\bprintf?\b[^"'\n]{0,200}>>?\s*`,
].map((before) => new RegExp(before + name, "g"));
const asSecond = new RegExp(
  String.raw`\b(?:copyFile|rename|cp|symlink|copyfile|copy2?|move|os\.replace)(?:Sync)?\(\s*[^,()\n]{1,300}(?:\([^()\n]{0,300}\))?\s*,\s*${name}`,
  "g",
);
const withMode = new RegExp(
  String.raw`\b(?:open|fopen|openSync|File\.open|File\.new)\s*\(\s*${name}\s*,\s*(?:mode\s*=\s*)?["'][rbt]*[wax+]`,
  "g",
);
const asReceiver = new RegExp(
  String.raw`${name}\s*\)?\s*\.\s*(?:(?:write_text|write_bytes|unlink|rename|replace|rmdir|symlink_to)\s*\(|open\(\s*["'][wax])`,
  "g",
);
const asCommand = new RegExp(
  String.raw`\b(?:system|popen|execSync|spawnSync|exec|run|call|check_call|check_output)\(\s*${name}`,
  "g",
);
const assignment = new RegExp(
  String.raw`(?:^|[;\n{(]|\b(?:const|let|var|my)\s)\s*(?<variable>[$@]?\w+)\s*=\s*(?:[\w.]{0,40}\bPath\(\s*)?${name}`,
  "g",
);

const maxLength = 50_000;
const maxVariables = 20;

export function scriptWrites(scripts: readonly string[]): { paths: string[]; commands: string[] } {
  const texts = scripts.map((text) => namesFilledIn(text.slice(0, maxLength)));
  const all = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match.groups?.name ?? ""));
  return {
    paths: [...asFirst, asSecond, withMode, asReceiver].flatMap(all),
    commands: all(asCommand),
  };
}

/** Variables that hold a name are replaced by it: `p = "x"; open(p, "w")`. */
function namesFilledIn(script: string): string {
  let filled = script;
  for (const { groups } of [...script.matchAll(assignment)].slice(0, maxVariables)) {
    const { variable = "", name: value = "" } = groups ?? {};
    const used = String.raw`(?<![\w"'.$@])${variable.replace("$", "\\$&")}(?!\w|\s*=[^=])`;
    filled = filled.replace(new RegExp(used, "g"), () => JSON.stringify(value));
  }
  return filled;
}
