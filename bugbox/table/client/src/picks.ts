// Picking things until they make an option. The server says what can be picked; there are no game rules here.

import { meant } from "./near";
import { all, closest, find, isTouch, isTyping, say, tellStyles } from "./page";
import { prefers, speed } from "./preferences";

export type Choice = [option: string, picks: string[]];

const ANY_ORDER = "&"; // prefix of picks that may be made in any order
const THEN = "|"; // separates options that are played one after the other
const STEP = 260; // milliseconds between such options
const SWIPE = 24; // minimum length of a swipe, in pixels

type Direction = [right: number, down: number];
const STEERING: Record<string, Direction> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NAMES: Record<string, string> = { "-1,0": "left", "1,0": "right", "0,-1": "up", "0,1": "down" };

export class Picks {
  private choices: Choice[] = [];
  private path: string[] = [];
  private asked = -1;
  private ask = "";
  private labels: string[] = [];
  private focused = "";
  private walk: string[] = []; // the rest of a walk: options to play, each as soon as it is offered
  private finger: [number, number] | undefined; // where the current swipe began

  constructor(
    private readonly table: HTMLElement,
    private readonly play: (option: string) => void,
  ) {
    table.addEventListener("click", (event) => this.touch(event));
    table.addEventListener("keydown", (event) => this.press(event));
    table.addEventListener("pointerdown", (event) => {
      this.walk = []; // a touch cancels the walk
      this.finger = closest(event, "[data-swipe]") && isTouch(event) ? [event.clientX, event.clientY] : undefined;
    });
    table.addEventListener("pointermove", (event) => this.swipe(event));
    table.addEventListener("focusin", (event) => {
      this.focused = closest(event, "[data-pick]")?.dataset.pick ?? "";
    });
    find("#choice")?.addEventListener("click", (event) => this.decide(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !isTyping(event)) this.back();
      else if (event.target === document.body && this.steer(STEERING[event.key])) event.preventDefault();
    });
  }

  /** Show new choices; if the question is the same as before, keep the picks. */
  offer(choices: Choice[], asked: number, ask: string, labels: string[]): void {
    if (asked !== this.asked || choices.length === 0) this.path = [];
    this.choices = choices;
    this.asked = asked;
    this.ask = ask;
    this.labels = labels;
    const isOn = choices.some(([option]) => option === this.walk[0]);
    if (choices.length && !isOn) this.walk = [];
    if (isOn) this.goOn(choices);
    else this.addWalks();
    this.show();
  }

  /** Continue a walk after a pause; offer the choices instead if a touch has cancelled it. */
  private goOn(choices: Choice[]): void {
    const rest = this.walk.join(THEN);
    this.choices = [];
    window.setTimeout(() => {
      if (this.walk.join(THEN) === rest) this.finish(rest);
      else this.offer(choices, this.asked, this.ask, this.labels);
    }, STEP * speed());
  }

  /** Add the board's walks (sequences of options) to the choices, to be picked like any other thing. */
  private addWalks(): void {
    if (!this.choices.length) return;
    const walks = all("[data-walk]", this.table).map(({ dataset }) => dataset);
    this.labels = [
      ...this.choices.map(([option], nth) => this.labels[nth] ?? option),
      ...walks.map((one) => one.label ?? ""),
    ];
    this.choices = [...this.choices, ...walks.map((one): Choice => [one.walk ?? "", [one.means ?? ""]])];
  }

  /** Restore the focus after a morph: to the thing that had it, or else to the first that can be picked. */
  refocus(): void {
    if (!this.focused || this.table.contains(document.activeElement)) return;
    const lit = this.lit();
    (lit.find((thing) => thing.dataset.pick === this.focused) ?? lit[0])?.focus();
  }

  private open(): Choice[] {
    return this.choices.filter(([, picks]) => left(picks, this.path));
  }

  private made(): Choice | undefined {
    return this.isMade() ? this.open()[0] : this.open().find(([, picks]) => left(picks, this.path)?.length === 0);
  }

  /**
   * Do the picks leave a single option? It then waits for confirmation, or for another last pick. After a step
   * (`data-step`) the remaining picks must be made even if there is no alternative, so that players see where a tile
   * will go.
   */
  private isMade(): boolean {
    const [one, ...others] = this.open();
    const last = this.path.at(-1);
    if (!one || others.length || last === undefined) return false;
    return left(one[1], this.path)?.length === 0 || !find(`[data-pick="${CSS.escape(last)}"][data-step]`, this.table);
  }

  private next(): string[] {
    const path = this.isMade() ? this.path.slice(0, -1) : this.path;
    return this.choices
      .flatMap(([, picks]) => nextOf(left(picks, path) ?? []))
      .filter((pick) => path === this.path || pick !== this.path.at(-1));
  }

  private lit(): HTMLElement[] {
    return all(".lit", this.table);
  }

  private touch(event: Event): void {
    const thing = meant(event, "[data-pick], [data-why]");
    if (!thing) return;
    const isPicked = this.path.includes(thing.dataset.pick ?? "-");
    if (event instanceof MouseEvent && event.detail > 1 && !(isTouch(event) && isPicked)) return; // a double click
    if (thing.classList.contains("lit")) this.pick(thing.dataset.pick ?? "", this.isFirstLook(event, thing));
    else if (isPicked) this.again();
    else if (this.choices.length && thing.dataset.pick) say(this.ask);
    else say(thing.closest<HTMLElement>("[data-why]")?.dataset.why ?? this.ask);
  }

  /** Is this a first tap that only previews? A finger cannot hover. Steps are played at once. */
  private isFirstLook(event: Event, thing: HTMLElement): boolean {
    const isStep = this.path.length === 0 && find(`[data-arrow][data-means="${thing.dataset.pick}"]`, this.table);
    return isTouch(event) && thing.dataset.look !== undefined && !isStep;
  }

  private pick(pick: string, only: boolean): void {
    if (this.isMade()) this.path.pop();
    this.path.push(pick);
    const made = this.isMade() ? this.open()[0] : undefined;
    if (made && !only && prefers("confirm") !== "yes") this.finish(made[0]);
    else this.show();
  }

  private finish(option: string): void {
    const [first = "", ...walk] = option.split(THEN);
    this.choices = [];
    this.show();
    this.path = [];
    this.walk = walk;
    this.play(first);
  }

  /** Handle a second touch on a pick: confirm if the picks make an option, otherwise go back. */
  private again(): void {
    const made = this.made();
    if (made) this.finish(made[0]);
    else this.back();
  }

  private back(): void {
    if (this.path.pop() !== undefined) this.show();
  }

  private decide(event: Event): void {
    const button = closest(event, "button");
    const made = this.made();
    if (button?.dataset.choice === "back") this.back();
    else if (button && made) this.finish(made[0]);
  }

  private show(): void {
    const made = this.made();
    const next = new Set(this.next());
    for (const thing of all("[data-pick]", this.table)) {
      const pick = thing.dataset.pick ?? "";
      mark(thing, next.has(pick), this.path.includes(pick));
    }
    const stops = all(".lit, .picked", this.table);
    for (const thing of stops) thing.tabIndex = -1;
    const things = this.lit();
    const first = things.find((thing) => thing.dataset.pick === this.focused) ?? things[0] ?? stops[0];
    if (first) first.tabIndex = 0; // one Tab stop; arrow keys move between things
    if (find("[data-arrow]", this.table)) for (const thing of all("button.lit", this.table)) thing.tabIndex = 0; // unless arrow keys steer
    tellStyles("picked", this.path.join(" "));
    this.showChoice(made);
  }

  private showChoice(made: Choice | undefined): void {
    const bar = find("#choice");
    if (!bar) return;
    bar.hidden = this.path.length === 0 || this.choices.length === 0;
    tellStyles("choosing", bar.hidden ? "no" : "yes");
    if (bar.hidden) return;
    bar.replaceChildren(button("Back", "back"), ...(made ? [button(`Confirm: ${this.label(made)}`, "yes")] : []));
  }

  private label(choice: Choice): string {
    return this.labels[this.choices.indexOf(choice)] ?? choice[0];
  }

  private press(event: KeyboardEvent): void {
    const thing = closest(event, ".lit, [data-pick]");
    if (!thing) return;
    const step = STEERING[event.key];
    if (this.steer(step)) event.preventDefault();
    else if (step) nearest(thing, this.lit(), step)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.touch(event);
    else return;
    event.preventDefault();
  }

  /** Pick the lit thing that an arrow on the board stands for, after an arrow key or a swipe. */
  private steer(step: Direction | undefined): boolean {
    const arrow = step && !this.path.length ? find(`[data-arrow="${NAMES[step.join()]}"]`, this.table) : null;
    const thing = arrow && this.lit().find((one) => one.dataset.pick === arrow.dataset.means);
    if (thing) this.pick(thing.dataset.pick ?? "", false);
    return Boolean(thing);
  }

  private swipe({ clientX, clientY }: PointerEvent): void {
    if (!this.finger) return;
    const [x, y] = [clientX - this.finger[0], clientY - this.finger[1]];
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    const step: Direction = Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)];
    if (this.steer(step)) this.finger = [clientX, clientY]; // the same touch may swipe again
  }
}

