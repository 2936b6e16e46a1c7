// What tellback keeps of a session in each host, with the host's real client and a scripted model: how much of what was
// sent is captured, how much twice, whether the next session is told of it, what a tool use costs, and whether removing
// tellback leaves every byte as it was. For tellback's maintainers; it makes the table of hosts in README.md.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hostOf } from "../src/agents/hosts.ts";
import { newUser, type User } from "../test/program/install/user.ts";
import { startCompletionsModel } from "../test/support/completions-stand-in.ts";
import {
  asked,
  clientOf,
  type HostClient,
  hostClients,
  replied,
  runClient,
} from "../test/support/host-clients.ts";
import { rowsIn } from "../test/support/tellback.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  host: { value: "NAME", about: "only this host" },
  json: { about: "the figures as JSON" },
});

interface Row {
  host: string;
  client: string;
  sent: number;
  captured: number;
  doubled: number;
  injected: boolean;
  toolMs: number;
  exact: boolean;
}

const fixtures = join(import.meta.dirname, "../test/fixtures");
const rows: Row[] = [];
for (const client of hostClients.filter(({ host }) => flags.host === undefined || host === flags.host)) {
  const available = await clientOf(client);
  if (available.ok) {
    try {
      rows.push(await trial(client, available.path));
    } catch (error) {
      process.stderr.write(`${client.host}: ${(error as Error).message.split("\n", 1)[0]}\n`);
    }
  } else process.stderr.write(`${client.host}: ${available.reason}\n`);
}
process.stdout.write(flags.json ? `${JSON.stringify(rows)}\n` : `${tableOf(rows)}\n`);

async function trial(client: HostClient, program: string): Promise<Row> {
  await using user = await newUser();
  const agents = client.agent ? { SUBTASK: client.agent } : {};
  const script = [...client.script(user.project), ...(client.again ?? [])];
  await using model = await startCompletionsModel(script, agents);
  for (const [name, text] of Object.entries(client.settings(model.url))) await user.write(name, text);
  const before = JSON.stringify(user.tree());
  await user.tellback("install", "--host", client.host);
  await user.tellback("uninstall", "--host", client.host);
  const exact = JSON.stringify(user.tree()) === before;
  await user.tellback("install", "--host", client.host);
  await user.tellback("daemon", "start");
  await runClient(client, program, user, { prompt: asked, url: model.url });
  const titles = await settled(user, client.kept.length);
  await runClient(client, program, user, { prompt: "And now?", url: model.url });
  const next = model.asked.filter((body) => body.includes("And now?"));
  return {
    host: hostOf(client.host)?.title ?? client.host,
    client: client.program[1],
    sent: client.kept.length,
    captured: client.kept.filter((title) => titles.includes(title)).length,
    doubled: titles.length - new Set(titles).size,
    injected: next.some((body) => body.includes(replied)),
    toolMs: await toolMs(user, client.host),
    exact,
  };
}

/** Until as much is kept as was sent, and nothing more comes. */
async function settled(user: User, wanted: number): Promise<string[]> {
  const titles = () =>
    rowsIn<{ title: string }>(`${user.tellbackHome}/tellback.db`, "select title from observations").map(
      ({ title }) => title,
    );
  const end = Date.now() + 30_000;
  while (titles().length < wanted && Date.now() < end) await user.tellback("status");
  await user.tellback("status");
  return titles();
}

/** What the hook of a tool use takes, from the start of its process to its end: the median. */
async function toolMs(user: User, host: string): Promise<number> {
  const folder = join(fixtures, host, "hooks");
  const [name = ""] = readdirSync(folder).filter((one) => /^(?:post|Post|After)ToolU?s?e?\./.test(one));
  const payload = readFileSync(join(folder, name));
  const isNamed = payload.includes("hook_event_name");
  const sender = isNamed ? host : `${host}.${name.split(".", 1)[0]}`;
  const times: number[] = [];
  for (let i = 0; i < 21; i++) times.push(await timed(user, sender, payload));
  return times.sort((a, b) => a - b)[10] ?? 0;
}

function timed(user: User, sender: string, payload: Buffer): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(join(user.tellbackHome, "hooks/hook.sh"), ["--host", sender, "capture"], {
      env: { PATH: process.env.PATH, HOME: user.home },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", reject);
    child.on("exit", () => resolve(performance.now() - started));
    child.stdin.end(payload);
  });
}

function tableOf(all: readonly Row[]): string {
  const head = "| host | client | captured of sent | injected | doubled | ms a tool use | install exact |";
  const lines = all.map(
    ({ host, client, captured, sent, injected, doubled, toolMs: ms, exact }) =>
      `| ${host} | ${client} | ${captured} of ${sent} | ${injected ? "yes" : "no"} | ${doubled} | ${ms.toFixed(1)} | ${exact ? "yes" : "no"} |`,
  );
  return [head, "|---|---|---|---|---|---|---|", ...lines].join("\n");
}
