// The generated documents, by path. For `npm run docs` and for the test that fails when one of them is stale.

import { dockerfile, serverJson } from "./channels.ts";
import { commandsPage } from "./commands.ts";
import { operationsPage } from "./operations.ts";
import { settingsPage } from "./settings.ts";
import { toolsPage } from "./tools.ts";

export function generatedDocuments(): Record<string, string> {
  return {
    "docs/cli.md": commandsPage(),
    "docs/settings.md": settingsPage(),
    "docs/mcp.md": toolsPage(),
    "docs/operations.md": operationsPage(),
    "server.json": serverJson(),
    Dockerfile: dockerfile(),
  };
}
