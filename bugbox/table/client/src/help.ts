// Help: a panel that explains a thing, and a ghost on the board that previews it. Both come from the server.
// Help opens when somebody points at the thing, never because the table changed under a pointer at rest.

import { meant } from "./near";
import { all, closest, find, isTouch, isTyping } from "./page";
import { makeRoom } from "./room";

export type Explained = { type: "explained"; thing: string; panel?: string; ghosts?: [id: string, svg: string][] };

const SETTLE = 120; // milliseconds over a thing before the request is sent
const HOVER = 450; // milliseconds over a thing before the panel opens
const HOLD = 450; // milliseconds of a long press
const SLIP = 12; // pixels that a finger may move during a long press
const REST = 4; // pixels that a mouse may move and still count as at rest
const PAGE = 60; // pixels by which a key scrolls a panel
const MOVING = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]; // keys that move the focus

type Point = [x: number, y: number];

export class Help {
  private readonly panel = find("#help");
  private readonly known = new Map<string, Explained>();
  private thing: HTMLElement | undefined;
  private opens = 0; // timestamp at which the panel may open
  private asking = 0;
  private opening = 0;
  private holding = 0;
  private held = false;
  private down: Point = [0, 0];
  private pointer: Point = [0, 0];
  private resting: Point | undefined; // where the mouse was when the table changed or was pressed, until it moves away
  private steered = false; // whether the last key moved the focus

  constructor(
    private readonly table: HTMLElement,
    private readonly ask: (thing: string) => void,
  ) {
    table.addEventListener("pointermove", (event) => this.move(event));
    table.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      this.resting = undefined;
      this.close();
    });
    table.addEventListener("focusin", (event) => {
      if (this.steered) this.want(closest(event, "[data-help]"), HOVER);
    });
    table.addEventListener("focusout", (event) => {
      if (this.thing && this.thing === closest(event, "[data-help]")) this.close();
    });
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener("wheel", (event) => this.scroll(event.deltaY));
    for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, () => clearTimeout(this.holding));
    table.addEventListener("contextmenu", (event) => {
      if (this.held) event.preventDefault();
    });
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => this.steer(event), true);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  take(explained: Explained): void {
    this.known.set(explained.thing, explained);
    if (this.name() === explained.thing) this.show(explained);
  }

  /** Refresh open help after the table has changed. */
  renew(still: boolean): void {
    this.known.clear();
    this.resting = this.pointer;
    this.steered = false;
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

  /** The name to request; on a board with `data-after` it includes the last pick. */
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

  private open(html: string): void {
    if (!this.panel || !this.thing) return;
    this.panel.innerHTML = html;
    this.panel.hidden = false;
    makeRoom(this.panel, this.thing, this.table);
  }

  close(): void {
    clearTimeout(this.asking);
    clearTimeout(this.opening);
    this.thing = undefined;
    this.haunt([]);
    if (this.panel) this.panel.hidden = true;
  }

  // --- Mouse ---

  private move(event: PointerEvent): void {
    this.pointer = [event.clientX, event.clientY];
    if (event.pointerType !== "mouse") this.slip();
    else if (!this.resting || this.isBeyond(this.resting, REST)) {
      this.resting = undefined;
      this.want(closest(event, "[data-help]"), HOVER);
    }
  }

  private isBeyond([x, y]: Point, far: number): boolean {
    return Math.hypot(this.pointer[0] - x, this.pointer[1] - y) > far;
  }

  // --- Touch, keyboard, "i" button ---

  private press(event: PointerEvent): void {
    clearTimeout(this.holding);
    this.held = this.steered = false;
    this.down = this.pointer = [event.clientX, event.clientY];
    const thing = closest(event, "[data-help]");
    if (event.pointerType === "mouse") {
      this.resting = this.down;
      this.close();
    } else if (thing)
      this.holding = window.setTimeout(() => {
        this.held = true;
        this.want(thing, 0);
      }, HOLD);
  }

  private slip(): void {
    if (this.isBeyond(this.down, SLIP)) clearTimeout(this.holding);
  }

  /** Explain a thing instead of playing it, after a long press or the "i" button. */
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
    } else if (isTouch(event)) this.want(thing?.dataset.look === undefined ? null : thing, HOVER); // a first tap previews
    this.held = false;
  }

  private explain(on: boolean): void {
    document.body.classList.toggle("explaining", on);
    find("[data-explain]")?.setAttribute("aria-pressed", String(on));
  }

  /** Note whether a key moved the focus. Focus set by a refocus after a choice doesn't open help. */
  private steer({ key }: KeyboardEvent): void {
    this.steered = MOVING.includes(key);
    if (key === "Enter" || key === " ") this.close();
  }

  private key(event: KeyboardEvent): void {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.explain(false);
      this.close();
    } else if (event.key === "i" || event.key === "?")
      this.want(closest(event, "[data-help]") ?? this.thing ?? null, 0);
    else if (event.key === "PageDown") this.scroll(PAGE);
    else if (event.key === "PageUp") this.scroll(-PAGE);
  }

  /** Scroll a panel that doesn't fit in a small window; on a touchscreen the browser does this. */
  private scroll(pixels: number): void {
    this.panel?.scrollBy(0, pixels);
  }
}
