// What turns say about a file: decisions, causes and open points whose sentence names it and makes sense alone. Pure.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import {
  namesCode,
  sentencesOf,
  standsAlone,
  tellsCause,
  tellsChange,
  tellsFault,
  tellsResult,
} from "../../../libs/language/index.ts";
import type { Touch } from "../../indexes/openings.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isWorthALine, type openList } from "../../rooms/turns/room.ts";
import { minute } from "./candidates.ts";

export type OpenPoint = ReturnType<typeof openList<Turn>>[number];

export interface AboutFile {
  turn: Turn;
  text: string;
  what: string;
}

/** The newest turn first; likewise the lines. */
export function aboutFile(path: string, turns: readonly Turn[], open: readonly OpenPoint[]): AboutFile[] {
  const names = namesFile(path, turns);
  const left = open
    .filter((point) => names(point.text) && isWorthALine(point))
    .map(({ text, turn }) => ({
      turn,
      text: `Open since ${day(turn)}: ${text}`,
      what: `left open in ${path}`,
    }));
  const said = turns
    .filter(({ state }) => state.is === "current")
    .flatMap((turn) => {
      const isAbout = onlyChanged(turn, path) ? (text: string) => names(text) || isOfCode(text) : names;
      const decided = turn.decisions.filter(isAbout).map((text) => ({ text, what: `decided about ${path}` }));
      const found = [...sentencesOf(turn.outcome), ...turn.detail.split("\n")]
        .filter((text) => isAbout(text) && tellsCause(text) && !tellsResult(text))
        .map((text) => ({ text, what: `a cause in ${path}` }));
      return [...decided, ...found]
        .filter(({ text }) => standsAlone(text))
        .map(({ text, what }) => ({ turn, text: `${day(turn)}: ${text}`, what }));
    });
  return [...left, ...said];
}

/** What a turn says about code is about the only file that it changed; tests of it do not count. */
function onlyChanged({ files }: Turn, path: string): boolean {
  const own = files.filter((file) => !file.startsWith("/") && !isTestPath(file));
  return (own.length > 0 ? own : files).every((file) => file === path) && files.includes(path);
}

/** A position is of the text as it was, and a change is seen in the text; a fault is not. */
function isOfCode(text: string): boolean {
  const isOfThen = /\blines? \d/i.test(text) || (tellsChange(text) && !tellsFault(text));
  return namesCode(text) && text.includes("`") && !isOfThen;
}

/** The files of a turn that its sentences name, or that it alone changed. */
export function filesSpokenOf(turn: Turn): Touch[] {
  const { files, looked, sessionId, decisions, open, outcome, detail } = turn;
  const said = [...decisions, ...open, outcome, detail].join("\n");
  return [...files, ...looked]
    .filter((path) => said.includes(path.slice(path.lastIndexOf("/") + 1)) || onlyChanged(turn, path))
    .map((path) => ({ path, sessionId }));
}

function day({ endedAt }: Turn): string {
  return minute(endedAt).slice(0, 10);
}

/** By its name; by its folder and its name where another file of these turns has the same name. */
export function namesFile(path: string, turns: readonly Turn[]): (text: string) => boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? path;
  const isShared = turns
    .flatMap(({ files, looked }) => [...files, ...looked])
    .some((other) => other !== path && other.endsWith(`/${name}`));
  const wanted = isShared ? parts.slice(-2).join("/") : name;
  return (text) => {
    const at = text.indexOf(wanted);
    return at >= 0 && !/[\w.-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + wanted.length] ?? " ");
  };
}
