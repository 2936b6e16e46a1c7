// Language models behind an HTTP API: Anthropic's own, or any that speaks OpenAI's chat completions (Ollama, LM Studio,
// vLLM, hosted ones).

import { BlockList, isIP, isIPv6 } from "node:net";
import { TellbackError } from "../../protocol/errors.ts";
import { converse, type Patience } from "./converse.ts";
import type { Llm } from "./llm.ts";

export interface HostedOptions {
  provider: "anthropic" | "openai-compatible";
  model: string;
  url: string;
  apiKey?: string | undefined;
  /** For each request: two requests and the pauses between them stay within a job's lease. */
  timeoutMs?: number | undefined;
  patience?: Patience | undefined;
}

export function openHosted(options: HostedOptions): Llm {
  const { provider, model, apiKey } = options;
  const url = apiUrl(provider, options.url);
  const closing = new AbortController();
  let takesSchema = true;

  return {
    provider,
    model,
    isLocal: isPrivateHost(url.hostname),
    addedTokens: 1_000,
    async complete(request) {
      const { createLanguageModel, generate, refusesSchema } = await import("./language-model.ts");
      const languageModel = createLanguageModel({ provider, model, url, apiKey });
      return converse(
        request,
        async (composed, signal) => {
          const ask = () =>
            generate(languageModel, url.host, {
              composed,
              schema: takesSchema ? request.schema : null,
              maxTokens: request.maxTokens,
              timeoutMs: options.timeoutMs ?? 100_000,
              signal,
            });
          const sent = await ask();
          if (!takesSchema || !refusesSchema(sent)) return sent;
          takesSchema = false;
          return ask();
        },
        {
          // Anthropic's servers enforce the schema; some of the others ignore it.
          describeForm: provider === "openai-compatible",
          closing: closing.signal,
          patience: options.patience,
        },
      );
    },
    async close() {
      closing.abort();
    },
  };
}

/** Accepts a base URL (`https://host`, `https://host/v1`) or the full URL. */
export function apiUrl(provider: HostedOptions["provider"], text: string): URL {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new TellbackError("invalid_input", `invalid llm.url "${text}": it must be an http or https URL`, {
      hint: "Example: `tellback config set llm.url http://127.0.0.1:11434/v1`",
    });
  }
  const end = provider === "anthropic" ? /\/messages\/?$/ : /\/chat\/completions\/?$/;
  url.pathname = url.pathname.replace(end, "").replace(/\/+$/, "") || "/v1";
  return url;
}

/** This machine, or one in the same private network: such a model costs nothing per token. */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) === 0
    ? /^(localhost|.*\.local|.*\.localhost|host\.docker\.internal)$/.test(host)
    : privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

const privateNetworks = new BlockList();
privateNetworks.addSubnet("127.0.0.0", 8);
privateNetworks.addSubnet("10.0.0.0", 8);
privateNetworks.addSubnet("172.16.0.0", 12);
privateNetworks.addSubnet("192.168.0.0", 16);
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
