// status: what is stored, and each problem with the command that solves it.

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { OutputOf } from "../../areas/contracts.ts";
import { isDiskFull } from "../../config/private-files.ts";
import { vectorProgress } from "../../indexes/search/document-vectors.ts";
import type { Memory } from "../../memory/memory.ts";
import { capsOf, spendReport } from "../../models/spend.ts";
import { waiting } from "../../platform/inbox.ts";
import { version } from "../../platform/version.ts";
import { plural } from "../../protocol/plural.ts";
import { everywhere, inProject } from "../../protocol/scope.ts";
import { countUsage } from "../../rooms/ledger/room.ts";
import { newestObservationAt } from "../../rooms/observations/room.ts";
import { countMemories, countProjects, findProject, projectScope } from "../../rooms/projects/room.ts";
import { countReview } from "../../rooms/review/room.ts";
import { countSummaries, lastUndescribed } from "../../rooms/sessions/room.ts";
import { inFull, listTasks } from "../../rooms/tasks/room.ts";
import { listBackups } from "../../store/backup.ts";
import { countJobs, jobsOfKind } from "../../store/jobs.ts";
import { placeIn } from "../../store/postgres-url.ts";
import { compressionState } from "./compression-state.ts";
import { arrivalsOf } from "./silent-hosts.ts";

type Status = OutputOf<"status">;

export async function statusOf(memory: Memory, daemon: Status["daemon"], folder?: string): Promise<Status> {
  const projects = await projectScope(memory.db, { folder });
  const [counts, jobs, here, tasks, review, lastCaptureAt, model, week] = await Promise.all([
    countsOf(memory),
    countJobs(memory.db),
    folder ? folderStatus(memory, folder) : null,
    folder ? tasksOf(memory, folder) : [],
    countReview(memory.db, projects),
    newestObservationAt(memory.db),
    modelOf(memory),
    weekOf(memory),
  ]);
  const inbox = inboxOf(memory);
  return {
    version,
    daemon,
    store: storeOf(memory),
    counts,
    here,
    tasks,
    review,
    inbox,
    jobs,
    lastCaptureAt,
    week,
    search: await searchOf(memory),
    model,
    summaries: await summariesOf(memory),
    problems: problemsOf(memory, { inbox, jobs, model }),
  };
}

/** The problems, without counting what is stored. */
export async function problemsNow(memory: Memory): Promise<Status["problems"]> {
  const [jobs, model] = await Promise.all([countJobs(memory.db), modelOf(memory)]);
  return problemsOf(memory, { inbox: inboxOf(memory), jobs, model });
}

function inboxOf({ paths }: Memory): Status["inbox"] {
  return { waiting: waiting(paths).length, unreadable: filesIn(paths.unreadable).length };
}

function problemsOf(
  memory: Memory,
  { inbox, jobs, model }: Pick<Status, "inbox" | "jobs" | "model">,
): Status["problems"] {
  const problems: Status["problems"] = [];
  const [corrupt] = filesIn(dirname(memory.paths.database)).filter((name) => name.includes(".db.corrupt-"));
  if (corrupt) {
    const [newest] = listBackups(memory.paths);
    problems.push({
      code: "store_damaged",
      message: `the store was damaged and set aside as ${corrupt}`,
      hint: newest
        ? `\`tellback restore ${basename(newest.path)}\` restores the backup of ${newest.madeAt.slice(0, 16)}; then delete the damaged file.`
        : "There is no backup; `tellback import` imports the transcripts again. Then delete the damaged file.",
    });
  }
  const { intake, paths } = memory;
  if (isDiskFull(paths)) {
    problems.push({
      code: "disk_full",
      message: `the disk that holds ${paths.home} is full`,
      hint: "Free some space; then tellback reads from the transcripts what the hooks could not write.",
    });
  }
  if (intake.trouble) {
    problems.push({
      code: "intake_blocked",
      message: `the daemon cannot read the inbox: ${intake.trouble.message}`,
      hint: `Captured events wait in ${paths.inbox}. ${intake.trouble.hint ?? "`tellback daemon logs` shows more."}`,
    });
  }
  const trouble = memory.trouble();
  if (trouble) {
    problems.push({
      code: "embedder_unavailable",
      message: `the embedding model is unavailable: ${trouble.message}`,
      hint: `${trouble.hint ?? "`tellback config --explain` shows the embed settings."} Until then search works by words alone.`,
    });
  }
  const away = memory.team.trouble;
  if (away) {
    problems.push({
      code: "team_unreachable",
      message: `no exchange with the team since ${away.since.slice(0, 16).replace("T", " ")} UTC: ${away.message}`,
      hint: `${away.waiting === 0 ? "Nothing waits" : `${plural(away.waiting, "shared statement")} wait`}; all that is here works. \`tellback team status\` shows more.`,
    });
  }
  for (const [span, key] of [
    ["today", "spend.dailyUsd"],
    ["month", "spend.monthlyUsd"],
  ] as const) {
    if (!model || model[span].usd < model[span].capUsd) continue;
    problems.push({
      code: "spend_cap_reached",
      message: `the model has cost $${model[span].usd.toFixed(2)} ${span === "today" ? "today" : "this month"}, which is the spending cap; tellback uses rules alone until the cap resets or is raised`,
      hint: `\`tellback spend\` shows the calls; \`tellback config set ${key} …\` raises the cap.`,
    });
    break;
  }
  if (jobs.failed > 0) {
    problems.push({
      code: "jobs_failed",
      message: `${plural(jobs.failed, "job")} failed`,
      hint: "`tellback jobs` says why, `tellback jobs retry` tries again.",
    });
  }
  if (inbox.unreadable > 0) {
    problems.push({
      code: "payloads_unreadable",
      message: `${inbox.unreadable} hook payloads could not be read`,
      hint: `They are kept, redacted, in ${memory.paths.unreadable}; delete them after you have looked at them.`,
    });
  }
  for (const { host, silent } of arrivalsOf(memory.paths)) {
    if (silent === 0) continue;
    problems.push({
      code: "host_silent",
      message: `tellback is installed in ${host.title}, but nothing arrived for ${plural(silent, "session")}`,
      hint: `${host.afterwards} \`tellback import ${host.name}\` reads what was missed.`,
    });
  }
  return problems;
}

