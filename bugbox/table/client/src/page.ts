// Helpers for all pages.

export function find<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T | null {
  return within.querySelector<T>(selector);
}

export function all<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T[] {
  return [...within.querySelectorAll<T>(selector)];
}

/** The nearest ancestor of an event's target that matches, or the target itself. */
export function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

/** Expose the table's state to CSS as a data attribute: `:has` would restyle the page at every change. */
export function tellStyles(name: string, value: string): void {
  if (document.body.dataset[name] !== value) document.body.dataset[name] = value;
}

/** Insert the SVG symbols that boards refer to. A table can be played without them. */
export async function placeDrawings(address: string | undefined): Promise<void> {
  const answer = address ? await fetch(address).catch(() => undefined) : undefined;
  if (answer?.ok) document.body.insertAdjacentHTML("afterbegin", await answer.text());
}

let toasting = 0;

/** Show a toast for a few seconds; screen readers announce it. */
export function say(sentence: string): void {
  const toast = find("#toast");
  if (!toast || !sentence) return;
  toast.textContent = sentence;
  toast.classList.add("shown");
  clearTimeout(toasting);
  toasting = window.setTimeout(() => toast.classList.remove("shown"), 1500 + 50 * sentence.length);
}

export function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

export function isTyping(event: Event): boolean {
  return closest(event, "input, select, textarea, dialog") !== null;
}

/** Handle drawers and copy buttons. */
export function watchPage(): void {
  document.addEventListener("click", (event) => {
    const opener = closest(event, "[data-drawer]");
    if (opener) openDrawer(opener.dataset.drawer ?? "");
    const dialog = closest(event, "dialog") as HTMLDialogElement | null;
    if (dialog && (closest(event, "[data-close]") || event.target === dialog)) dialog.close();
    const copier = closest(event, "[data-copy]");
    if (copier) void copy(copier.dataset.copy ?? "");
  });
}

export function openDrawer(name: string): void {
  const drawer = find<HTMLDialogElement>(`#drawer-${name}`);
  if (drawer) drawer.showModal();
  else document.body.classList.toggle(`toggle-${name}`);
}

async function copy(id: string): Promise<void> {
  const field = find<HTMLInputElement>(`#${id}`);
  const text = field?.value ?? location.href;
  try {
    await navigator.clipboard.writeText(text);
    say("Link copied.");
  } catch {
    field?.select(); // without HTTPS, browsers don't let a page write to the clipboard
    say(field ? "Copy the selected link." : text);
  }
}
