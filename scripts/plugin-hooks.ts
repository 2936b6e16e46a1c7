// Writes plugin/hooks/hooks.json from Claude Code's table of hooks (src/agents/claude-code/hooks.ts). Run it
// (`node scripts/plugin-hooks.ts`) after changing the table.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginHooksFile } from "../src/areas/install/host-hooks.ts";

writeFileSync(join(import.meta.dirname, "../plugin/hooks/hooks.json"), pluginHooksFile());