const weekMs = 7 * 24 * 60 * 60_000;

/** What the memory was worth: how much agents were told, and how much of it they used. */
async function weekOf({ db }: Memory): Promise<Status["week"]> {
  const now = Date.now();
  const [from, to] = [now - weekMs, now + 1000].map((ms) => new Date(ms).toISOString()) as [string, string];
  const { items, used, sessions } = await countUsage(db, { from, to });
  return { sessions, told: items, used };
}

async function modelOf(memory: Memory): Promise<Status["model"]> {
  const provider = memory.config["llm.provider"];
  if (provider === "offline") return null;
  const model = [provider, memory.config["llm.model"]].filter(Boolean).join("/");
  const { waiting } = await compressionState(memory);
  const { today, month } = await spendReport(memory.db, "day", capsOf(memory.config));
  return { name: model, waiting, today, month };
}

async function summariesOf({ db, config }: Memory): Promise<Status["summaries"]> {
  const jobs = (await jobsOfKind(db, "describe")).filter(({ state }) => state !== "failed");
  const isSet = config["llm.provider"] !== "offline";
  // What the model was asked for a few times is given up, and is trouble still.
  const trouble =
    jobs.find(({ error }) => error !== null)?.error ?? (isSet ? await lastUndescribed(db, weekAgo()) : null);
  return { ...(await countSummaries(db)), waiting: jobs.length, trouble };
}

function weekAgo(): string {
  return new Date(Date.now() - 7 * 86_400_000).toISOString();
}

async function searchOf({ db, embedder, trouble }: Memory): Promise<Status["search"]> {
  const { done, all } = await vectorProgress(db, embedder.id);
  return { model: embedder.id, vectors: done, documents: all, trouble: trouble()?.message ?? null };
}

async function countsOf({ db, paths }: Memory): Promise<Status["counts"]> {
  return { projects: await countProjects(db, paths.home), ...(await countMemories(db, everywhere)) };
}

async function folderStatus({ db }: Memory, folder: string): Promise<Status["here"]> {
  const project = await findProject(db, folder);
  return project && { project: project.name, ...(await countMemories(db, inProject(project.id))) };
}

const maxTasks = 20;

/** The open tasks of a folder's project, the one that changed last first. */
async function tasksOf({ db }: Memory, folder: string): Promise<Status["tasks"]> {
  const project = await findProject(db, folder);
  if (!project) return [];
  const rows = await listTasks(db, { projects: inProject(project.id), closed: false, limit: maxTasks });
  return Promise.all(
    rows.map(async (row) => {
      const { task, steps } = await inFull(db, row);
      const done = steps.filter(({ doneBy }) => doneBy !== null).length;
      return { name: task.name, phase: task.phase, done, steps: steps.length };
    }),
  );
}

function storeOf({ store, config }: Memory): Status["store"] {
  if (store.dialect === "sqlite")
    return { kind: "sqlite", place: store.path, bytes: statSync(store.path).size };
  return { kind: "postgres", place: placeIn(config["store.url"]), bytes: null };
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
