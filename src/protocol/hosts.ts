// Where a host keeps its settings, in one form for all hosts.

export interface HostFolder {
  /** In the user's home. */
  user: string;
  /** In a project; "" is the project's own folder. */
  project: string;
  /** A variable that, if set, names another place for the beginning of `user`: [variable, beginning]. */
  moved?: readonly [variable: string, beginning: string];
}
