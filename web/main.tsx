// The page: gets its key, then shows the memory.

import { effect } from "@preact/signals";
import { render } from "preact";
import { connection, start } from "./shell/api.ts";
import { App } from "./shell/app.tsx";
import { onKey } from "./shell/keys.ts";
import { followMemory, pulse } from "./shell/live.ts";
import { loadProjects, projects } from "./shell/project.ts";
import { route } from "./shell/router.ts";
import { hasCode } from "./shell/session.ts";
import "./shell/theme.ts";
import { viewOf } from "./shell/views.ts";

addEventListener("keydown", onKey);
// The view is loaded while the key is exchanged.
void viewOf(route.value.view)?.load();
await enter();
render(<App />, document.getElementById("app") as HTMLElement);

// In an open tab a new address of `tellback open` changes only the fragment, which loads nothing.
addEventListener("hashchange", () => {
  if (hasCode()) void enter();
});

async function enter(): Promise<void> {
  await start();
  if (connection.value.is !== "online") return;
  await loadProjects();
  followMemory();
}

/** A new project appears in the switch with its first session. */
effect(() => {
  if (pulse.value > 0 && projects.peek().length < 200) void loadProjects();
});
