// How far an import is. Every source reports it, and the command line shows it.

export interface ImportProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  /** New in the memory. */
  stored: number;
  /** Already in the memory. */
  duplicates: number;
  /** What was read, by kind, in the words of the source. */
  counts: Record<string, number>;
  /** Records of kinds that this version does not know, and unreadable ones: how many of each. */
  unknown: Record<string, number>;
  /** What an export of tellback may not do because the user did not call it their own: how many of each. */
  leftOut?: Record<string, number> | undefined;
  /** What the deletions in an export take away, or would. */
  removal?: { things: number; examples: string[]; texts: number } | undefined;
  /** A dry run of transcripts tells more. */
  preview?: ImportPreview | undefined;
}

interface ImportPreview {
  /** Bytes that an earlier import or a hook has read: they are not read again. */
  bytesKnown: number;
  /** In the order in which the import reaches them: the newest first. */
  projects: ProjectPreview[];
}

export interface ProjectPreview {
  root: string;
  sessions: number;
  stored: number;
  duplicates: number;
}

/** Called after each step: it throws when the import must stop, and the next run continues from there. */
export type OnProgress = (progress: ImportProgress) => Promise<void> | void;

export function noProgress(): ImportProgress {
  return {
    ...{ files: 0, filesDone: 0, bytes: 0, bytesDone: 0 },
    ...{ stored: 0, duplicates: 0, counts: {}, unknown: {} },
  };
}

/** Before the first of these files is read. */
export function progressOver(files: readonly { size: number }[]): ImportProgress {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { ...noProgress(), files: files.length, bytes };
}

/** Counts one more of a kind. */
export function countIn(counts: Record<string, number>, kind: string, n = 1): void {
  counts[kind] = (counts[kind] ?? 0) + n;
}
