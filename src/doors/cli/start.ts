// tellback start, which is also `npm start`: starts the daemon in the background, imports transcripts, shows what is
// remembered and the next step, and ends.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { listTranscripts } from "../../agents/claude-code/transcript-file.ts";
import { continuing, importWithProgress, usualFolder } from "../../areas/import/run-import.ts";
import { isInstalledHere } from "../../areas/install/manifest.ts";
import { texts } from "../../areas/tables/text.ts";
import { bold, bytes, columns, dim, plural, say } from "../../areas/text/output.ts";
import { oneLine } from "../../areas/text/terminal.ts";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import { packageRoot } from "../../client/entry.ts";
import { stopDaemon } from "../../client/stop.ts";
import { typedWord } from "../../config/command-word.ts";
import { type Paths, pathsOf } from "../../config/paths.ts";
import { version } from "../../platform/version.ts";
import { shortId } from "../../protocol/ids.ts";

interface Options {
  yes?: boolean;
  sample?: boolean;
  once?: boolean;
}

export async function start(options: Options): Promise<void> {
  const paths = pathsOf();
  say(`${bold(`tellback ${version}`)} ${dim(`stores its memories in ${paths.home}`)}`);
  // The one that runs may be of an earlier build.
  await stopDaemon(paths);
  const { client } = await connect(paths);
  const source = await chooseSource(options);
  if (source) await importWithProgress(client, { folder: source }, { shown: true, continues: continuing() });
  await showMemories(client, paths);
  if (options.once) await stopDaemon(paths);
}

/** The user's own transcripts if there are any and the user agrees, else the sample. */
async function chooseSource(options: Options): Promise<string | null> {
  const sample = join(packageRoot, "samples");
  const folder = usualFolder();
  const transcripts = options.sample ? [] : await listTranscripts(folder);
  if (transcripts.length === 0) {
    if (!options.sample)
      say(`No Claude Code transcripts in ${folder}; here is a sample conversation instead.`);
    return existsSync(sample) ? sample : null;
  }
  const size = transcripts.reduce((sum, transcript) => sum + transcript.size, 0);
  const found = `${plural(transcripts.length, "Claude Code transcript")} (${bytes(size)}) in ${folder}`;
  if (options.yes || !process.stdin.isTTY) {
    say(`Importing ${found}.`);
    return folder;
  }
  const agreed = await confirm({ message: oneLine(`Import ${found}? They stay on this machine.`) });
  if (isCancel(agreed)) process.kill(process.pid, "SIGINT");
  return agreed === true ? folder : sample;
}

async function showMemories(client: Client, paths: Paths): Promise<void> {
  const { counts } = await client.call("status", {});
  const listed = await client.call("session.list", { limit: 5, allProjects: true });
  say(
    `\nRemembered: ${plural(counts.observations, "observation")} in ${plural(counts.sessions, "session")} of ${plural(counts.projects, "project")}. The newest sessions:\n`,
  );
  say(texts["session.list"](listed));
  const [newest] = listed.sessions;
  const isInstalled = isInstalledHere(paths);
  const word = isInstalled ? typedWord(paths) : "npx tellback";
  say(`\n${bold("Try")}`);
  say(
    columns([
      [`  ${word} search login --all-projects`, dim("find something")],
      [`  ${word} session show ${newest ? shortId(newest.id) : "ID"}`, dim("see what happened in a session")],
      [`  ${word} open`, dim("see it in a browser")],
      [`  ${word} doctor`, dim("prove that capturing works")],
    ]),
  );
  if (isInstalled) return;
  say(`\n${bold("Next")}`);
  say(columns([[`  ${word} install`, dim("let Claude Code remember from now on")]]));
}
