import { describe, expect, test } from "vitest";
import { z } from "zod";
import { apiUrl, isPrivateHost } from "./hosted.ts";
import { type LlmSettings, openLlm } from "./open.ts";

const folder = "/nowhere";
const request = { system: "s", prompt: "p", schema: z.object({}), maxTokens: 1 };
const ollama = { provider: "openai-compatible", url: "http://127.0.0.1:11434", folder } as const;

test("offline is no model at all", () => {
  expect(openLlm({ provider: "offline", apiKey: "key", folder })).toBeNull();
});

test.each<[Omit<LlmSettings, "folder">, string, string]>([
  [{ provider: "anthropic", apiKey: "k" }, "claude-haiku-5-5", "claude-sonnet-5-5"],
  [{ provider: "anthropic", apiKey: "k", model: "a", summaryModel: "b" }, "a", "b"],
  [{ provider: "claude-cli" }, "haiku", "sonnet"],
  [{ ...ollama, model: "qwen3:8b" }, "qwen3:8b", "qwen3:8b"],
  [{ ...ollama, model: "qwen3:8b", summaryModel: "qwen3:32b" }, "qwen3:8b", "qwen3:32b"],
])("%j asks %s for observations and %s for summaries", (settings, cheap, better) => {
  expect(openLlm({ ...settings, folder })?.model).toBe(cheap);
  expect(openLlm({ ...settings, folder }, "summaries")?.model).toBe(better);
});

test.each<[Omit<LlmSettings, "folder">, string]>([
  [{ provider: "anthropic" }, "tellback config set llm.apiKey"],
  [{ provider: "openai-compatible", model: "m" }, "tellback config set llm.url"],
  [{ provider: "openai-compatible", url: "http://127.0.0.1:1" }, "tellback config set llm.model"],
  [{ provider: "openai-compatible", model: "m", url: "ftp://x" }, "tellback config set llm.url"],
])("%j does not stop the daemon, and says when asked what to set: %s", async (settings, hint) => {
  const llm = openLlm({ ...settings, folder });
  await expect(llm?.complete(request)).rejects.toMatchObject({
    code: "unavailable",
    hint: expect.stringContaining(hint),
  });
});

describe("addresses", () => {
  test.each([
    ["anthropic", "https://api.anthropic.com", "https://api.anthropic.com/v1"],
    ["anthropic", "https://proxy.example/anthropic/v1/messages", "https://proxy.example/anthropic/v1"],
    ["openai-compatible", "http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
    ["openai-compatible", "http://127.0.0.1:1234/v1/", "http://127.0.0.1:1234/v1"],
    ["openai-compatible", "https://host/api/v1/chat/completions", "https://host/api/v1"],
  ] as const)("%s at %s is asked at %s", (provider, given, full) => {
    expect(apiUrl(provider, given).href).toBe(full);
  });

  test.each([
    ["127.0.0.1", true],
    ["localhost", true],
    ["[::1]", true],
    ["[fd12:3456::7]", true],
    ["[::ffff:c0a8:114]", true],
    ["[2001:db8::1]", false],
    ["192.168.1.20", true],
    ["172.20.0.2", true],
    ["mac.local", true],
    ["172.32.0.2", false],
    ["11.0.0.1", false],
    ["api.openai.com", false],
    ["10.example.com", false],
  ])("%s is a private host: %s", (host, atHome) => {
    expect(isPrivateHost(host)).toBe(atHome);
  });
});
