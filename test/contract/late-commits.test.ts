// Programs that share a store commit in another order than they begin: what a later transaction overtook is found all the
// same by a program that was already running.

import { expect, test } from "vitest";
import type { Memory } from "../../src/memory/memory.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { addNode } from "../../src/rooms/knowledge/room.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";

const at = "2026-03-01T10:00:00.000Z";
const says = (db: Db, content: string) =>
  addNode(db, {
    ...{ projectId: null, type: "fact", category: null, content, confidence: 1, isManual: true },
    ...{ sessionId: null, observationId: null, at },
  });

async function finds({ search }: Memory): Promise<string[]> {
  const found = await search.find("timetable", {
    ...{ scope: { projects: everywhere }, limit: 10, moment: { now: new Date(), files: [] } },
    ...{ embeddingWithinMs: 1, isHurried: true, isPlain: true },
  });
  return found.map(({ document }) => document.title).sort();
}

forEachStore(
  (open) => {
    test("a document that was overtaken is found by a running reader", async () => {
      const place = await open.place();
      const [writer, reader] = [await place.open(), await place.open()];
      await says(writer.db, "The timetable of line 1");
      expect(await finds(reader)).toEqual(["The timetable of line 1"]);

      const slow = await writer.db.startTransaction().execute();
      await says(slow, "The timetable of line 2");
      await says(reader.db, "The timetable of line 3");
      expect(await finds(reader)).toEqual(["The timetable of line 1", "The timetable of line 3"]);
      await slow.commit().execute();
      const all = ["The timetable of line 1", "The timetable of line 2", "The timetable of line 3"];
      expect(await finds(reader)).toEqual(all);
      expect(await finds(reader)).toEqual(all);
    });
  },
  ["PostgreSQL"],
);
