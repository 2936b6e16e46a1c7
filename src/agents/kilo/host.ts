// Kilo CLI: a descendant of opencode, with folders of its own name.

import { openCodeLike } from "../opencode/host.ts";

export const kilo = openCodeLike("kilo", "Kilo CLI");
