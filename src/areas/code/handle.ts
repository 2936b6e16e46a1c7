// Operations on the code map.

import { fromUser } from "../../config/paths.ts";
import { calleesOf, callersOf, describeSymbol, drawCode, impactOf } from "../../journeys/map/answers.ts";
import { listChanges } from "../../journeys/map/changes.ts";
import { deadCode, hotspotsOf, testsFor } from "../../journeys/map/dead-code.ts";
import { impactOfDiff } from "../../journeys/map/diff-impact.ts";
import { codeMapForAgent } from "../../journeys/map/for-agent.ts";
import { outline } from "../../journeys/map/outline.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { enqueue } from "../../store/jobs.ts";
import { type HandlersOf, noMapRun } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async "map.start"(context, { path }) {
    if (statForeignSync(fromUser(path)) === null)
      throw new TellbackError("not_found", `${path} does not exist`, {
        hint: "Name a folder or file of a project.",
      });
    const run = context.maps.get(path);
    if (run?.state !== "running" && run?.state !== "waiting") {
      context.maps.set(path, { ...noMapRun, state: "waiting" });
      await enqueue(context.memory.db, { kind: "map", key: path, payload: { folder: path } });
    }
    return context.maps.get(path) ?? noMapRun;
  },
  async "map.state"(context, { path }) {
    return context.maps.get(path) ?? noMapRun;
  },
  "map.show": ({ memory }, asked) => outline(memory, asked),
  code_map: ({ memory }, asked) => codeMapForAgent(memory, asked),
  symbol: ({ memory }, { name, folder }) => describeSymbol(memory, folder, name),
  callers: ({ memory }, asked) => callersOf(memory, asked),
  callees: ({ memory }, asked) => calleesOf(memory, asked),
  impact: ({ memory }, asked) => impactOf(memory, asked),
  "impact.diff": ({ memory }, asked) => impactOfDiff(memory, asked),
  tests: ({ memory }, asked) => testsFor(memory, asked),
  dead: ({ memory }, asked) => deadCode(memory, asked),
  hotspots: ({ memory }, asked) => hotspotsOf(memory, asked),
  changes: ({ memory }, asked) => listChanges(memory, asked),
  "code.draw": ({ memory }, asked) => drawCode(memory, asked),
} satisfies HandlersOf<typeof operations>;
