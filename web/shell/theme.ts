// Light, dark, or as the system says. The choice is kept for this browser.

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const place = "engram-theme";
const kept = localStorage.getItem(place);

export const theme = signal<Theme>(kept === "light" || kept === "dark" ? kept : "system");

export const nextTheme: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

effect(() => {
  if (theme.value === "system") localStorage.removeItem(place);
  else localStorage.setItem(place, theme.value);
  document.documentElement.dataset.theme = theme.value;
});
