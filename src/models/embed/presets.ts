// The embedding models that tellback knows by name, so that a user need not know their dimensions, pooling or prefixes.

import type { Prefixes } from "./embedder.ts";
import type { Pooling } from "./transformers-model.ts";

type ModelProvider = "bundled" | "transformers" | "openai" | "ollama";

export interface Preset {
  provider: ModelProvider;
  /** The name the provider knows it by. */
  model: string;
  dimensions: number;
  /** Dimensions of the full vector, if a shorter one may be cut from it. */
  full?: number;
  prefixes?: Prefixes;
  /** transformers only */
  pooling?: Pooling;
  dtype?: string;
}

const qwenPrefixes: Prefixes = {
  document: "",
  query: {
    observation: "Instruct: Find development observations about code changes and decisions\nQuery: ",
    code: "Instruct: Find code snippets, functions, and implementation details\nQuery: ",
    learning: "Instruct: Find project learnings, patterns, and best practices\nQuery: ",
  },
};

const nomicQuery = "search_query: ";
const nomicPrefixes: Prefixes = {
  document: "search_document: ",
  query: { observation: nomicQuery, code: nomicQuery, learning: nomicQuery },
};

export const minilm = {
  provider: "bundled",
  model: "all-minilm-l6-v2",
  dtype: "int8",
  dimensions: 384,
} as const satisfies Preset;

export const presets: Readonly<Record<string, Preset>> = {
  minilm,
  "gte-small": {
    provider: "transformers",
    model: "Xenova/gte-small",
    dimensions: 384,
    pooling: "mean",
    dtype: "q8",
  },
  "qwen3-embedding-0.6b": {
    provider: "transformers",
    model: "onnx-community/Qwen3-Embedding-0.6B-ONNX",
    dimensions: 256,
    full: 1024,
    pooling: "last_token",
    dtype: "q8",
    prefixes: qwenPrefixes,
  },
  "qwen3-embedding:0.6b": {
    provider: "ollama",
    model: "qwen3-embedding:0.6b",
    dimensions: 256,
    full: 1024,
    prefixes: qwenPrefixes,
  },
  "nomic-embed-text": {
    provider: "ollama",
    model: "nomic-embed-text",
    dimensions: 768,
    prefixes: nomicPrefixes,
  },
  "all-minilm": { provider: "ollama", model: "all-minilm", dimensions: 384 },
  "mxbai-embed-large": { provider: "ollama", model: "mxbai-embed-large", dimensions: 1024 },
  "bge-m3": { provider: "ollama", model: "bge-m3", dimensions: 1024 },
  "text-embedding-3-small": {
    provider: "openai",
    model: "text-embedding-3-small",
    dimensions: 512,
    full: 1536,
  },
  "text-embedding-3-large": {
    provider: "openai",
    model: "text-embedding-3-large",
    dimensions: 1024,
    full: 3072,
  },
};
