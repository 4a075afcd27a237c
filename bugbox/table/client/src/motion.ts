// Updates the table: morphs the DOM, then animates things from their old positions (FLIP).

import { Idiomorph } from "idiomorph";
import { all, find, tellStyles } from "./page";

const MOVE = 380; // milliseconds
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** Markup by element id, with a placeholder `<!--id-->` for every nested part. The table itself is a part. */
export type Parts = Record<string, string>;

/** Keep what a person is typing: the server never sets the value of a field in a frame. */
const CALLBACKS = {
  beforeAttributeUpdated: (name: string, node: Element) => name !== "value" || node.tagName !== "INPUT",
};

type Spots = Map<string, DOMRect>;
type Leaver = { thing: SVGGraphicsElement; place: Element | null; drawing: SVGSVGElement | null };

const kept: Parts = {};

/** Clear the cache before a complete frame, which may be for another viewpoint. */
export function forget(): void {
  for (const id of Object.keys(kept)) delete kept[id];
}

/** Apply changed parts to the table; `factor` multiplies the duration of animations, and 0 turns them off. */
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

/** Morph a part's element; the table's own part is only its contents. */
function morph(element: Element): void {
  const morphStyle = element.id === "table" ? "innerHTML" : "outerHTML";
  Idiomorph.morph(element, parsed(filled(element.id), element), { morphStyle, callbacks: CALLBACKS });
}

function filled(id: string): string {
  return (kept[id] ?? "").replace(/<!--([\w:.-]+)-->/g, (_, inside) => filled(inside));
}

/** Parse markup, as SVG if `place` is inside one. Keys become ids, so that a morph preserves each thing's identity. */
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

/** Positions relative to the board, so that nothing is animated when the board itself moves. */
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

/** Remember where a thing is in a drawing, in case it is removed. */
function leaver(thing: SVGGraphicsElement): Leaver {
  return { thing, place: thing.parentElement, drawing: thing.ownerSVGElement };
}

/** Animate a removed thing, on top and not interactive, to the spot that its `data-to` names. */
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
