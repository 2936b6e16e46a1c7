// The order of the test files. A file that takes minutes and starts last keeps one core busy alone; vitest knows last
// durations only where it has run before, and otherwise orders by size, which says nothing of them.

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first. It is only about time: a file that is missing here runs among the others. */
const long = [
  "program/host/every-host",
  "program/sandbox/sandbox",
  "program/hook/hook",
  "program/cost/files",
  "program/daemon/daemon",
  "program/host/other-hosts",
  "program/install/doctor",
  "program/package/package",
  "program/cost/hooks",
  "program/cost/operations",
  "program/cost/stored",
  "program/search/reindex",
].map((name) => `/test/${name}.test.ts`);

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? long.length : at;
    };
    const sorted = await super.sort(files);
    // Stable: only files of one project change places.
    return sorted.toSorted((a, b) => (a.project.name === b.project.name ? rank(a) - rank(b) : 0));
  }
}
