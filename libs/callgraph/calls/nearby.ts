// The calls of one changed file and the calls into it, from the files near it instead of the whole project. Summaries are
// kept from one change to the next, so that an agent that edits one file many times pays only for that file. It runs in the
// thread of the mapper; the journey resolve-around reads the files.

import type { CallEdge } from "./edges.ts";
import { type Family, familiesOf, importsOf, passesNamesOn } from "./resolve.ts";
import type { FileSummary } from "./summary.ts";

/** What of a project says where imports lead. */
export interface ProjectFiles {
  paths: string[];
  configs: [path: string, text: string][];
}

export interface AroundQuestion {
  project: string;
  /** Another version: files were added or removed, or a configuration changed. */
  version: string;
  changed: string;
  /** Files whose calls into the changed file are wanted. */
  callers: readonly string[];
  /** Files that it called before. */
  called: readonly string[];
  /** Files that the caller has compared with the disk, or given; one that is unknown here cannot be read. */
  verified: readonly string[];
}

export type AroundAnswer =
  | { is: "unknown project" }
  /** Files to verify, with the content hash of what is known of each. */
  | { is: "needs"; files: [path: string, hash: string | null][] }
  | { is: "calls"; edges: CallEdge[] }
  | { is: "failed"; why: string };

/** Of all kept summaries, in characters of their sources; the least recently used go first. */
const maxKept = 8_000_000;
const maxProjects = 3;
/** Files whose names can be seen from the changed one. */
const maxSeen = 120;

interface ProjectState {
  version: string;
  families: Family[];
  paths: string[];
}

interface CachedSummary {
  summary: FileSummary;
  hash: string;
  size: number;
}

export class Nearby {
  private readonly projects = new Map<string, ProjectState>();
  private readonly kept = new Map<string, CachedSummary>();
  private size = 0;

  open(project: string, version: string, { paths, configs }: ProjectFiles): void {
    const texts = new Map(configs);
    this.projects.delete(project);
    this.projects.set(project, { version, families: familiesOf(paths, (path) => texts.get(path)), paths });
    const [first] = this.projects.keys();
    if (this.projects.size > maxProjects && first !== undefined) this.projects.delete(first);
  }

  keep(project: string, summary: FileSummary, hash: string, size: number): void {
    const key = keyOf(project, summary.path);
    this.drop(key);
    this.kept.set(key, { summary, hash, size });
    this.size += size;
    for (const oldest of this.kept.keys()) {
      if (this.size <= maxKept) break;
      this.drop(oldest);
    }
  }

  ask(question: AroundQuestion): AroundAnswer {
    const known = this.projects.get(question.project);
    if (known?.version !== question.version) return { is: "unknown project" };
    const near = this.near(known, question);
    const verified = new Set(question.verified);
    const open = [...near].filter((path) => !verified.has(path));
    if (open.length > 0)
      return { is: "needs", files: open.map((path) => [path, this.find(question, path)?.hash ?? null]) };
    return { is: "calls", edges: this.solve(known, question, near) };
  }

  private near({ families, paths }: ProjectState, question: AroundQuestion): Set<string> {
    const { changed, callers, called } = question;
    const near = new Set([changed, ...callers, ...called]);
    const open = [changed, ...callers];
    for (let path = open.pop(); path !== undefined && near.size < maxSeen; path = open.pop()) {
      const summary = this.find(question, path)?.summary;
      const family = summary && families.find((one) => one.has(summary));
      if (!summary || !family) continue;
      for (const imported of summary.facts ? inSight(summary, paths) : importsOf(family, summary)) {
        if (near.has(imported)) continue;
        near.add(imported);
        // What only passes names on leads to where they are defined; it may have to be read first.
        const found = this.find(question, imported)?.summary;
        if (found && !found.facts && passesNamesOn(found)) open.push(imported);
      }
    }
    return near;
  }

  private solve({ families }: ProjectState, question: AroundQuestion, near: ReadonlySet<string>): CallEdge[] {
    const { changed } = question;
    const file = this.find(question, changed)?.summary;
    const family = file && families.find((one) => one.has(file));
    if (!family) return [];
    const files = [...near].flatMap((path) => this.find(question, path)?.summary ?? []).filter(family.has);
    return family
      .solve(files)
      .edges.filter(({ at, calleeAt }) => at.path === changed || calleeAt?.path === changed);
  }

  private find({ project }: Pick<AroundQuestion, "project">, path: string): CachedSummary | undefined {
    const key = keyOf(project, path);
    const found = this.kept.get(key);
    if (found) {
      this.kept.delete(key);
      this.kept.set(key, found);
    }
    return found;
  }

  private drop(key: string): void {
    this.size -= this.kept.get(key)?.size ?? 0;
    this.kept.delete(key);
  }
}

function keyOf(project: string, path: string): string {
  return `${project}\0${path}`;
}

/** Where languages without paths in their imports may define what a file names: its folder, and what is called as an import. */
function inSight({ path, language, imports }: FileSummary, paths: readonly string[]): string[] {
  const extension = path.slice(path.lastIndexOf("."));
  const folder = folderOf(path);
  const names = new Set(
    imports.flatMap((one) =>
      one
        .split(/::|[./\\]/)
        .filter(Boolean)
        .slice(-2),
    ),
  );
  return paths.filter((one) => {
    if (!one.endsWith(extension) && !(isC(language) && /\.(?:[ch]|cc|cpp|hpp|hh)$/.test(one))) return false;
    const around = folderOf(one);
    if (around === folder) return true;
    const base = one.slice(around.length ? around.length + 1 : 0).replace(/\.\w+$/, "");
    return names.has(base) || names.has(around.slice(around.lastIndexOf("/") + 1));
  });
}

function isC(language: string): boolean {
  return language === "c" || language === "cpp";
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}
