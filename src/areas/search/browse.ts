// tellback search without words, in a terminal: type to search, arrows to choose, enter to read, Ctrl-C to leave.

import search from "@inquirer/search";
import { connect } from "../../client/connect.ts";
import { pathsOf } from "../../config/paths.ts";
import { fitted, say, when } from "../text/output.ts";
import { oneLine } from "../text/terminal.ts";
import { texts } from "./text.ts";

interface Options {
  allProjects?: boolean;
  folder?: string;
}

const shown = 12;

export async function browse(options: Options): Promise<void> {
  const { client } = await connect(pathsOf());
  const scope = { folder: options.folder ?? process.cwd(), allProjects: options.allProjects ?? false };
  try {
    for (;;) {
      const id = await search<string>({
        message: scope.allProjects ? "Search everything" : "Search this project",
        pageSize: shown,
        source: async (typed) => {
          if (!typed?.trim()) return [];
          const { results } = await client.call("search", {
            ...scope,
            query: typed,
            limit: shown,
            quick: true,
          });
          return results.map((one) => ({
            value: one.id,
            name: `${when(one.happenedAt)}  ${fitted(one.title || one.summary, 26)}`,
            description: oneLine(one.summary),
          }));
        },
      });
      say(`\n${texts.show(await client.call("show", { id }))}\n`);
    }
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") return;
    throw error;
  }
}
