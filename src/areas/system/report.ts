// tellback report: figures for a day, a session or a period, for a terminal, a pipe, a file or a program.

import { connect } from "../../client/connect.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath, writeUserFile } from "../../config/user-files.ts";
import { texts as codeTexts } from "../code/text.ts";
import { look } from "../text/look.ts";
import { markdownOf } from "../text/markdown.ts";
import { say, sayJson } from "../text/output.ts";
import { textOf } from "../text/section-text.ts";
import { pageOf } from "./report-page.ts";

interface Options {
  json?: boolean;
  session?: string;
  since?: string;
  eval?: boolean;
  allProjects?: boolean;
  md?: string;
  force?: boolean;
  format?: string;
  mermaid?: string | true;
  dot?: string | true;
}

export async function report(options: Options): Promise<void> {
  const { client } = await connect(pathsOf());
  const drawn = options.mermaid ?? options.dot;
  if (drawn !== undefined) {
    const drawing = await client.call("code.draw", {
      as: options.mermaid === undefined ? "dot" : "mermaid",
      ...(typeof drawn === "string" && { file: drawn }),
      folder: process.cwd(),
    });
    if (options.json) sayJson(drawing);
    else say(codeTexts["code.draw"](drawing));
    return;
  }
  const { session, since, eval: selfReport, allProjects } = options;
  const figures = await client.call("report", {
    session,
    since,
    eval: selfReport ?? false,
    allProjects: allProjects ?? false,
    folder: process.cwd(),
  });
  if (options.md) {
    const path = fromUser(options.md);
    refuseLinkOnPath(path, process.cwd());
    writeUserFile(path, markdownOf(pageOf(figures)), {
      force: options.force ?? false,
      begins: "# tellback ",
    });
    if (!options.json) say(`Wrote ${path}.`);
  }
  if (options.json) sayJson(figures);
  else if (options.format === "markdown") say(markdownOf(pageOf(figures)).trimEnd());
  else if (!options.md) say(textOf(pageOf(figures), look()));
}
