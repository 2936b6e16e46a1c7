// What tellback keeps of a session in each host, with the host's real client and a scripted model: how much of what was
// sent is captured, how much twice, whether the next session gets it injected, what a tool use costs, and whether removing
// tellback leaves every byte as it was. For tellback's maintainers; `--write` puts the table into README.md.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostOf, hosts } from "../src/agents/hosts.ts";
import { newUser, type User } from "../test/program/install/user.ts";
import { hostClients } from "../test/support/hosts/clients.ts";
import { asked, type HostClient, replied, runClient } from "../test/support/hosts/host-client.ts";
import { rowsIn } from "../test/support/tellback.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  host: { value: "NAME", about: "only this host" },
  json: { about: "the figures as JSON" },
  write: { about: "put the table into README.md" },
});

interface Row {
  host: string;
  client: string;
  sent: number;
  captured: number;
  doubled: number;
  injected: boolean;
  toolMs: { hook: number; nothing: number };
  exact: boolean;
}

const root = join(import.meta.dirname, "..");
const fixtures = join(root, "test/fixtures");
const rows: Row[] = [];
for (const client of hostClients.filter(({ host }) => flags.host === undefined || host === flags.host)) {
  const available = await client.find();
  if (available.ok) rows.push(await trial(client, available.path));
  else process.stderr.write(`${client.host}: ${available.reason}\n`);
}
process.stdout.write(flags.json ? `${JSON.stringify(rows)}\n` : `${tableOf(rows)}\n`);
if (flags.write) writeReadme(tableOf(rows));

async function trial(client: HostClient, program: string): Promise<Row> {
  await using user = await newUser();
  await using model = await client.model(user.project);
  for (const [name, text] of Object.entries(client.settings(model.url, user.home)))
    await user.write(name, text);
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
    client: client.version,
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

/** What the hook of a tool use takes, from the start of its process to its end, and /bin/true in turns with it. */
async function toolMs(user: User, host: string): Promise<{ hook: number; nothing: number }> {
  const folder = join(fixtures, host, "hooks");
  const [name = ""] = readdirSync(folder).filter((one) => /^(?:post|Post|After)ToolU?s?e?\./.test(one));
  const payload = readFileSync(join(folder, name));
  const isNamed = payload.includes("hook_event_name");
  const sender = isNamed ? host : `${host}.${name.split(".", 1)[0]}`;
  const args = ["--host", sender, "capture"];
  const [hook, nothing]: [number[], number[]] = [[], []];
  for (let i = 0; i < 41; i++) {
    hook.push(await timed(user, [join(user.tellbackHome, "hooks/hook.sh"), ...args], payload));
    nothing.push(await timed(user, ["/bin/true"], payload));
  }
  return { hook: usual(hook), nothing: usual(nothing) };
}

/** Of a machine that others use too: a tenth of the times are shorter. */
function usual(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;
}

function timed(user: User, [program, ...args]: [string, ...string[]], payload: Buffer): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, HOME: user.home },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", reject);
    child.stdin.on("error", () => {});
    child.on("exit", () => resolve(performance.now() - started));
    child.stdin.end(payload);
  });
}

/** The hosts that were run, then those that cannot be. */
function tableOf(all: readonly Row[]): string {
  const head =
    "| host | client | captured of sent | memory injected | doubled | ms a tool use (`/bin/true`) | uninstall exact |";
  const lines = all.map(
    ({ host, client, captured, sent, injected, doubled, toolMs: ms, exact }) =>
      `| ${host} | ${client} | ${captured} of ${sent} | ${injected ? "yes" : "no"} | ${doubled} | ${ms.hook.toFixed(1)} (${ms.nothing.toFixed(1)}) | ${exact ? "yes" : "no"} |`,
  );
  const others = hosts
    .filter(({ name }) => !hostClients.some(({ host }) => host === name))
    .map(({ title }) => `| ${title} | recorded payloads | – | – | – | – | – |`);
  return [head, "|---|---|---|---|---|---|---|", ...lines, ...others].join("\n");
}

/** Between the marks that stand in README.md. */
function writeReadme(table: string): void {
  const path = join(root, "README.md");
  const text = readFileSync(path, "utf8");
  const between = /(<!-- hosts -->\n)[\s\S]*?(\n<!-- \/hosts -->)/;
  if (!between.test(text)) throw new Error("README.md has no marks for the table of hosts");
  writeFileSync(
    path,
    text.replace(between, (_, begin, end) => `${begin}\n${table}\n${end}`),
  );
}
