// Bubblewrap, the outer layer of the sandbox: installed the first time, as the tests of Python functions need it.

import { existsSync } from "node:fs";
import { outerLayer } from "../../src/rooms/functions/room.ts";
import { type Available, unavailable } from "./available.ts";
import { canInstall, installOnDebian } from "./debian.ts";

export async function bubblewrapAvailable(): Promise<Available<object>> {
  try {
    if (!existsSync("/usr/bin/bwrap") && canInstall()) await installOnDebian("bubblewrap");
    if ((await outerLayer()) !== null) return { ok: true };
    return unavailable("bubblewrap", "it is not installed, or this kernel does not allow it");
  } catch (error) {
    return unavailable("bubblewrap", error instanceof Error ? error.message : String(error));
  }
}