/** The picks that remain after a path; undefined if the path doesn't lead to these picks. */
function left(picks: string[], path: string[]): string[] | undefined {
  const rest = [...picks];
  for (const pick of path) {
    const at = nextOf(rest).indexOf(pick);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest;
}

/** The possible next picks: the first one, or all leading ones that may be made in any order. */
function nextOf(picks: string[]): string[] {
  const ordered = picks.findIndex((pick) => !pick.startsWith(ANY_ORDER));
  const free = ordered < 0 ? picks.length : Math.max(ordered, 1);
  return picks.slice(0, free).map((pick) => pick.replace(/^&/, ""));
}

function mark(thing: HTMLElement, lit: boolean, picked: boolean): void {
  thing.classList.toggle("lit", lit);
  thing.classList.toggle("picked", picked);
  if (lit || picked) {
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-pressed", String(picked));
  } else if (thing.getAttribute("role") === "button") {
    thing.setAttribute("role", "img");
    thing.removeAttribute("aria-pressed");
    thing.removeAttribute("tabindex");
  }
}

function button(text: string, choice: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.dataset.choice = choice;
  if (choice === "yes") made.className = "primary";
  return made;
}

/** The nearest thing in a direction. */
function nearest(from: Element, things: HTMLElement[], [right, down]: Direction): HTMLElement | undefined {
  const here = middle(from);
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    const there = middle(thing);
    const along = (there.x - here.x) * right + (there.y - here.y) * down;
    const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
    if (thing !== from && along > 1 && along + 2 * aside < least) {
      best = thing;
      least = along + 2 * aside;
    }
  }
  return best;
}

function middle(thing: Element): { x: number; y: number } {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
