// The frame of the page: project and views at the side, the view in the middle, palette and help above it.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.tsx";
import { connection } from "./api.ts";
import { Help } from "./help.tsx";
import { overlay } from "./keys.ts";
import { Locked } from "./locked.tsx";
import { Palette } from "./palette.tsx";
import { project, projects } from "./project.ts";
import { followLink, go, href, hrefWith, projectId, route } from "./router.ts";
import { nextTheme, theme } from "./theme.ts";
import { type View, type ViewProps, viewOf, views } from "./views.ts";

export function App() {
  if (connection.value.is === "starting") return <main class="locked" aria-busy="true" />;
  if (connection.value.is === "locked") return <Locked message={connection.value.message} />;
  return (
    <div class="page" onClick={followLink}>
      <Side />
      {connection.value.is === "offline" && (
        <p class="offline" role="status">
          tellback does not answer. This page continues as soon as it does; <code>tellback open</code> starts
          it.
        </p>
      )}
      <Main />
      {overlay.value === "palette" && <Palette />}
      {overlay.value === "help" && <Help />}
    </div>
  );
}

function Side() {
  const isOpen = useSignal(false);
  const { view } = route.value;
  useEffect(() => {
    isOpen.value = false;
  }, [view]);
  return (
    <header class={isOpen.value ? "side open" : "side"}>
      <div class="brand">
        <a href={href("")} class="name">
          tellback
        </a>
        <button
          type="button"
          class="menu plain"
          aria-label="Menu"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          <Icon name="menu" size={20} />
        </button>
      </div>
      <div class="menu-body">
        <ProjectSwitch />
        <nav aria-label="Views">
          {(["Look", "Know", "Work", "Tellback"] as const).map((group) => {
            const inGroup = views.filter((one) => one.group === group);
            return inGroup.length === 0 ? null : (
              <ul key={group} aria-label={group}>
                {inGroup.map((one) => (
                  <li key={one.name}>
                    <a href={href(one.name)} aria-current={one.name === view ? "page" : undefined}>
                      <Icon name={one.icon} />
                      {one.title}
                    </a>
                  </li>
                ))}
              </ul>
            );
          })}
        </nav>
        <div class="foot">
          <button
            type="button"
            class="plain"
            onClick={() => {
              overlay.value = "palette";
            }}
          >
            <Icon name="search" /> Go to <kbd>Ctrl K</kbd>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => {
              theme.value = nextTheme[theme.value];
            }}
          >
            <Icon name="sun" /> Theme: {theme.value}
          </button>
        </div>
      </div>
    </header>
  );
}

function ProjectSwitch() {
  return (
    <label class="project">
      <span class="unseen">Project</span>
      <select
        value={project.value?.id ?? ""}
        title={project.value?.root}
        onChange={(event) => go(hrefWith({ project: event.currentTarget.value || null }))}
      >
        <option value="">All projects</option>
        {projects.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Main() {
  const { view: name, of, query } = route.value;
  const view = viewOf(name);
  const Shown = useLoaded(view);
  useEffect(() => {
    document.title = view && view.name !== "" ? `${view.title} · tellback` : "tellback";
  }, [view]);
  if (!view)
    return (
      <main>
        <div class="empty">
          <h1>There is nothing here</h1>
          <p>
            <a href={href("")}>To the start</a>
          </p>
        </div>
      </main>
    );
  return (
    <main class={`view-${name || "home"}`} key={projectId.value}>
      {Shown && <Shown of={of} query={query} />}
    </main>
  );
}

/** The view that was there stays until the chunk of the next one is loaded. */
function useLoaded(view: View | undefined): ComponentType<ViewProps> | null {
  const [loaded, setLoaded] = useState<{ view: View; shown: ComponentType<ViewProps> } | null>(null);
  useEffect(() => {
    if (!view) return;
    let isWanted = true;
    view.load().then(({ default: shown }) => isWanted && setLoaded({ view, shown }));
    return () => {
      isWanted = false;
    };
  }, [view]);
  return loaded && loaded.view === view ? loaded.shown : null;
}
