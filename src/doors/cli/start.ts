// tellback start, which is also `npm start`: runs tellback in the foreground, imports transcripts and shows the result.

import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { listTranscripts } from "../../agents/claude-code/transcript-file.ts";
import { importWithProgress, usualFolder } from "../../areas/import/run-import.ts";
import { texts } from "../../areas/tables/text.ts";
import { bold, bytes, columns, dim, plural, say } from "../../areas/text/output.ts";
import { oneLine } from "../../areas/text/terminal.ts";
import { findDaemon } from "../../client/connect.ts";
import { packageRoot } from "../../client/entry.ts";
import { stopDaemon } from "../../client/stop.ts";
import { pathsOf } from "../../config/paths.ts";
import { startDaemon } from "../../daemon/daemon.ts";
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
  await stopDaemon(paths);
  const daemon = await startDaemon({ foreground: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, daemon.stop);
  try {
    const source = await chooseSource(options);
    const here = await findDaemon(paths);
    const continues = "The import continues when tellback is started again.";
    if (here && source) await importWithProgress(here.client, { folder: source }, { shown: true, continues });
    if (here) await showMemories(here.client);
  } finally {
    if (options.once) daemon.stop();
  }
  if (!options.once) say(dim("\ntellback is running and listens for hooks. Ctrl-C stops it."));
  await daemon.stopped;
  say(dim("tellback has stopped; everything is stored."));
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

async function showMemories(
  client: NonNullable<Awaited<ReturnType<typeof findDaemon>>>["client"],
): Promise<void> {
  const { counts } = await client.call("status", {});
  const listed = await client.call("session.list", { limit: 5, allProjects: true });
  say(
    `\nRemembered: ${plural(counts.observations, "observation")} in ${plural(counts.sessions, "session")} of ${plural(counts.projects, "project")}. The newest sessions:\n`,
  );
  say(texts["session.list"](listed));
  const [newest] = listed.sessions;
  say(`\n${bold("Try")}`);
  say(
    columns([
      ["  npx tellback search login --all-projects", dim("find something")],
      [
        `  npx tellback session show ${newest ? shortId(newest.id) : "ID"}`,
        dim("see what happened in a session"),
      ],
      ["  npx tellback open", dim("see it in a browser")],
      ["  npx tellback doctor", dim("prove that capturing works")],
    ]),
  );
  const here = relative(packageRoot, process.cwd()) === "" ? "." : packageRoot;
  say(`\n${bold("Next")}`);
  say(
    columns([
      ["  npx tellback install", dim("let Claude Code remember from now on")],
      [`  npm install -g ${here}`, dim("put `tellback` on the PATH")],
    ]),
  );
}
