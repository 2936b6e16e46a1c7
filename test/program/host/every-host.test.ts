// tellback in every host whose client is on npm, with the real program and a scripted model: what it did is kept, each
// thing once; the next session is told of it; a session that goes on is the same one; and the host's files are as before
// when tellback is removed. The user's home has a name that breaks careless quoting.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { hostClients } from "../../support/hosts/clients.ts";
import { asked, type GoesOn, replied, runClient } from "../../support/hosts/host-client.ts";
import { entry, rowsIn, until } from "../../support/tellback.ts";
import { git, gitProject } from "../../support/temp.ts";
import { newUser, type User } from "../install/user.ts";

const found = await Promise.all(
  hostClients.map(async (client) => ({ client, available: await client.find() })),
);

const hardName = "o'neil's häfen";

interface Kept {
  title: string;
  session_id: string;
}

function keptOf(user: User): Kept[] {
  const sql = "select title, session_id from observations order by happened_at, seq";
  // What the model says when its script is over, such as to the answer of an agent in the background.
  return rowsIn<Kept>(`${user.tellbackHome}/tellback.db`, sql).filter(
    ({ title: one }) => one !== "Replied: Done.",
  );
}

const doubled = (titles: readonly string[]) => titles.filter((one, at) => titles.indexOf(one) !== at);

async function runTellback({ home, tellbackHome, project }: User, ...args: string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TELLBACK_HOME: tellbackHome,
    TELLBACK_EMBED_PROVIDER: "off",
  };
  await promisify(execFile)(process.execPath, [entry, ...args], { cwd: project, env });
}

const sessionsIn = (user: User) =>
  rowsIn<{ id: string; host: string }>(`${user.tellbackHome}/tellback.db`, "select id, host from sessions");

