// The keyboard: the same keys in every view. A view registers its list, so that j, k, Enter and Esc work on it.

import { signal } from "@preact/signals";
import { go, href } from "./router.ts";
import { views } from "./views.ts";

/** What is open above the view. */
export const overlay = signal<"palette" | "help" | null>(null);

export interface ListKeys {
  move(by: number): void;
  open(): void;
  /** Returns false if there is nothing to close. */
  close(): boolean;
}

let list: ListKeys | null = null;
let own: Readonly<Record<string, () => void>> = {};
let awaitsLetter = false;

/** For an effect: the list that the keys move in, until the returned function is called. */
export function onListKeys(keys: ListKeys): () => void {
  list = keys;
  return () => {
    if (list === keys) list = null;
  };
}

/** For an effect: keys of one view, such as c for confirm. */
export function onViewKeys(keys: Readonly<Record<string, () => void>>): () => void {
  own = keys;
  return () => {
    if (own === keys) own = {};
  };
}

const isTyping = (target: EventTarget | null) => {
  const element = target instanceof Element ? (target.shadowRoot?.activeElement ?? target) : null;
  return element?.closest("input, textarea, select, [contenteditable=true]") != null;
};

export function onKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    overlay.value = overlay.value === "palette" ? null : "palette";
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") onEscape(event);
  else if (!overlay.value && !isTyping(event.target)) onPlain(event);
}

function onPlain(event: KeyboardEvent): void {
  if (awaitsLetter) {
    awaitsLetter = false;
    const view = views.find(({ letter }) => letter === event.key);
    if (view) {
      event.preventDefault();
      go(href(view.name));
    }
    return;
  }
  if (onPlainKey(event.key, event.target)) event.preventDefault();
}

function onEscape(event: KeyboardEvent): void {
  awaitsLetter = false;
  if (overlay.value) {
    overlay.value = null;
    event.preventDefault();
  } else if (isTyping(event.target)) (event.target as HTMLElement).blur();
  else if (list?.close()) event.preventDefault();
}

/** Returns whether the key was one of ours. */
function onPlainKey(key: string, target: EventTarget | null): boolean {
  switch (key) {
    case "g":
      awaitsLetter = true;
      return true;
    case "/":
      focusSearch();
      return true;
    case "?":
      overlay.value = "help";
      return true;
    case "j":
    case "ArrowDown":
    case "k":
    case "ArrowUp":
      if (!list) return false;
      list.move(key === "j" || key === "ArrowDown" ? 1 : -1);
      return true;
    case "Enter":
      // A focused link or button is meant itself.
      if (!list || (target instanceof Element && target.closest("a, button, summary"))) return false;
      list.open();
      return true;
    default:
      own[key]?.();
      return key in own;
  }
}

/** The field of this view, else the search. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (field) {
    field.focus();
    field.select();
  } else go(href("search"));
}
