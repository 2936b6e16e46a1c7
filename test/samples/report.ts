// A full report, for the tests of its rendering.

import type { Report } from "../../src/protocol/report.ts";

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
const latency = { count: 40, p50: 12, p95: 80, most: 12_300 };

export const report: Report = {
  period: { what: "day", from: at(2), to: at(2, 15), step: "hour" },
  project: "todo-api",
  sessions: 3,
  observations: { count: 1300, tool: 1200, prompt: 40, reply: 60, failed: 31, interrupted: 2 },
  line: Array.from({ length: 16 }, (_, i) => ({
    ...{ at: at(2, i), count: i * i, failed: 0, rawBytes: i * 900, tokens: i * 30 },
  })),
  tools: [
    { name: "Bash", count: 900, failed: 31 },
    { name: "Edit", count: 200, failed: 0 },
    {
      name: "mcp__a-server-with-a-long-name__and_a_tool_with_an_even_longer_name_than_that",
      count: 1,
      failed: 0,
    },
  ],
  files: [
    { name: "src/auth/login.ts", count: 30, failed: 2 },
    { name: `packages/${"deep/".repeat(20)}login.test.ts`, count: 3, failed: 0 },
    { name: "文档/说明/非常长的文件夹名称/以及/更多/更多/更多/更多/更多/更多/更多.md", count: 1, failed: 0 },
  ],
  symbols: [{ name: "login", count: 15, failed: 0 }],
  code: {
    ...{ new: 12, modified: 8, deleted: 2, renamed: 0, moved: 0 },
    inFiles: 9,
    files: [
      {
        file: "src/auth/login.ts",
        all: 12,
        changes: [{ change: "new", name: "refresh", signature: "refresh( token: string, ): Token" }],
      },
      {
        file: `packages/${"deep/".repeat(20)}old.ts`,
        all: 1,
        changes: [{ change: "deleted", name: "Old.check", signature: `check(${"a, ".repeat(60)})` }],
      },
    ],
    calls: [{ file: "src/auth/login.ts", name: "refresh", calls: ["login", "Token.create"] }],
  },
  failures: [
    {
      id: "obs_01M7GP4H6JWDN8T15MCV7F1MMN",
      title: "Ran npm test: 2 failed: src/auth/login.test.ts > login > rejects a wrong password again",
      tool: "Bash",
      happenedAt: at(2, 14),
      times: 12,
    },
    {
      id: "obs_01M7GP4H5V95ER81W5W1NH4Z32",
      title: "Ran go test",
      tool: "Bash",
      happenedAt: at(2, 3),
      times: 1,
    },
  ],
  compression: {
    observations: 1300,
    rawBytes: 3_400_000,
    tokens: 60_000,
    byProvider: [
      { provider: "offline", observations: 1000, rawBytes: 1_400_000, tokens: 40_000 },
      { provider: "claude-haiku-4-5", observations: 300, rawBytes: 2_000_000, tokens: 20_000 },
    ],
    waiting: 12,
    trouble: "the cap of the day is reached",
  },
  latest: {
    session: {
      id: "5eed0001-0c4f-4d6e-9a57-1b2c3d4e5f60",
      host: "claude-code",
      name: null,
      tags: [],
      status: "active",
      projectId: "prj_1",
      project: "todo-api",
      startedAt: at(2, 9),
      lastSeenAt: at(2, 14),
      endedAt: null,
      author: null,
      machine: null,
      observations: 300,
      firstPrompt: `Users report that ${"the login page is slow and ".repeat(8)}fails.`,
    },
    summary: {
      title: "Make login fast",
      now: "The slow query has an index; login takes 40 ms.",
      decided: [{ what: "Keep the old table until the next release", because: "", by: "user" }],
      known: [],
      open: [],
      files: [],
      madeAt: at(2, 14),
      provider: "offline",
      note: null,
    },
    lastReply: `Fixed in https://example.test/${"a-long-address".repeat(8)} for good.`,
  },
  learnings: {
    all: 12,
    sure: 5,
    confirmed: 3,
    extracted: 2,
    reinforced: 3,
    contradicted: 1,
    newest: [{ id: "nod_1", text: `Tests run with npm test${" and more".repeat(12)}.`, confidence: 0.7 }],
  },
  spend: {
    calls: 41,
    usd: 0.0312,
    todayUsd: 0.0312,
    dailyCapUsd: 0.5,
    monthUsd: 1.2,
    monthlyCapUsd: 5,
    byPurpose: [{ purpose: "compress", model: "claude-haiku-4-5", calls: 41, usd: 0.0312 }],
    daily: [{ day: "2026-03-02", calls: 41, usd: 0.0312 }],
  },
  eval: null,
};

const days = Array.from({ length: 90 }, (_, i) => i + 1);

export const evalReport: Report = {
  ...report,
  period: { what: "since", from: at(1), to: at(90), step: "day" },
  eval: {
    compression: {
      ...latency,
      errors: 2,
      perObservation: 14.2,
      observations: 300,
      tokensIn: 90_000,
      tokensOut: 20_000,
      ratio: 14.2,
      daily: days.map((day) => ({ at: at(day), ratio: day % 7 === 0 ? null : 5 + (day % 11) / 3 })),
    },
    injection: {
      ...latency,
      tokens: 30_000,
      mean: 750.4,
      maxTokens: 1990,
      budget: 2000,
      overBudget: 0,
      items: 40,
      used: 11,
      by: [
        { moment: "prompt", kind: "turn", items: 25, used: 9, unknown: 3, tokens: 2_000, tokensUsed: 800 },
        { moment: "start", kind: "learning", items: 15, used: 2, unknown: 8, tokens: 500, tokensUsed: 60 },
      ],
      sections: [
        { name: "now", tokens: 20_000 },
        { name: "open", tokens: 10_000 },
      ],
      lengths: { title: 30, summary: 8, detail: 2 },
      line: days.map((day) => ({ at: at(day), items: 1, used: 0, tokens: 30 })),
    },
    search: {
      ...latency,
      results: 6.3,
      empty: 4,
      byWordsOnly: 1,
      opened: 7,
      daily: days.map((day) => ({ at: at(day), p50: day })),
    },
    resolution: {
      ...{ calls: 1000, resolved: 812, external: 400 },
      daily: days.map((day) => ({ at: at(day), percent: 80 + day })),
      unresolved: [{ written: "db.query", times: 47, functions: 12 }],
    },
    scans: { ...latency, files: 30, new: 12, modified: 8, deleted: 2 },
    capture: { captured: 1300, unreadable: 1, failedJobs: 2 },
  },
};
