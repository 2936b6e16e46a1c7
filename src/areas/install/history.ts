// What a host did before the installation: its transcripts are imported, and the last line says what is remembered.

import { existsSync } from "node:fs";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import type { Paths } from "../../config/paths.ts";
import { importSources } from "../../journeys/import/sources.ts";
import { listForeignSync } from "../../platform/foreign-file.ts";
import { continuing, importWithProgress } from "../import/run-import.ts";
import { plural, when } from "../text/output.ts";
import { oneLine } from "../text/terminal.ts";
import type { Place } from "./hosts.ts";

export interface HistoryCounts {
  sessions: number;
  projects: number;
  newest: { at: string; title: string } | null;
}

/** Null if there is neither a history nor a store yet: then nothing is started. */
export async function readHistory(
  paths: Paths,
  { host, folder }: Place & { host: string },
  { shown }: { shown: boolean },
): Promise<HistoryCounts | null> {
  const history = historyOf(host);
  if (history === null && !existsSync(paths.database)) return null;
  const { client } = await connect(paths);
  if (history !== null) {
    const asked = { source: host, folder: history, ...(folder !== null && { project: folder }) };
    await importWithProgress(client, asked, { shown, continues: continuing() });
  }
  return rememberedIn(client);
}

/** Where the host keeps what it did; null if nothing is there. */
function historyOf(host: string): string | null {
  const folder = importSources[host]?.usual() ?? null;
  return folder !== null && listForeignSync(folder).length > 0 ? folder : null;
}

async function rememberedIn(client: Client): Promise<HistoryCounts> {
  const { counts } = await client.call("status", {});
  const { sessions } = await client.call("session.list", { limit: 1, allProjects: true });
  const [newest] = sessions;
  return {
    sessions: counts.sessions,
    projects: counts.projects,
    newest: newest ? { at: newest.lastSeenAt, title: newest.name ?? newest.firstPrompt ?? "" } : null,
  };
}

const maxTitleLength = 60;

export function rememberedText({ sessions, projects, newest }: HistoryCounts): string {
  const counted = `${plural(sessions, "session")} of ${plural(projects, "project")} remembered`;
  if (newest === null) return `${counted}.`;
  const title = oneLine(newest.title);
  const cut = title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title;
  return `${counted}, newest ${when(newest.at)}${cut && `: ${cut}`}`;
}
