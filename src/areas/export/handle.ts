// Operations on the memory as a whole.

import { compact } from "../../journeys/compact/compact.ts";
import { exportMemory } from "../../journeys/export/export.ts";
import { forget, previewForgetting } from "../../journeys/forget/forget.ts";
import { rescan } from "../../journeys/forget/redact.ts";
import { exportKnowledge } from "../../journeys/graph/knowledge.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async export({ memory, exports }, input) {
    exports.run = { state: "running", records: 0 };
    try {
      const onRecord = (records: number) => {
        exports.run.records = records;
      };
      const done = await exportMemory(memory, input, onRecord, async (path, projects) => {
        return (await exportKnowledge(memory, { path, projects, force: true })).files.length;
      });
      exports.run = { state: "done", records: done.records };
      return done;
    } catch (error) {
      exports.run = { ...exports.run, state: "failed" };
      throw error;
    }
  },
  async "export.state"({ exports }) {
    return exports.run;
  },
  "forget.preview": ({ memory }, input) => previewForgetting(memory, input),
  forget: ({ memory }, input) => forget(memory, input, (sessionId) => compact(memory, sessionId)),
  "redact.preview": ({ memory }) => rescan(memory, true),
  redact: ({ memory }) => rescan(memory, false),
} satisfies HandlersOf<typeof operations>;
