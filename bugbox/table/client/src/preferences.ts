// What a person likes, kept in this browser.

import { all, closest } from "./page";

const KEY = "bugbox:preferences";
const USUAL: Record<string, string> = { theme: "auto", speed: "1", confirm: "no", sound: "off", text: "hidden" };

let preferences = { ...USUAL, ...read() };

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // storage can be forbidden
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it is forgotten with this page.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Is this the first time in this browser? From now on it is not. */
export function isFirst(key: string): boolean {
  const first = recall(key) === null;
  if (first) remember(key, "seen");
  return first;
}

export function prefers(name: string): string {
  return preferences[name] ?? "";
}

/** How long movements take, as a factor; 0 is none. */
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
