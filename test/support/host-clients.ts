// The real programs of other hosts, each with one scripted session: how it is pinned and started, what its model does, and
// what tellback should keep of it. For the tests and the bench of hosts.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { User } from "../program/install/user.ts";
import type { Item } from "./completions-stand-in.ts";
import { npmProgram } from "./npm-program.ts";

const execute = promisify(execFile);

export interface HostClient {
  host: string;
  /** The pinned package, and the program in it. */
  program: readonly [name: string, version: string, file: string];
  /** The user's own settings, before tellback is installed. */
  settings(url: string): Record<string, string>;
  command(program: string, prompt: string, url: string): { args: string[]; env?: Record<string, string> };
  /** What the model does for the first prompt. */
  script(project: string): Item[];
  /** What its sub-agent does; the task says SUBTASK. */
  agent?: Item[];
  /** What the model does for the second prompt, where context comes with a tool. */
  again?: Item[];
  /** What is kept of it, each once. */
  kept: readonly string[];
}

const platform = `${process.platform}-${process.arch}`;

export const asked = "Write down what the harbour has";
export const replied = "The harbour is written down.";

export const hostClients: readonly HostClient[] = [
  {
    host: "qwen",
    program: ["@qwen-code/qwen-code", "0.24.4", "@qwen-code/qwen-code/cli-entry.js"],
    settings: () => ({
      ".qwen/settings.json":
        '{\n  // mine\n  "privacy": { "usageStatisticsEnabled": false },\n  "general": { "disableAutoUpdate": true }\n}\n',
    }),
    command: (program, prompt, url) => ({
      args: [
        ...[
          program,
          "--auth-type",
          "openai",
          "--openai-api-key",
          "made-up",
          "--openai-base-url",
          `${url}/v1`,
        ],
        ...["--model", "stand-in", "--yolo", "--prompt", prompt],
      ],
    }),
    script: (project) => [
      { call: "run_shell_command", args: { command: "exit 4", is_background: false } },
      { call: "write_file", args: { file_path: `${project}/harbour.txt`, content: "nine cranes\n" } },
      { call: "agent", args: { description: "count", prompt: "SUBTASK", subagent_type: "general-purpose" } },
      { say: replied },
    ],
    agent: [
      { call: "run_shell_command", args: { command: "ls", is_background: false } },
      { say: "One file." },
    ],
    kept: [
      `Asked: ${asked}`,
      "Ran exit 4: failed",
      "Wrote harbour.txt (1 line)",
      "Delegated to general-purpose: count",
      "Ran ls: harbour.txt",
      "Replied: One file.",
      `Replied: ${replied}`,
    ],
  },
  {
    host: "copilot",
    program: ["@github/copilot", "1.0.102", "@github/copilot/npm-loader.js"],
    settings: () => ({ ".copilot/mcp-config.json": '{ "mcpServers": {} }\n' }),
    command: (program, prompt, url) => ({
      args: [program, "--allow-all-tools", "-p", prompt],
      env: {
        ...{ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${url}/v1` },
        ...{ COPILOT_PROVIDER_API_KEY: "made-up", COPILOT_MODEL: "stand-in" },
      },
    }),
    script: (project) => [
      { call: "bash", args: { command: "exit 4", description: "fail" } },
      { call: "create", args: { path: `${project}/harbour.txt`, file_text: "nine cranes\n" } },
      {
        call: "task",
        args: {
          ...{ name: "counter", description: "count", prompt: "SUBTASK", agent_type: "general-purpose" },
          mode: "sync",
        },
      },
      { say: replied },
    ],
    agent: [{ call: "bash", args: { command: "ls", description: "list" } }, { say: "One file." }],
    kept: [
      `Asked: ${asked}`,
      "Ran exit 4: failed",
      "Wrote harbour.txt (1 line)",
      "Delegated to general-purpose: count → One file.",
      "Ran ls: harbour.txt",
      "Replied: One file.",
      `Replied: ${replied}`,
    ],
  },
  openCodeLike("opencode", [`opencode-${platform}`, "1.18.33", `opencode-${platform}/bin/opencode`]),
  {
    host: "cline",
    program: [`@cline/cli-${platform}`, "3.0.65", `@cline/cli-${platform}/bin/cline`],
    settings: (url) => ({
      ".cline/data/settings/providers.json": JSON.stringify({
        ...{ version: 1, lastUsedProvider: "openai-compatible", modes: {} },
        providers: {
          "openai-compatible": {
            settings: {
              ...{
                provider: "openai-compatible",
                apiKey: "made-up",
                model: "stand-in",
                baseUrl: `${url}/v1`,
              },
            },
            ...{ updatedAt: "2026-11-18T00:00:00.000Z", tokenSource: "manual" },
          },
        },
      }),
    }),
    command: (program, prompt) => ({ args: [program, prompt], env: { CLINE_TELEMETRY_DISABLED: "1" } }),
    script: (project) => [
      { call: "run_commands", args: { commands: ["exit 4"] } },
      { call: "editor", args: { path: `${project}/harbour.txt`, new_text: "nine cranes\n" } },
      { say: replied },
    ],
    kept: [`Asked: ${asked}`, "Ran exit 4: failed", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
    again: [{ call: "run_commands", args: { commands: ["true"] } }],
  },
  {
    host: "pi",
    program: [
      ...(["@earendil-works/pi-coding-agent", "0.87.1"] as const),
      "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
    ],
    settings: (url) => ({
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          stand: {
            ...{ baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "made-up" },
            models: [{ id: "stand-in" }],
          },
        },
      }),
    }),
    command: (program, prompt) => ({
      args: [program, "--provider", "stand", "--model", "stand-in", "-p", prompt],
      env: { PI_OFFLINE: "1" },
    }),
    script: (project) => [
      { call: "bash", args: { command: "exit 4" } },
      { call: "write", args: { path: `${project}/harbour.txt`, content: "nine cranes\n" } },
      { say: replied },
    ],
    kept: [`Asked: ${asked}`, "Ran exit 4: failed", "Wrote harbour.txt (1 line)", `Replied: ${replied}`],
  },
];

function openCodeLike(host: string, program: HostClient["program"]): HostClient {
  return {
    host,
    program,
    settings: (url) => ({
      [`.config/${host}/${host}.json`]: `{
  // mine
  "model": "stand/stand-in",
  "small_model": "stand/stand-in",
  "autoupdate": false,
  "provider": {
    "stand": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${url}/v1", "apiKey": "made-up" },
      "models": { "stand-in": {} }
    }
  }
}
`,
    }),
    command: (program, prompt) => ({
      args: [program, "run", prompt],
      env: { OPENCODE_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_MODELS_FETCH: "1" },
    }),
    script: (project) => [
      { call: "bash", args: { command: "exit 4", description: "fail" } },
      { call: "write", args: { filePath: `${project}/harbour.txt`, content: "nine cranes\n" } },
      { call: "task", args: { description: "count", prompt: "SUBTASK", subagent_type: "general" } },
      { say: replied },
    ],
    agent: [{ call: "bash", args: { command: "ls", description: "list" } }, { say: "One file." }],
    kept: [
      // The client puts arguments with spaces in quotes.
      `Asked: "${asked}"`,
      "Ran exit 4: failed",
      "Wrote harbour.txt (1 line)",
      "Delegated to general: count → One file.",
      "Ran ls: harbour.txt",
      "Replied: One file.",
      `Replied: ${replied}`,
    ],
  };
}

export const clientOf = ({ program: [name, version, file] }: HostClient) => npmProgram(name, version, file);

/** One session of the client, without a terminal. */
export async function runClient(
  client: HostClient,
  program: string,
  user: User,
  { prompt, url }: { prompt: string; url: string },
): Promise<string> {
  const { args, env: more } = client.command(program, prompt, url);
  // By its home a process that the client leaves behind is found and ended with the user's other processes.
  const home = { HOME: user.home, TELLBACK_HOME: user.tellbackHome };
  const env = { PATH: process.env.PATH, ...home, TELLBACK_EMBED_PROVIDER: "off", ...more };
  const isScript = /\.[cm]?js$/.test(program);
  const child = execute(isScript ? process.execPath : program, isScript ? args : args.slice(1), {
    ...{ cwd: user.project, env, timeout: 100_000 },
  });
  child.child.stdin?.end();
  return (await child).stdout;
}
