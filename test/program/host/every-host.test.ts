// tellback in every other host whose client is on npm, with the real program and a scripted model: what it did is kept,
// each thing once; the next session is told of it; and the host's files are as before when tellback is removed.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { startCompletionsModel } from "../../support/completions-stand-in.ts";
import { asked, clientOf, hostClients, replied, runClient } from "../../support/host-clients.ts";
import { rowsIn, until } from "../../support/tellback.ts";
import { newUser } from "../install/user.ts";

const found = await Promise.all(
  hostClients.map(async (client) => ({ client, available: await clientOf(client) })),
);

describe.each(found)("$client.host", ({ client, available }) => {
  test.skipIf(!available.ok)(
    title("is captured once, told, and left as it was", available),
    {
      timeout: 180_000,
    },
    async () => {
      if (!available.ok) return;
      await using user = await newUser();
      const agents = client.agent ? { SUBTASK: client.agent } : {};
      await using model = await startCompletionsModel(
        [...client.script(user.project), ...(client.again ?? [])],
        agents,
      );
      for (const [name, text] of Object.entries(client.settings(model.url))) await user.write(name, text);
      const before = user.tree();
      const install = ["install", "--host", client.host];
      expect(await user.tellback(...install)).toMatchObject({ code: 0, stderr: "" });
      const installed = user.tree();
      expect(await user.tellback("uninstall", "--host", client.host)).toMatchObject({ code: 0 });
      expect(user.tree()).toEqual(before);
      await user.tellback(...install);
      expect(user.tree()).toEqual(installed);

      await runClient(client, available.path, user, { prompt: asked, url: model.url });
      const database = `${user.tellbackHome}/tellback.db`;
      const titles = () =>
        rowsIn<{ title: string }>(database, "select title from observations")
          .map((row) => row.title)
          // What the model says when its script is over, such as to the answer of an agent in the background.
          .filter((title) => title !== "Replied: Done.");
      await until(`${client.kept.length} observations are kept`, () => titles().length >= client.kept.length);
      expect(titles().toSorted()).toEqual(client.kept.toSorted());
      const sessions = rowsIn(database, "select host from sessions");
      expect(sessions).toEqual([{ host: client.host }]);

      await runClient(client, available.path, user, { prompt: "And now?", url: model.url });
      const next = model.asked.findIndex((body) => body.includes("And now?"));
      // The request itself would fill the terminal.
      expect({ next, isTold: model.asked[next]?.includes(replied) }).toEqual({ next, isTold: true });

      expect(await user.tellback("uninstall", "--host", client.host)).toMatchObject({ code: 0 });
      const after = user.tree();
      for (const name of Object.keys(before)) expect.soft(after[name], name).toBe(before[name]);
      const left = Object.keys(after).filter(
        (name) => installed[name] !== undefined && before[name] === undefined,
      );
      expect(left).toEqual([]);
    },
  );
});
