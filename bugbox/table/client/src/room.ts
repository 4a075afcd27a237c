// Positions a help panel as near to its thing as possible without covering anything that can be touched.

import { all, find } from "./page";

const GAP = 8; // pixels between a thing and its panel, and from the panel to the edge of the window
const STRIDE = 12; // pixels between two positions that are tried
const SHAPES = ["wide", "narrow", "small"]; // a narrow panel fits beside a board where a wide one does not
const LOWEST = 60; // minimum height in pixels of a panel that is cut off and scrolls

type Box = { left: number; top: number; right: number; bottom: number };
type Kept = [box: Box, price: number]; // an area to keep visible, and the cost of covering a pixel of it
type Place = { shape: string; height: string; left: number; top: number; cost: number };

const SHOWN = 10; // cost for the area of a ghost
const RESHAPED = 10_000; // cost of the next shape; exceeds the largest distance in the window
const LIT = 1_000_000_000; // exceeds the cost of a ghost as large as the window
const NEVER = 100 * LIT; // cost for the thing itself, and the hand

export function makeRoom(panel: HTMLElement, thing: HTMLElement, table: HTMLElement): void {
  const box = thing.getBoundingClientRect();
  const kept = keptInSight(thing, table);
  let best = cheapest(SHAPES.map((shape, nth) => bestPlace(panel, shape, "", box, kept, nth * RESHAPED)));
  for (let height = panel.offsetHeight; best.cost >= LIT && height >= LOWEST; height -= STRIDE)
    best = cheapest([best, bestPlace(panel, "cut", `${height}px`, box, kept)]);
  form(panel, best.shape, best.height);
  panel.style.left = `${best.left}px`;
  panel.style.top = `${best.top}px`;
  panel.scrollTop = 0;
}

function form(panel: HTMLElement, shape: string, height: string): void {
  panel.dataset.shape = shape;
  panel.style.maxHeight = height;
  panel.tabIndex = height ? 0 : -1; // a panel that scrolls must be focusable
}

function keptInSight(thing: HTMLElement, table: HTMLElement): Kept[] {
  const priced = (things: (Element | null | undefined)[], price: number): Kept[] =>
    things.flatMap((one) => (one ? [[one.getBoundingClientRect(), price]] : []));
  return [
    ...priced([thing, find("#dock", table)], NEVER),
    ...priced(all(".lit", table), LIT),
    ...priced([find(".ghost", table)?.parentElement], SHOWN),
  ];
}

function bestPlace(panel: HTMLElement, shape: string, height: string, thing: Box, kept: Kept[], price = 0): Place {
  form(panel, shape, height);
  const size = panel.getBoundingClientRect();
  const tops = starts(thing.top, thing.bottom, size.height, innerHeight);
  return cheapest(
    starts(thing.left, thing.right, size.width, innerWidth).flatMap((left) =>
      tops.map((top) => {
        const box = { left, top, right: left + size.width, bottom: top + size.height };
        return { shape, height, left, top, cost: price + costOf(box, thing, kept) };
      }),
    ),
  );
}

/** Candidate positions of a panel along one axis: before the thing, after it, centred on it, and a grid of others. */
function starts(from: number, to: number, size: number, room: number): number[] {
  const last = Math.max(GAP, room - size - GAP);
  const anywhere = Array.from({ length: Math.ceil((last - GAP) / STRIDE) }, (_, nth) => GAP + nth * STRIDE);
  const near = [from - GAP - size, to + GAP, (from + to - size) / 2].filter((start) => start >= GAP && start <= last);
  return [...near, ...anywhere, last];
}

function costOf(box: Box, thing: Box, kept: Kept[]): number {
  const across = Math.max(thing.left - box.right, box.left - thing.right, 0);
  const down = Math.max(thing.top - box.bottom, box.top - thing.bottom, 0);
  const askew =
    Math.abs(box.left + box.right - thing.left - thing.right) +
    Math.abs(box.top + box.bottom - thing.top - thing.bottom);
  return kept.reduce((cost, [one, price]) => cost + price * shared(box, one), across + down + askew / 16);
}

/** The area in which two boxes overlap, in pixels. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function cheapest(places: Place[]): Place {
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
