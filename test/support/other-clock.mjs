// Loaded into a process first: its clock differs from the machine's by the milliseconds in the file
// that OTHER_CLOCK names, read at every call. The file system's clock stays as it is.

import { readFileSync } from "node:fs";

const RealDate = Date;

function offset() {
  try {
    return Number(readFileSync(process.env.OTHER_CLOCK, "utf8")) || 0;
  } catch {
    return 0;
  }
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset());
    else super(...given);
  }
  static now() {
    return RealDate.now() + offset();
  }
};