describe.each(found)("$client.host", ({ client, available }) => {
  test.skipIf(!available.ok)(
    title("is captured once, told, and left as it was", available),
    { timeout: 240_000 },
    async () => {
      if (!available.ok) return;
      await using user = await newUser({}, hardName);
      await using model = await client.model(user.project);
      for (const [name, text] of Object.entries(client.settings(model.url, user.home)))
        await user.write(name, text);
      const before = user.tree();
      const install = ["install", "--host", client.host];
      expect(await user.tellback(...install)).toMatchObject({ code: 0, stderr: "" });
      const installed = user.tree();
      expect(await user.tellback("uninstall", "--host", client.host)).toMatchObject({ code: 0 });
      expect(user.tree()).toEqual(before);
      await user.tellback(...install);
      expect(user.tree()).toEqual(installed);

      const run = (prompt: string, more: { goesOn?: GoesOn; session?: string } = {}) =>
        runClient(client, available.path, user, { prompt, url: model.url, ...more });
      await run(asked);
      await until(
        `${client.kept.length} observations are kept`,
        () => keptOf(user).length >= client.kept.length,
      );
      const titles = () => keptOf(user).map((one) => one.title);
      expect(titles().toSorted()).toEqual(client.kept.toSorted());
      expect(sessionsIn(user).map(({ host }) => host)).toEqual([client.host]);

      await run("And now?");
      const next = model.asked.filter((body) => body.includes("And now?"));
      // The requests themselves would fill the terminal.
      expect(next.some((body) => body.includes(replied))).toBe(true);

      const askedIn = (words: string) =>
        keptOf(user).filter((one) => /^Asked: "?/.test(one.title) && one.title.includes(words));
      await until("the second prompt is kept", () => askedIn("And now?").length > 0);
      for (const goesOn of client.goesOn) {
        const words = `Now ${goesOn}`;
        await run(words, { goesOn, session: askedIn("And now?")[0]?.session_id ?? "" });
        await until(`the prompt of the ${goesOn} is kept`, () => askedIn(words).length > 0);
        const [second, third] = [askedIn("And now?"), askedIn(words)];
        expect([second.length, third.length]).toEqual([1, 1]);
        const isSame = third[0]?.session_id === second[0]?.session_id;
        expect({ goesOn, isSame }).toEqual({ goesOn, isSame: goesOn === "resume" });
      }
      // What the host keeps itself is what its hooks have brought already.
      expect(await user.tellback("import", client.host)).toMatchObject({ code: 0 });
      const all = titles();
      expect(doubled(all)).toEqual([]);

      // An empty memory gets the same from it, each once.
      const other = { ...user, tellbackHome: user.file(".tellback/other") };
      await runTellback(other, "import", client.host);
      const imported = keptOf(other).map((one) => one.title);
      expect(doubled(imported)).toEqual([]);
      expect(imported.filter((one) => /^Asked/.test(one)).toSorted()).toEqual(
        all.filter((one) => /^Asked/.test(one)).toSorted(),
      );
      expect(imported.filter((one) => /^(?:Ran exit|Wrote)/.test(one))).toHaveLength(2);

      const worked = user.tree();
      expect(await user.tellback("uninstall", "--host", client.host)).toMatchObject({ code: 0 });
      const after = user.tree();
      for (const name of Object.keys(before)) {
        const isClients = worked[name] !== installed[name];
        if (!isClients) expect.soft(after[name], name).toBe(before[name]);
        else expect.soft(readFileSync(user.file(name), "utf8"), name).not.toContain("tellback");
      }
      const left = Object.keys(after).filter(
        (name) => installed[name] !== undefined && before[name] === undefined,
      );
      expect(left).toEqual([]);
    },
  );
});

const ready = found.flatMap(({ client, available }) =>
  available.ok ? [{ client, program: available.path }] : [],
);

test("those at work in one folder and its worktree at once keep apart, in one project", {
  timeout: 400_000,
}, async () => {
  await using user = await newUser();
  await gitProject(user.project, { "README.md": "The harbour\n" });
  const worktree = user.file("work/quay");
  await git(user.project, "worktree", "add", "--quiet", worktree);
  const folders = ready.map((_, at) => (at % 2 === 0 ? user.project : worktree));
  const models = await Promise.all(ready.map(({ client }, at) => client.model(folders[at] ?? "")));
  for (const [at, { client }] of ready.entries()) {
    for (const [name, text] of Object.entries(client.settings(models[at]?.url ?? "", user.home)))
      await user.write(name, text);
    expect(await user.tellback("install", "--host", client.host)).toMatchObject({ code: 0, stderr: "" });
  }
  // More of them would only wait for the processor.
  for (const together of [ready.slice(0, 3), ready.slice(3, 6), ready.slice(6)]) {
    await Promise.all(
      together.map(({ client, program }) => {
        const at = ready.findIndex((one) => one.client === client);
        const [url, cwd] = [models[at]?.url ?? "", folders[at]];
        return runClient(client, program, user, { prompt: asked, url }, cwd);
      }),
    );
  }
  const database = `${user.tellbackHome}/tellback.db`;
  const sql =
    "select s.host || ' ' || o.title as title from observations o join sessions s on s.id = o.session_id where o.title <> 'Replied: Done.'";
  const kept = () => rowsIn<{ title: string }>(database, sql).map(({ title: one }) => one);
  // They find each other's files, so only how much of each is kept is the same as alone.
  const wanted = ready.map(({ client }) => `${client.host} ${client.kept.length}`);
  const counted = () =>
    ready.map(
      ({ client: { host } }) => `${host} ${kept().filter((one) => one.startsWith(`${host} `)).length}`,
    );
  await until("everything is kept", () => counted().join() === wanted.join());
  expect(doubled(kept())).toEqual([]);
  const names = ready.map(({ client }) => client.host).toSorted();
  expect(
    sessionsIn(user)
      .map(({ host }) => host)
      .toSorted(),
  ).toEqual(names);
  expect(rowsIn(database, "select id from projects")).toHaveLength(1);
  for (const model of models) await model[Symbol.asyncDispose]();
});
