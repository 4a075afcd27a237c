// Preferences, stored in this browser.

import { all, closest } from "./page";

const KEY = "bugbox:preferences";
const USUAL: Record<string, string> = { theme: "auto", speed: "1", confirm: "no", sound: "off", text: "hidden" };

let preferences = { ...USUAL, ...read() };

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // storage may be disabled
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is disabled: the value lasts only as long as this page.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Is this the first call with this key in this browser? */
export function isFirst(key: string): boolean {
  const first = recall(key) === null;
  if (first) remember(key, "seen");
  return first;
}

export function prefers(name: string): string {
  return preferences[name] ?? "";
}

/** A factor for the duration of animations; 0 means none. */
export function speed(): number {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return reduced && prefers("speed") === "1" ? 0 : Number(prefers("speed"));
}

export function watchPreferences(): void {
  show();
  document.addEventListener("change", (event) => {
    const field = closest(event, "[data-preference]") as HTMLSelectElement | null;
    if (!field?.dataset.preference) return;
    preferences = { ...preferences, [field.dataset.preference]: field.value };
    remember(KEY, JSON.stringify(preferences));
    show();
  });
}

function show(): void {
  document.documentElement.dataset.theme = prefers("theme");
  document.documentElement.dataset.text = prefers("text");
  for (const field of all<HTMLSelectElement>("[data-preference]"))
    field.value = prefers(field.dataset.preference ?? "");
}
