// What a thing is: a panel beside it, and what it would do as a ghost on the board. The server says both.

import { meant } from "./near";
import { all, closest, find, isTouch, isTyping } from "./page";

export type Explained = { type: "explained"; thing: string; panel?: string; ghosts?: [id: string, svg: string][] };

const SETTLE = 120; // milliseconds on a thing before the server is asked
const HOVER = 450; // and before the panel opens
const HOLD = 450; // a finger on a thing
const SLIP = 12; // pixels that it may move meanwhile
const GAP = 8; // pixels between a thing and its panel

export class Help {
  private readonly panel = find("#help");
  private readonly known = new Map<string, Explained>();
  private thing: HTMLElement | undefined;
  private opens = 0; // when
  private asking = 0;
  private opening = 0;
  private holding = 0;
  private held = false;
  private down: [number, number] = [0, 0];

  constructor(
    private readonly table: HTMLElement,
    private readonly ask: (thing: string) => void,
  ) {
    table.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.want(closest(event, "[data-help]"), HOVER);
    });
    table.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.close();
    });
    table.addEventListener("focusin", (event) => {
      if (closest(event, ":focus-visible")) this.want(closest(event, "[data-help]"), HOVER);
    });
    table.addEventListener("focusout", () => this.close());
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener("pointermove", (event) => this.slip(event));
    for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, () => clearTimeout(this.holding));
    table.addEventListener("contextmenu", (event) => {
      if (this.held) event.preventDefault();
    });
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  take(explained: Explained): void {
    this.known.set(explained.thing, explained);
    if (this.name() === explained.thing) this.show(explained);
  }

  /** The table has changed: what is explained now may be worth something else. */
  renew(still: boolean): void {
    this.known.clear();
    if (still && this.thing?.isConnected) this.look();
    else this.close();
  }

  private want(thing: HTMLElement | null, patience: number): void {
    if (thing === this.thing && patience) return;
    this.close();
    if (!thing) return;
    this.thing = thing;
    this.opens = performance.now() + patience;
    this.asking = window.setTimeout(() => this.look(), patience ? SETTLE : 0);
  }

  private look(): void {
    const name = this.name();
    const known = this.known.get(name);
    if (known) this.show(known);
    else this.ask(name);
  }

  /** On a board with `data-after` it depends on what was picked before. */
  private name(): string {
    const { help = "", pick } = this.thing?.dataset ?? {};
    const picked = this.thing?.closest("[data-after]") && all(".picked", this.table).at(-1)?.dataset.pick;
    return picked && picked !== pick ? `${help} after ${picked}` : help;
  }

  private show({ panel = "", ghosts = [] }: Explained): void {
    this.haunt(ghosts);
    clearTimeout(this.opening);
    if (panel) this.opening = window.setTimeout(() => this.open(panel), this.opens - performance.now());
  }

  private haunt(ghosts: [string, string][]): void {
    for (const old of all(".ghost", this.table)) old.remove();
    for (const [id, svg] of ghosts) document.getElementById(id)?.insertAdjacentHTML("beforeend", svg);
  }

  /** Beside the thing, and never over my hand. */
  private open(html: string): void {
    if (!this.panel || !this.thing) return;
    this.panel.innerHTML = html;
    this.panel.hidden = false;
    const { width, height } = this.panel.getBoundingClientRect();
    const thing = this.thing.getBoundingClientRect();
    const lowest = (find("#dock", this.table)?.getBoundingClientRect().top ?? innerHeight) - height - GAP;
    const isMine = this.thing.closest("#dock") !== null;
    const beside = thing.right + GAP + width < innerWidth ? thing.right + GAP : thing.left - GAP - width;
    const isRoom = !isMine && beside > 0;
    const below = thing.bottom + GAP < lowest ? thing.bottom + GAP : thing.top - GAP - height;
    const haunted = find(".ghost", this.table)?.parentElement?.getBoundingClientRect();
    const x = isRoom ? beside : thing.left + (thing.width - width) / 2;
    const y = isRoom ? thing.top + (thing.height - height) / 2 : isMine ? lowest : below;
    let left = Math.max(GAP, Math.min(x, innerWidth - width - GAP));
    let top = Math.max(GAP, Math.min(y, lowest));
    if (haunted && top < haunted.bottom && top + height > haunted.top) {
      // What is shown on the board stays in sight: above it there may be room, or else at its right.
      if (haunted.top > height + 2 * GAP) top = haunted.top - GAP - height;
      else if (haunted.right + width + 2 * GAP < innerWidth) left = haunted.right + GAP;
    }
    this.panel.style.left = `${left}px`;
    this.panel.style.top = `${top}px`;
  }

  private close(): void {
    clearTimeout(this.asking);
    clearTimeout(this.opening);
    this.thing = undefined;
    this.haunt([]);
    if (this.panel) this.panel.hidden = true;
  }

  // --- A finger, a key, the small i ---

  private press(event: PointerEvent): void {
    clearTimeout(this.holding);
    this.held = false;
    this.down = [event.clientX, event.clientY];
    const thing = closest(event, "[data-help]");
    if (event.pointerType === "mouse" || !thing) return;
    this.holding = window.setTimeout(() => {
      this.held = true;
      this.want(thing, 0);
    }, HOLD);
  }

  private slip({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - this.down[0], clientY - this.down[1]) > SLIP) clearTimeout(this.holding);
  }

  /** What a long press has explained is not played; neither is what is touched after the small i. */
  private click(event: MouseEvent): void {
    const explaining = document.body.classList.contains("explaining");
    const aimed = explaining ? closest : meant;
    const thing = this.table.contains(event.target as Node) ? aimed(event, "[data-help]") : null;
    if (closest(event, "[data-explain]")) this.explain(!explaining);
    else if (this.held || (thing && explaining)) {
      event.stopImmediatePropagation();
      event.preventDefault();
      if (!this.held) this.want(thing, 0);
      this.explain(false);
    } else if (isTouch(event)) this.want(thing?.dataset.look === undefined ? null : thing, HOVER); // a first tap shows what a thing would do
    this.held = false;
  }

  private explain(on: boolean): void {
    document.body.classList.toggle("explaining", on);
    find("[data-explain]")?.setAttribute("aria-pressed", String(on));
  }

  private key(event: KeyboardEvent): void {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.explain(false);
      this.close();
    } else if (event.key === "i" || event.key === "?")
      this.want(closest(event, "[data-help]") ?? this.thing ?? null, 0);
  }
}
