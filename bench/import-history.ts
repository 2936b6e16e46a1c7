// A generated history of Claude Code for bench/import.ts: sessions of prompts, tool uses and replies in the form that
// the client writes. The same seed gives the same bytes. Its words come from tellback's own sources.

import { closeSync, globSync, mkdirSync, openSync, readFileSync, utimesSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

export interface History {
  bytes: number;
  files: number;
  /** Prompts, replies and tool uses. */
  observations: number;
}

/** A random generator with a seed: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const turnsPerSession = 25;
const projects = 8;
const start = Date.parse("2025-01-01T08:00:00.000Z");

/** Writes about `wanted` bytes of transcripts under a projects folder. */
export function writeHistory(folder: string, wanted: number, seed = 1): History {
  const random = seeded(seed);
  const code = globSync("src/**/*.ts", { cwd: root })
    .sort()
    .map((path) => ({
      path,
      lines: readFileSync(join(root, path), "utf8").split("\n"),
    }));
  const prose = ["ARCHITECTURE.md", "CHANGELOG.md", "docs/how-it-works.md"]
    .flatMap((path) => readFileSync(join(root, path), "utf8").split(/(?<=[.:])\s+/))
    .filter((sentence) => sentence.length > 30);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const sentences = (most: number): string => Array.from({ length: upTo(most) }, () => pick(prose)).join(" ");

  const history: History = { bytes: 0, files: 0, observations: 0 };
  let clock = start;
  let number = 0;
  const uuid = () =>
    `${(++number).toString(16).padStart(8, "0")}-0000-4000-8000-${seed.toString(16).padStart(12, "0")}`;

  function session(n: number): void {
    const sessionId = uuid();
    const cwd = `/home/dev/project-${n % projects}`;
    const path = join(folder, cwd.replaceAll("/", "-"), `${sessionId}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    const lines: string[] = [];
    const put = (record: object): void => {
      clock += upTo(4_000);
      const about = {
        userType: "external",
        entrypoint: "cli",
        cwd,
        sessionId,
        version: "2.1.325",
        gitBranch: "main",
      };
      lines.push(
        `${JSON.stringify({ parentUuid: null, isSidechain: false, ...record, uuid: uuid(), timestamp: new Date(clock).toISOString(), ...about })}\n`,
      );
    };
    const assistant = (content: object): void =>
      put({
        message: {
          id: `msg_${number}`,
          type: "message",
          role: "assistant",
          model: "claude-opus-5-5",
          content: [content],
          stop_reason: "tool_use",
          stop_sequence: null,
          usage: {
            input_tokens: 4,
            cache_creation_input_tokens: 912,
            cache_read_input_tokens: 20_414,
            output_tokens: 211,
            service_tier: "standard",
          },
        },
        requestId: `req_${number}`,
        type: "assistant",
      });
    for (let turn = 0; turn < turnsPerSession; turn++) {
      const promptId = uuid();
      put({ promptId, type: "user", message: { role: "user", content: sentences(3) } });
      history.observations++;
      for (let use = upTo(12); use > 0; use--) {
        const { name, input, result, answer } = toolUse(cwd);
        const id = `toolu_${number}`;
        assistant({ type: "tool_use", id, name, input });
        put({
          promptId,
          type: "user",
          message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: result }] },
          toolUseResult: answer,
        });
        history.observations++;
      }
      assistant({ type: "text", text: sentences(8) });
      history.observations++;
    }
    const file = openSync(path, "w");
    for (const line of lines) history.bytes += writeSync(file, line);
    closeSync(file);
    const at = new Date(clock);
    utimesSync(path, at, at);
    history.files++;
    clock += 3_600_000;
  }

  function toolUse(cwd: string): { name: string; input: object; result: string; answer: object } {
    const { path, lines } = pick(code);
    const file_path = `${cwd}/${path}`;
    const from = Math.floor(random() * lines.length);
    const part = lines.slice(from, from + upTo(120));
    const content = part.join("\n");
    const kind = random();
    if (kind < 0.35) {
      const numbered = part.map((line, i) => `${from + i + 1}\t${line}`).join("\n");
      const file = {
        filePath: file_path,
        content,
        numLines: part.length,
        startLine: from + 1,
        totalLines: lines.length,
      };
      return {
        name: "Read",
        input: { file_path, offset: from, limit: part.length },
        result: numbered,
        answer: { type: "text", file },
      };
    }
    if (kind < 0.55) {
      const [old_string = "", new_string = ""] = [pick(lines), pick(lines)];
      const structuredPatch = [
        {
          oldStart: from,
          oldLines: 7,
          newStart: from,
          newLines: 7,
          lines: [...part.slice(0, 6).map((line) => ` ${line}`), `-${old_string}`, `+${new_string}`],
        },
      ];
      const answer = {
        filePath: file_path,
        oldString: old_string,
        newString: new_string,
        originalFile: lines.join("\n"),
        structuredPatch,
        userModified: false,
        replaceAll: false,
      };
      return {
        name: "Edit",
        input: { file_path, old_string, new_string },
        result: `The file ${file_path} has been updated successfully.`,
        answer,
      };
    }
    if (kind < 0.65) {
      const found = part.map((line, i) => `${path}:${from + i}:${line}`).join("\n");
      return {
        name: "Grep",
        input: { pattern: path.split("/")[1], output_mode: "content" },
        result: found,
        answer: { mode: "content", content: found, numFiles: 1 },
      };
    }
    const stdout =
      kind < 0.85
        ? content
        : `> test\n> node test.js\n\n${part.map((line) => ` ok  ${line.trim()}`).join("\n")}\n Tests  ${part.length} passed`;
    const command = kind < 0.85 ? `sed -n '${from},${from + part.length}p' ${path}` : `npm test -- ${path}`;
    return {
      name: "Bash",
      input: { command, description: "look" },
      result: stdout,
      answer: { stdout, stderr: "", interrupted: false, isImage: false },
    };
  }

  for (let n = 0; history.bytes < wanted; n++) session(n);
  return history;
}
