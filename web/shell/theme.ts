// Light, dark, or as the system says. The choice is kept for this browser.

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const place = "tellback-theme";
const kept = localStorage.getItem(place);

export const theme = signal<Theme>(kept === "light" || kept === "dark" ? kept : "system");

export const nextTheme: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

effect(() => {
  const { dataset } = document.documentElement;
  // Nothing is written at the start: each write waits for the browser's other process.
  if ((dataset.theme ?? "system") === theme.value) return;
  dataset.theme = theme.value;
  if (theme.value === "system") localStorage.removeItem(place);
  else localStorage.setItem(place, theme.value);
});
