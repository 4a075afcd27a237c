// From one picture of the table to the next: morph it, then let things move from where they were.

import { Idiomorph } from "idiomorph";
import { all, find, tellStyles } from "./page";

const MOVE = 380; // milliseconds
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** Elements by their id, each with a hole `<!--id-->` for every part inside it; the table itself is one. */
export type Parts = Record<string, string>;

/** What a person is typing stays; the server never fills a field in a frame. */
const CALLBACKS = {
  beforeAttributeUpdated: (name: string, node: Element) => name !== "value" || node.tagName !== "INPUT",
};

type Spots = Map<string, DOMRect>;
type Leaver = { thing: SVGGraphicsElement; place: Element | null; drawing: SVGSVGElement | null };

const kept: Parts = {};

/** Other eyes may look from now on: what comes next is whole. */
export function forget(): void {
  for (const id of Object.keys(kept)) delete kept[id];
}

/** Change what has changed at the table; `factor` is how slowly things move, 0 not at all. */
export function change(table: Element, parts: Parts, factor: number): void {
  const before = factor ? spots(table) : new Map();
  const leavers = factor ? all<SVGGraphicsElement>("svg [data-key][data-to]", table).map(leaver) : [];
  for (const animation of document.getAnimations()) if (animation.id === "move") animation.cancel();
  Object.assign(kept, parts);
  const changed = Object.keys(parts).flatMap((id) => document.getElementById(id) ?? []);
  for (const element of changed)
    if (!changed.some((other) => other !== element && other.contains(element))) morph(element);
  tellStyles("stands", find("#end") ? "over" : find("#board") ? "playing" : "waiting");
  if (!factor) return;
  const now = spots(table);
  for (const thing of all(`[data-key]`, table)) move(thing, before, now, MOVE * factor);
  for (const one of leavers) if (!one.thing.isConnected) leave(one, origin(table), now, MOVE * factor);
}

/** The text of the table is what it holds; any other part is an element. */
function morph(element: Element): void {
  const morphStyle = element.id === "table" ? "innerHTML" : "outerHTML";
  Idiomorph.morph(element, parsed(filled(element.id), element), { morphStyle, callbacks: CALLBACKS });
}

function filled(id: string): string {
  return (kept[id] ?? "").replace(/<!--([\w:.-]+)-->/g, (_, inside) => filled(inside));
}

/** Things get their key as id, so that a morph keeps a thing the same thing. A part of an SVG is read as one. */
function parsed(html: string, place: Element): ChildNode[] {
  const template = document.createElement("template");
  const isInside = place instanceof SVGElement && !(place instanceof SVGSVGElement);
  template.innerHTML = isInside ? `<svg>${html}</svg>` : html;
  for (const thing of all("[data-key]:not([id])", template.content)) thing.id = `key-${thing.dataset.key}`;
  return [...((isInside && template.content.firstChild) || template.content).childNodes];
}

function origin(table: Element): DOMRect {
  return (find("#board", table) ?? table).getBoundingClientRect();
}

/** Seen from the board: that the board itself has moved is no movement on it. */
function spots(table: Element): Spots {
  const found: Spots = new Map();
  const here = origin(table);
  for (const thing of all("[data-key], [data-spot]", table)) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const rect = new DOMRect(x - here.x, y - here.y, width, height);
    const { key, spot } = thing.dataset;
    if (key) found.set(key, rect);
    if (spot) found.set(`spot ${spot}`, rect);
  }
  return found;
}

function move(thing: HTMLElement | SVGGraphicsElement, before: Spots, now: Spots, duration: number): void {
  const { key = "" } = thing.dataset;
  const from = thing.closest<HTMLElement>("[data-from]")?.dataset.from;
  const to = now.get(key);
  const known = before.get(key);
  const start = known ?? now.get(`spot ${from}`);
  if (!to || !start) return;
  const scale = thing instanceof SVGGraphicsElement ? (thing.getScreenCTM()?.a ?? 1) : 1;
  const x = (start.x + start.width / 2 - to.x - to.width / 2) / scale;
  const y = (start.y + start.height / 2 - to.y - to.height / 2) / scale;
  if (Math.abs(x) + Math.abs(y) < 1) return;
  const first = known
    ? { transform: `translate(${x}px, ${y}px)` }
    : { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 };
  thing.animate([first, { transform: "none" }], { duration, easing: EASE, id: "move" });
}

/** Where a thing in a drawing is, for when it is there no longer. */
function leaver(thing: SVGGraphicsElement): Leaver {
  return { thing, place: thing.parentElement, drawing: thing.ownerSVGElement };
}

/** What is gone is still seen to go to the spot that it names (`data-to`), over all else; nobody can touch it. */
function leave({ thing, place, drawing }: Leaver, here: DOMRect, now: Spots, duration: number): void {
  const end = now.get(`spot ${thing.dataset.to}`);
  if (!end || !place || !drawing?.isConnected) return;
  thing.removeAttribute("id");
  delete thing.dataset.key;
  place.classList.add("leaving");
  drawing.append(place);
  const { x, y, width, height } = thing.getBoundingClientRect();
  const scale = thing.getScreenCTM()?.a ?? 1;
  const right = (end.x + end.width / 2 + here.x - x - width / 2) / scale;
  const down = (end.y + end.height / 2 + here.y - y - height / 2) / scale;
  const last = { transform: `translate(${right}px, ${down}px) scale(.4)`, opacity: 0 };
  thing.animate([{ transform: "none" }, last], { duration, easing: EASE, id: "leave" }).onfinish = () => place.remove();
}
