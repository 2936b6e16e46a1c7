// The first questions of a session, while the embedding model is not loaded: answered from full text, with a note.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Embeddings, startEmbeddings } from "../../support/embedding-stand-in.ts";
import {
  type Home,
  registeredPid,
  rows,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { gitProject } from "../../support/temp.ts";
import { mcpClient } from "./stdio-client.ts";

let embeddings: Embeddings;
let home: Home;
let here: string;

beforeAll(async () => {
  embeddings = await startEmbeddings();
  home = await tellbackHome();
  here = await gitProject(join(home.path, "user/here"));
});
afterAll(async () => {
  embeddings.isHeld = () => false;
  await stop(home);
  await home[Symbol.asyncDispose]();
  await embeddings[Symbol.asyncDispose]();
});

test("the daemon starts when a client connects, before its first call", async () => {
  const client = await mcpClient(home, { cwd: here });
  await until("the daemon is there", () => registeredPid(home) !== null);
  expect(await client.end()).toBe(0);
  await stop(home);
});

test("a search does not wait for the model, and uses vectors once it is loaded", async () => {
  const env = embeddings.settings("slow", 32);
  const kept = await tellback(home, ["remember", "Herons nest in the reeds"], { cwd: here, env });
  expect(kept, kept.stderr).toMatchObject({ code: 0 });
  const counted = "select count(*) as n from document_vectors";
  await until("the document has its vector", () => rows<{ n: number }>(home, counted)[0]?.n === 1);
  await stop(home);

  let isLoading = true;
  embeddings.isHeld = () => isLoading;
  const client = await mcpClient(home, { cwd: here, env });
  const ask = (name: string) => client.tool(name, { query: "herons reeds" });
  const cold = (await ask("search_memory")).structuredContent;
  expect(cold.results).toHaveLength(1);
  expect(cold.note).toContain("by words only");
  expect((await ask("recall")).structuredContent.nodes).toHaveLength(1);

  isLoading = false;
  await until("it finds by meaning", async () => !("note" in (await ask("search_memory")).structuredContent));
  expect(await client.end()).toBe(0);
});
