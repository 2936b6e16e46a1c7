// One step of another tool's session as an observation: redacted, in three lengths, with a key of its own. Pure.

import { createHash } from "node:crypto";
import { isAbsolute, relative } from "node:path";
import { cut } from "../../../../libs/language/index.ts";
import { shorten } from "../../../../libs/shorten/index.ts";
import { countTokens } from "../../../context/tokens.ts";
import type { HookEvent, ToolUse } from "../../../protocol/hook.ts";
import { offline } from "../../../protocol/observations.ts";
import { importedKey, type NewObservation } from "../../../rooms/observations/room.ts";
import type { Cleaner } from "../../../secrets/cleaner.ts";
import type { ForeignStep } from "./foreign-store.ts";

/** Where a step is taken in. */
export interface StepPlace {
  tool: string;
  clean: Cleaner;
  sessionId: string;
  projectId: string;
  folder: string;
}

export type StepObservation = NewObservation & { said: string };

export function observationFrom(inside: StepPlace, step: ForeignStep): StepObservation {
  const { clean, sessionId, projectId, folder, tool } = inside;
  const common = {
    sessionId,
    projectId,
    status: "ok" as const,
    agent: step.isAside ? { id: `${tool}-aside`, type: "" } : null,
    promptId: null,
    branch: step.branch === undefined ? null : clean.text(step.branch).slice(0, 200),
    happenedAt: step.at,
    durationMs: null,
    provider: offline,
  };
  if (step.is === "note") {
    const lengths = {
      title: cut(clean.text(step.title), 200),
      summary: cut(clean.text(step.summary), 600),
      detail: cut(clean.text(step.detail), 4_000),
    };
    const said = [lengths.title, lengths.detail].join("\n");
    return {
      ...{ ...common, ...lengths, said, kind: "tool", tool, provider: tool },
      ...{ files: step.files.map((file) => relativeTo(folder, clean.path(file))), symbols: [] },
      ...{ hostKey: `${importedKey("note", tool)}:${textHash(`${said}${step.at}`)}` },
      ...sizeOf(said, lengths),
    };
  }
  const event = {
    host: tool,
    sessionId,
    projectDir: folder,
    cwd: folder,
    at: step.at,
  } satisfies Partial<HookEvent>;
  if (step.is === "tool") {
    const id = clean.id(step.id.slice(0, 200));
    const use: ToolUse = {
      ...event,
      type: "tool",
      toolUseId: id,
      tool: clean.text(step.tool).slice(0, 100),
      input: clean.deep(step.input),
      output: clean.deep(step.output),
      status: step.isError ? "failed" : "ok",
    };
    const { files, symbols, ...lengths } = shorten(use, folder);
    // The same command twice is two uses.
    const said = id;
    return {
      ...{ ...common, ...lengths, files, symbols, said, kind: "tool", tool: use.tool, status: use.status },
      ...{ hostKey: `tool:${id}@import-${tool}.${step.exchange ?? ""}` },
      ...sizeOf(JSON.stringify(use), lengths),
    };
  }
  const said = clean.text(step.text);
  const spoken =
    step.is === "prompt"
      ? ({ ...event, type: "prompt", text: said } as const)
      : ({ ...event, type: "reply", messageId: "", text: said } as const);
  const { files, symbols, ...lengths } = shorten(spoken, folder);
  return {
    ...{ ...common, ...lengths, files, symbols, said, kind: step.is, tool: null },
    ...{ hostKey: `${importedKey(step.is, tool)}.${step.exchange ?? ""}:${textHash(said)}` },
    ...sizeOf(said, lengths),
  };
}

function sizeOf(raw: string, { title, summary, detail }: { title: string; summary: string; detail: string }) {
  return { rawBytes: Buffer.byteLength(raw), tokens: countTokens(title + summary + detail) };
}

/** The same as in the key of a captured prompt. */
export function textHash(said: string): string {
  return createHash("sha256").update(said.trim()).digest("hex").slice(0, 12);
}

function relativeTo(folder: string, file: string): string {
  if (folder === "" || !isAbsolute(file)) return file;
  const way = relative(folder, file);
  return way.startsWith("..") ? file : way;
}
