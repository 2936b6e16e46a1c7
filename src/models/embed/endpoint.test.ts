import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type EndpointOptions, endpointUrl, openEndpoint } from "./endpoint.ts";

interface RecordedRequest {
  path: string | undefined;
  authorization: string | undefined;
  body: { input: string[]; [key: string]: unknown };
}

type Reply = (response: ServerResponse, seen: RecordedRequest, attempt: number) => void;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A server on loopback that answers each request as `reply` says, and remembers what it was asked. */
async function serve(reply: Reply): Promise<{ url: string; seen: RecordedRequest[] }> {
  const seen: RecordedRequest[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = {
      path: request.url,
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    seen.push(asked);
    reply(response, asked, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function open(options: Partial<EndpointOptions> & { url: string }) {
  const embedder = openEndpoint({ wire: "openai", model: "some-model", dimensions: 2, ...options });
  endings.push(() => embedder.close());
  return embedder;
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** As OpenAI answers, but out of order; the vector encodes the length of the text. */
const openAi: Reply = (response, { body }) =>
  send(response, 200, {
    object: "list",
    data: body.input.map((text, index) => ({ index, embedding: [text.length, 1] })).reverse(),
  });
const ollama: Reply = (response, { body }) =>
  send(response, 200, { model: "m", embeddings: body.input.map((text) => [text.length, 1]) });

const rounded = (vectors: Float32Array[]) => vectors.map((v) => Math.round((v[0] ?? 0) / (v[1] ?? 1)));

describe("an OpenAI-compatible endpoint", () => {
  test("gives normalised vectors in the order of the texts", async () => {
    const { url, seen } = await serve(openAi);
    const embedder = open({ url, apiKey: "key" });
    const vectors = await embedder.embed(["abc", "a"], "document");
    expect(rounded(vectors)).toEqual([3, 1]);
    expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1, 6);
    expect(embedder.id).toBe("openai:some-model/2");
    expect(seen).toEqual([
      {
        path: "/v1/embeddings",
        authorization: "Bearer key",
        body: { model: "some-model", input: ["abc", "a"], encoding_format: "float" },
      },
    ]);
  });

  test("cuts many texts into requests the server can take", async () => {
    const { url, seen } = await serve(openAi);
    const texts = Array.from({ length: 150 }, (_, i) => "x".repeat(i + 1));
    expect(rounded(await open({ url }).embed(texts, "document"))).toEqual(texts.map((text) => text.length));
    expect(seen.map(({ body }) => body.input.length)).toEqual([64, 64, 22]);
  });

  test("bounds the length of a text and never sends an empty one", async () => {
    const { url, seen } = await serve(openAi);
    await open({ url }).embed(["", "y".repeat(1_000_000)], "document");
    expect(seen[0]?.body.input.map((text) => text.length)).toEqual([1, 6_000]);
  });

  test("asks for shorter vectors, and cuts them itself when the server does not", async () => {
    const { url, seen } = await serve((response, { body }) =>
      send(response, 200, { data: body.input.map((_, index) => ({ index, embedding: [3, 4, 100] })) }),
    );
    const [vector] = await open({ url, shorten: true }).embed(["a"], "document");
    expect(seen[0]?.body).toMatchObject({ dimensions: 2 });
    expect([...(vector ?? [])].map((value) => value.toFixed(1))).toEqual(["0.6", "0.8"]);
  });

  test("puts the model's prefix before queries only", async () => {
    const { url, seen } = await serve(openAi);
    const embedder = open({
      url,
      prefixes: { document: "", query: { observation: "O: ", code: "C: ", learning: "L: " } },
    });
    await embedder.embed(["text"], "document");
    await embedder.embed(["text"], "query");
    await embedder.embed(["text"], "query", "code");
    expect(seen.map(({ body }) => body.input[0])).toEqual(["text", "O: text", "C: text"]);
  });
});

describe("Ollama", () => {
  test("speaks /api/embed", async () => {
    const { url, seen } = await serve(ollama);
    expect(rounded(await open({ url, wire: "ollama" }).embed(["abcd", "ab"], "query"))).toEqual([4, 2]);
    expect(seen[0]).toMatchObject({
      path: "/api/embed",
      authorization: undefined,
      body: { model: "some-model", input: ["abcd", "ab"], truncate: true },
    });
  });

  test("says how to get a missing model", async () => {
    const { url, seen } = await serve((response) => send(response, 404, { error: "model not found" }));
    await expect(open({ url, wire: "ollama" }).embed(["a"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("model not found"),
      hint: expect.stringContaining("ollama pull"),
    });
    expect(seen).toHaveLength(1);
  });
});

describe("a failing server", () => {
  test.each([429, 500, 503])("that answers %i once is asked again", async (status) => {
    const { url, seen } = await serve((response, asked, attempt) =>
      attempt === 1
        ? send(response, status, "busy", { "retry-after": "0" })
        : openAi(response, asked, attempt),
    );
    expect(rounded(await open({ url }).embed(["abc"], "query"))).toEqual([3]);
    expect(seen).toHaveLength(2);
  });

  test("that stays busy ends in a clear error", async () => {
    const { url, seen } = await serve((response) => send(response, 500, "on fire", { "retry-after": "0" }));
    await expect(open({ url, attempts: 3 }).embed(["a"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/500.*on fire/),
    });
    expect(seen).toHaveLength(3);
  });

  test("backs off if the server sends no retry-after", async () => {
    const times: number[] = [];
    const { url } = await serve((response) => {
      times.push(performance.now());
      send(response, 503, "busy");
    });
    await expect(open({ url, attempts: 3 }).embed(["a"], "query")).rejects.toThrow("503");
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThan(150);
    expect(third - second).toBeGreaterThan(300);
  });

  test("that says nothing is given up after the timeout", async () => {
    const { url } = await serve(() => {});
    await expect(open({ url, timeoutMs: 80, attempts: 1 }).embed(["a"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("no answer within 80 ms"),
    });
  });

  test("that is unreachable is named in the error", async () => {
    await expect(
      open({ url: "http://127.0.0.1:1", attempts: 1 }).embed(["a"], "query"),
    ).rejects.toMatchObject({
      code: "unavailable",
      message: "127.0.0.1:1: no connection",
    });
  });

  test("that refuses the key is not asked twice, and the key stays out of the error", async () => {
    const { url, seen } = await serve((response) => send(response, 401, { error: "bad key" }));
    const error = await open({ url, apiKey: "sk-secret" })
      .embed(["a"], "query")
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "unavailable", hint: "Set embed.apiKey." });
    expect(JSON.stringify([error.message, error.hint])).not.toContain("sk-secret");
    expect(seen).toHaveLength(1);
  });

  test("that gives vectors of another length is an error with the number to set", async () => {
    const { url } = await serve(openAi);
    await expect(open({ url, dimensions: 3 }).embed(["a"], "query")).rejects.toMatchObject({
      code: "invalid_input",
      hint: "Run `tellback config set embed.dimensions 2`.",
    });
  });

  test.each([
    ["HTML", "<html>"],
    ["another shape", { ok: true }],
    ["too few vectors", { data: [] }],
    ["a vector without direction", { data: [{ index: 0, embedding: [0, 0] }] }],
  ])("that answers with %s is an error, not a vector", async (_, body) => {
    const { url } = await serve((response) => send(response, 200, body));
    await expect(open({ url }).embed(["a"], "query")).rejects.toMatchObject({ code: "unavailable" });
  });

  test("does not delay close()", async () => {
    const { url } = await serve((response) => send(response, 503, "busy", { "retry-after": "15" }));
    const embedder = open({ url });
    const call = expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "interrupted" });
    setTimeout(() => embedder.close(), 50);
    await call;
  });
});

test.each([
  ["openai", "https://api.example.com", "https://api.example.com/v1/embeddings"],
  ["openai", "https://api.example.com/v1/", "https://api.example.com/v1/embeddings"],
  ["openai", "https://api.example.com/x/embeddings?v=1", "https://api.example.com/x/embeddings?v=1"],
  ["ollama", "http://127.0.0.1:11434", "http://127.0.0.1:11434/api/embed"],
  ["ollama", "http://127.0.0.1:11434/api/embed", "http://127.0.0.1:11434/api/embed"],
] as const)("%s at %s is asked at %s", (wire, base, full) => {
  expect(endpointUrl(wire, base).href).toBe(full);
});

test.each(["", "not a url", "file:///etc/passwd"])("refuses %j as an address", (base) => {
  expect(() => endpointUrl("openai", base)).toThrow("must be an http or https URL");
});
