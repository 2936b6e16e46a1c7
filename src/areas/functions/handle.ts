// Operations on the function library.

import { fromUser } from "../../config/paths.ts";
import { compareVersions } from "../../journeys/functions/compare.ts";
import { exportFunctions, importFunctions } from "../../journeys/functions/portable.ts";
import { runFunction } from "../../journeys/functions/run.ts";
import { rollBack, saveFunction } from "../../journeys/functions/save.ts";
import { findFunctions, similarTo } from "../../journeys/functions/search.ts";
import { takeOut } from "../../journeys/functions/take-out.ts";
import { testFunction } from "../../journeys/functions/test.ts";
import { owners } from "../../memory/owners.ts";
import {
  asFunction,
  changeFunction,
  deleteFunction,
  deleteTest,
  functionNamed,
  listFunctions,
  listVersions,
  metricsOf,
  neededBy,
  runHistory,
  usedTogether,
  usersOf,
} from "../../rooms/functions/room.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";
import { argsOf, testsOf } from "./input.ts";

export const handlers = {
  async "fn.save"({ memory }, { code, from, language, needs, tests, folder, tags, ...rest }) {
    const taken = from === undefined ? null : await takeOut(memory, folder ? fromUser(folder) : "", from);
    return saveFunction(memory, {
      ...rest,
      code: code ?? taken?.code,
      language: taken?.language ?? language,
      tags: tags === undefined ? undefined : listOf(tags),
      needs: needs === undefined ? undefined : listOf(needs),
      tests: tests === undefined ? [] : testsOf(tests),
    });
  },
  async "fn.list"({ memory }, filter) {
    const functions = await listFunctions(memory.db, filter);
    const all = await listFunctions(memory.db, { limit: Number.MAX_SAFE_INTEGER });
    return { functions, categories: [...new Set(all.map(({ category }) => category))].sort() };
  },
  async "fn.show"({ memory }, { name }) {
    const row = await functionNamed(memory.db, name);
    const shown = await owners.function.read(memory.db, row.id);
    const { needs, neededBy: users } = await linksOf(memory.db, row.id, row.version);
    return {
      ...{ ...shown, needs, neededBy: users, similar: await similarTo(memory, row) },
      usedTogether: await usedTogether(memory.db, row.id),
    };
  },
  async "fn.search"({ memory }, { query, limit }) {
    return { functions: await findFunctions(memory, query, limit) };
  },
  async "fn.run"({ memory }, { name, args, use, timeoutMs }) {
    return runFunction(memory, name, argsOf(args), { version: use, timeoutMs });
  },
  async "fn.test"({ memory }, { name, use, remove }) {
    if (remove !== undefined) await deleteTest(memory.db, (await functionNamed(memory.db, name)).id, remove);
    return testFunction(memory, name, use);
  },
  async "fn.versions"({ memory }, { name }) {
    const row = await functionNamed(memory.db, name);
    return {
      function: await asFunction(memory.db, row),
      versions: await listVersions(memory.db, row.id),
      metrics: await metricsOf(memory.db, row.id),
    };
  },
  async "fn.runs"({ memory }, { name, ...filter }) {
    const row = await functionNamed(memory.db, name);
    return { name: row.name, ...(await runHistory(memory.db, row.id, filter)) };
  },
  async "fn.diff"({ memory }, { name, from, to }) {
    return compareVersions(memory, name, { from, to });
  },
  async "fn.rollback"({ memory }, { name, to, force }) {
    return rollBack(memory, name, to, force);
  },
  async "fn.deps"({ memory }, { name }) {
    const row = await functionNamed(memory.db, name);
    return { name: row.name, ...(await linksOf(memory.db, row.id, row.version)) };
  },
  async "fn.export"({ memory }, { path, names, force }) {
    const to = fromUser(path);
    return {
      path: to,
      functions: await exportFunctions(memory, { path: to, names: listOf(names ?? ""), force }),
    };
  },
  async "fn.import"({ memory }, { path }) {
    return importFunctions(memory, fromUser(path));
  },
  async "fn.delete"({ memory }, { name }) {
    const row = await functionNamed(memory.db, name);
    await memory.db.transaction().execute((tx) => deleteFunction(tx, row.id));
    return { deleted: row.id };
  },
  async "fn.allow"({ memory }, { name, module }) {
    const row = await functionNamed(memory.db, name);
    const allowed = [...new Set([...(JSON.parse(row.allowed) as string[]), module])].sort();
    const changed = await changeFunction(
      memory.db,
      row.id,
      { allowed: JSON.stringify(allowed) },
      new Date().toISOString(),
    );
    return { function: await asFunction(memory.db, changed) };
  },
} satisfies HandlersOf<typeof operations>;

async function linksOf(db: Parameters<typeof neededBy>[0], id: string, version: number) {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  return { needs: names(await neededBy(db, id, version)), neededBy: names(await usersOf(db, id)) };
}

function listOf(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}
