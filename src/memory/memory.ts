// openMemoryWith(): opens the store, the search index, the event log and the settings as one record, which every journey
// takes first.

import { join } from "node:path";
import { identityOf } from "../config/identity.ts";
import { type LoadOptions, loadConfig, settingsStamp } from "../config/load.ts";
import type { Paths } from "../config/paths.ts";
import { type Config, type ConfigKey, openedWith } from "../config/schema.ts";
import { type ChatState, createChatState } from "../context/chat-state.ts";
import { createRecallState, type RecallState } from "../context/recall-state.ts";
import { createMapper, type Mapper } from "../indexes/codemap/mapper.ts";
import { createSymbolMeaning, type SymbolMeaning } from "../indexes/codemap/meaning.ts";
import { type Openings, openOpenings } from "../indexes/openings.ts";
import { servingSettings } from "../indexes/search/document-vectors.ts";
import { openSearch, type Search } from "../indexes/search/search.ts";
import type { Embedder } from "../models/embed/embedder.ts";
import { type EmbedSettings, openEmbedder } from "../models/embed/open.ts";
import { remembering } from "../models/embed/remembering.ts";
import { unusable, type WatchedEmbedder, watched } from "../models/embed/watched.ts";
import { revealedPath } from "../platform/covered-paths.ts";
import type { TellbackError } from "../protocol/errors.ts";
import { type CodeReader, openCodeReader, openSandbox, type Sandbox } from "../rooms/functions/room.ts";
import { conversationIds } from "../rooms/sessions/room.ts";
import { type EventLog, openEventLog } from "../store/events.ts";
import { openStore, type Store } from "../store/open.ts";
import type { Db } from "../store/schema.ts";
import { setWriter } from "../store/writer.ts";
import type { Followers } from "./capture/capture.ts";
import { trackRecordsOf } from "./owners.ts";

export interface Memory {
  config: Config;
  paths: Paths;
  store: Store;
  db: Db;
  events: EventLog;
  /** The model from the settings; it is loaded at its first use. */
  embedder: Embedder;
  search: Search;
  recall: RecallState;
  /** The conversations of the chat that are in use. */
  chat: ChatState;
  /** When something was last captured, by a monotonic clock: slow work waits until the client is silent. */
  activity: { capturedAt: number };
  /** Files for which there is something to inject, in a form that hooks can read. */
  openings: Openings;
  /** Parses code in a thread of its own. */
  mapper: Mapper;
  /** Finds symbols by meaning; it reads nothing before the first question. */
  symbolMeaning: SymbolMeaning;
  /** Runs functions of the library; it starts nothing before the first run. */
  sandbox: Sandbox;
  /** Reads the code of functions in a thread of its own. */
  functionCode: CodeReader;
  /** What other journeys do when something is captured. */
  followers: Followers;
  /** Why inbox files cannot be processed at the moment, or null; the daemon sets it. */
  intake: { trouble: TellbackError | null };
  /** Since when the team's server cannot be reached, and what waits for it; null if it can, or if there is none. */
  team: { trouble: { since: string; message: string; waiting: number } | null };
  /** Why vector search is unavailable at the moment, or null. */
  trouble(): TellbackError | null;
  /** The settings for one project: the machine's, overridden by the project's own file if the user trusts it. */
  settingsFor(projectDir: string): Config;
  /** Takes in what changed in the files of settings since the last look. */
  refreshSettings(): void;
  isClosed(): boolean;
  /** A second close does nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openMemoryWith(followers: Followers, options: LoadOptions = {}): Promise<Memory> {
  const { config, paths } = loadConfig(options);
  const [store, writer] = await Promise.all([openStore(config, paths), identityOf(config, paths)]);
  setWriter(store.db, writer);
  const events = openEventLog(store.db, paths.logs);
  const embedder = openWatched(embedSettings(config, paths));
  const serving = await servingEmbedder(store.db, embedder, config);
  const search = openSearch(store.db, serving, join(paths.home, "vectors"), trackRecordsOf, conversationIds);
  const sandbox = openSandbox({ keepsReady: true, allowsWeak: config["functions.weakIsolation"] });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  const mapper = createMapper();
  const functionCode = openCodeReader();
  const chat = createChatState();
  async function closeAll(): Promise<void> {
    await chat.close();
    await mapper.close();
    await functionCode.close();
    await sandbox.close();
    await search.close();
    await Promise.all([embedder.close(), serving.close()]);
    await events.close();
    await store.close();
  }
  return {
    config,
    paths,
    store,
    db: store.db,
    events,
    embedder,
    search,
    recall: createRecallState(),
    chat,
    activity: { capturedAt: Number.NEGATIVE_INFINITY },
    openings: openOpenings(paths.openings),
    mapper,
    symbolMeaning: createSymbolMeaning(store.db),
    sandbox,
    functionCode,
    followers,
    intake: { trouble: null },
    team: { trouble: null },
    trouble: () => embedder.trouble() ?? serving.trouble(),
    ...freshSettings(config, paths, options),
    isClosed: () => closing !== undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export function embedSettings(config: Config, paths: Paths): EmbedSettings {
  return {
    provider: config["embed.provider"],
    model: config["embed.model"] || undefined,
    dimensions: config["embed.dimensions"] || undefined,
    url: config["embed.url"] || undefined,
    apiKey: config["embed.apiKey"] || undefined,
    dtype: config["embed.dtype"] || undefined,
    idleMinutes: config["embed.idleMinutes"],
    cacheFolder: join(paths.home, "models"),
    packageFolder: paths.packages,
  };
}

/** After a change of model the old one serves until every document has a vector of the new one. */
async function servingEmbedder(db: Db, current: WatchedEmbedder, config: Config): Promise<WatchedEmbedder> {
  const settings = current.dimensions === 0 ? null : await servingSettings(db, current.id);
  if (settings === null) return current;
  return openWatched({
    ...(JSON.parse(settings) as EmbedSettings),
    apiKey: config["embed.apiKey"] || undefined,
  });
}

/** Wrong settings for the model must not prevent capture and full-text search. */
function openWatched(settings: EmbedSettings): WatchedEmbedder {
  try {
    return watched(remembering(openEmbedder(settings)));
  } catch (error) {
    return unusable(error);
  }
}

const freshMs = 10_000;

function freshSettings(
  config: Config,
  paths: Paths,
  options: LoadOptions,
): Pick<Memory, "settingsFor" | "refreshSettings"> {
  const kept = new Map<string, { until: number; config: Config }>();
  let stamp = settingsStamp(paths);
  return {
    settingsFor(projectDir) {
      const known = kept.get(projectDir);
      if (known && performance.now() < known.until) return known.config;
      const loaded = loadOr(config, { ...options, projectDir: revealedPath(projectDir) });
      if (kept.size > 1000) kept.clear();
      kept.set(projectDir, { until: performance.now() + freshMs, config: loaded });
      return loaded;
    },
    refreshSettings() {
      const now = settingsStamp(paths);
      if (now === stamp) return;
      stamp = now;
      kept.clear();
      const changed = Object.entries(loadOr(config, options));
      Object.assign(config, Object.fromEntries(changed.filter(([key]) => !openedWith.has(key as ConfigKey))));
    },
  };
}

/** A config file that broke after the daemon's start must not stop capture; `tellback config` reports it. */
function loadOr(fallback: Config, options: LoadOptions): Config {
  try {
    return loadConfig(options).config;
  } catch {
    return fallback;
  }
}
