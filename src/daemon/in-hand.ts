// Which inbox files the daemon has in hand, noted on disk before it looks into them: when it dies, its successor
// knows which files it died over, counts, and gives up a file that was there at every death.

import { readFileSync, rmSync } from "node:fs";
import { writePrivateFile } from "../config/private-files.ts";

export interface InHand {
  /** How often a daemon died with this file in hand. */
  deathsOf(name: string): number;
  take(names: readonly string[]): void;
  /** Nothing is in hand any more; what was dealt with is forgotten. */
  putDown(dealtWith: readonly string[]): void;
}

interface Note {
  hand: string[];
  deaths: Record<string, number>;
}

export function openInHand(path: string): InHand {
  const { hand, deaths } = readNote(path);
  for (const name of hand) deaths[name] = (deaths[name] ?? 0) + 1;
  save([]);

  function save(names: readonly string[]): void {
    try {
      if (names.length === 0 && Object.keys(deaths).length === 0) rmSync(path, { force: true });
      else writePrivateFile(path, JSON.stringify({ hand: names, deaths }));
    } catch {
      // A full disk: a death in this moment is not counted.
    }
  }

  return {
    deathsOf: (name) => deaths[name] ?? 0,
    take: save,
    putDown(dealtWith) {
      for (const name of dealtWith) delete deaths[name];
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
