// The address of the page is its state: a view, what it shows, and its options. Everything on the screen can be
// reached by a link and by the back button.

import { computed, signal } from "@preact/signals";

export interface Route {
  /** The first word of the path; empty for the start. */
  view: string;
  /** The rest of the path: an id or a name. */
  of: string;
  query: URLSearchParams;
}

const address = signal(location.pathname + location.search);

export const route = computed<Route>(() => routeOf(address.value));
/** Id of the chosen project; empty: all of them. It is in every address. */
export const projectId = computed(() => route.value.query.get("project") ?? "");

function routeOf(path: string): Route {
  const url = new URL(path, "http://page");
  const [view = "", ...rest] = url.pathname.slice(1).split("/");
  return { view, of: decodeOr(rest.join("/")), query: url.searchParams };
}

export type Query = Record<string, string | number | boolean | null | undefined>;

/** The address of a state; the project stays. */
export function href(view: string, of = "", query: Query = {}): string {
  const kept = new URLSearchParams();
  if (projectId.value && !("project" in query)) kept.set("project", projectId.value);
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== "" && value !== false)
      kept.set(name, String(value));
  const path = `/${view}${of === "" ? "" : `/${encodeURIComponent(of)}`}`;
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** The same view with other options. */
export function hrefWith(change: Query): string {
  const { view, of, query } = route.value;
  return href(view, of, { ...Object.fromEntries(query), ...change });
}

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (to === address.value) return;
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  address.value = to;
}

addEventListener("popstate", () => {
  address.value = location.pathname + location.search;
});

/** Links inside the page do not load it again. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target) return;
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  go(link.pathname + link.search);
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
