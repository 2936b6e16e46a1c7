// openMemory(): the store, the event log and the settings as one plain record, which every journey takes first.

import { type LoadOptions, loadConfig } from "./config/load.ts";
import type { Paths } from "./config/paths.ts";
import type { Config } from "./config/schema.ts";
import { type EventLog, openEventLog } from "./store/events.ts";
import { openStore, type Store } from "./store/open.ts";
import type { Db } from "./store/schema.ts";

export interface Memory {
  config: Config;
  paths: Paths;
  store: Store;
  db: Db;
  events: EventLog;
  /** The settings for one project: the machine's, changed by the project's own file where the user trusts it. */
  settingsFor(projectDir: string): Config;
  close(): Promise<void>;
}

export async function openMemory(options: LoadOptions = {}): Promise<Memory> {
  const { config, paths } = loadConfig(options);
  const store = await openStore(config, paths);
  const events = openEventLog(store.db, paths.logs);
  return {
    config,
    paths,
    store,
    db: store.db,
    events,
    settingsFor: projectSettings(config, options),
    async close() {
      await events.close();
      await store.close();
    },
  };
}

const freshMs = 10_000;

function projectSettings(config: Config, options: LoadOptions): Memory["settingsFor"] {
  const kept = new Map<string, { until: number; config: Config }>();
  return (projectDir) => {
    const known = kept.get(projectDir);
    if (known && Date.now() < known.until) return known.config;
    const loaded = loadOr(config, { ...options, projectDir });
    if (kept.size > 1000) kept.clear();
    kept.set(projectDir, { until: Date.now() + freshMs, config: loaded });
    return loaded;
  };
}

/** A file that was broken since the daemon started must not stop the capture; `engram config` will name it. */
function loadOr(fallback: Config, options: LoadOptions): Config {
  try {
    return loadConfig(options).config;
  } catch {
    return fallback;
  }
}
