// Calls that a change has broken: recall asks about them, the code map answers.

import type { DanglingCall } from "./codemap.ts";

export interface BrokenQuestion {
  projectId: string;
  projectDir: string;
  /** Of the project folder. Without one, the whole project. */
  path?: string;
  /** The file has just been changed: calls of what it defines and defined. Otherwise calls in it. */
  isChanged?: boolean;
  /** Only calls of these, as `path#qualified`. */
  was?: ReadonlySet<string>;
}

export interface BrokenCall extends DanglingCall {
  /** The parameters that the call does not fit; null if it uses a name that is gone. */
  takes: string | null;
}
