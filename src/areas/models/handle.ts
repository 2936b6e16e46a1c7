// Operations on language models.

import { compressNow } from "../../journeys/compress/compress.ts";
import { tryCompression } from "../../journeys/eval/try-compression.ts";
import { compressionState } from "../../journeys/report/compression-state.ts";
import { improvesObservations, openSetting } from "../../memory/ask-model.ts";
import { pricesPath } from "../../models/prices.ts";
import { capsOf, spendReport } from "../../models/spend.ts";
import { queryEvents } from "../../store/event-sql.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  "eval.compression": ({ memory }, input) =>
    tryCompression(memory, input, (setting) => openSetting(memory, setting)),
  async "eval.sql"({ memory }, { query }) {
    await memory.events.flush();
    return queryEvents(memory.db, query);
  },
  async "compress.start"({ memory }) {
    if (improvesObservations(memory.config)) await compressNow(memory.db);
    return compressionState(memory);
  },
  "compress.state": ({ memory }) => compressionState(memory),
  async spend({ memory }, { by }) {
    const report = await spendReport(memory.db, by, capsOf(memory.config));
    return { ...report, prices: pricesPath(memory.paths.home) };
  },
} satisfies HandlersOf<typeof operations>;
