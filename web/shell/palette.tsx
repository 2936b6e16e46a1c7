// Ctrl-K: go to any view, project or session, or search the memory, by typing.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/icons.tsx";
import { overlay } from "./keys.ts";
import { projects } from "./project.ts";
import { go, href, hrefWith } from "./router.ts";
import { nextTheme, theme } from "./theme.ts";
import { useOperation } from "./use.ts";
import { views } from "./views.ts";

interface Choice {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  run(): void;
}

const maxSessions = 50;

export function Palette() {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const sessions = useOperation("session.list", { limit: maxSessions, allProjects: true });
  useEffect(() => field.current?.focus(), []);

  const all = useMemo<Choice[]>(
    () => [
      ...views
        .filter(({ group }) => group !== null)
        .map(({ name, title, question, icon, letter }) => ({
          key: `view ${name}`,
          title,
          note: letter ? `${question}  g ${letter}` : question,
          icon,
          run: () => go(href(name)),
        })),
      ...projects.value.map(({ id, name, root }) => ({
        ...{ key: id, title: name, note: root, icon: "file" as const },
        run: () => go(hrefWith({ project: id })),
      })),
      ...(sessions.data?.sessions ?? []).map(({ id, name, firstPrompt, project }) => ({
        ...{ key: id, title: name ?? firstPrompt ?? id, note: project, icon: "list" as const },
        run: () => go(href("session", id)),
      })),
      {
        ...{
          key: "theme",
          title: `Theme: ${nextTheme[theme.value]}`,
          note: "light, dark or as the system",
          icon: "sun",
        },
        run: () => {
          theme.value = nextTheme[theme.value];
        },
      },
    ],
    [sessions.data],
  );
  const found = [...choicesFor(all, words), ...searchFor(words)];
  const run = (choice: Choice | undefined) => {
    overlay.value = null;
    choice?.run();
  };
  // Somebody who types faster than the sessions come means one of them, not the search.
  const [isEntered, setEntered] = useState(false);
  const enter = () => {
    const choice = found[chosen];
    if (sessions.isLoading && (!choice || choice.key === searchKey)) setEntered(true);
    else run(choice);
  };
  useEffect(() => {
    if (isEntered && !sessions.isLoading) run(found[chosen]);
  }, [isEntered, sessions.isLoading]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen((chosen + by + found.length) % found.length);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Go to">
      <input
        ref={field}
        class="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`choice-${chosen}`}
        aria-label="Go to a view, a project or a session"
        placeholder="Go to a view, a project, a session…"
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label="Choices" class="palette-list">
        {found.map((choice, i) => (
          <div
            key={choice.key}
            id={`choice-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => run(choice)}
          >
            <Icon name={choice.icon} />
            <span class="grow">{choice.title}</span>
            <span class="muted">{choice.note}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

export function Dialog({ label, children }: { label: string; children: preact.ComponentChildren }) {
  return (
    <div
      class="veil"
      onClick={(event) => {
        if (event.target === event.currentTarget) overlay.value = null;
      }}
    >
      <div class="dialog" role="dialog" aria-modal="true" aria-label={label}>
        {children}
      </div>
    </div>
  );
}

const maxShown = 12;
const searchKey = "search";

/** Every word must be there; what begins with them comes first. */
function choicesFor<T extends { title: string; note: string }>(all: readonly T[], words: string): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(({ title, note }) => {
    const text = `${title} ${note}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const first = wanted[0] ?? "";
  const rank = ({ title }: T) => (title.toLowerCase().startsWith(first) ? 0 : 1);
  return matching.sort((a, b) => rank(a) - rank(b)).slice(0, maxShown);
}

function searchFor(words: string): Choice[] {
  if (words.trim() === "") return [];
  const run = () => go(href("search", "", { q: words.trim() }));
  return [{ key: searchKey, title: `Search for “${words.trim()}”`, note: "", icon: "search", run }];
}
