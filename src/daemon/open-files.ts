// Which inbox files the daemon is reading, written to disk before it opens them. If it crashes, the next daemon
// knows which files it crashed on, counts, and gives up a file that was open at every crash.

import { readFileSync, rmSync } from "node:fs";
import { writePrivateFile } from "../config/private-files.ts";

export interface OpenFiles {
  /** How often a daemon crashed while reading this file. */
  deathsOf(name: string): number;
  start(names: readonly string[]): void;
  /** No file is open any more; processed files are removed from the record. */
  finish(processed: readonly string[]): void;
}

interface Note {
  hand: string[];
  deaths: Record<string, number>;
}

export function loadOpenFiles(path: string): OpenFiles {
  const { hand, deaths } = readNote(path);
  for (const name of hand) deaths[name] = (deaths[name] ?? 0) + 1;
  save([]);

  function save(names: readonly string[]): void {
    try {
      if (names.length === 0 && Object.keys(deaths).length === 0) rmSync(path, { force: true });
      else writePrivateFile(path, JSON.stringify({ hand: names, deaths }));
    } catch {
      // A full disk: a crash now is not counted.
    }
  }

  return {
    deathsOf: (name) => deaths[name] ?? 0,
    start: save,
    finish(processed) {
      for (const name of processed) delete deaths[name];
      save([]);
    },
  };
}

function readNote(path: string): Note {
  try {
    const { hand, deaths } = JSON.parse(readFileSync(path, "utf8")) as Partial<Note>;
    return { hand: Array.isArray(hand) ? hand : [], deaths: deaths ?? {} };
  } catch {
    return { hand: [], deaths: {} };
  }
}
