// Room for a panel: as near to the thing that it explains as it can be without covering anything that can be touched.

import { all, find } from "./page";

const GAP = 8; // pixels between a thing and its panel, and from the panel to the edge of the window
const STRIDE = 12; // pixels from one place that is tried to the next
const SHAPES = ["wide", "narrow"]; // a narrow panel fits beside a board where a wide one does not

type Box = { left: number; top: number; right: number; bottom: number };
type Kept = [box: Box, price: number]; // what should stay in sight, and the price of covering a pixel of it
type Place = { shape: string; left: number; top: number; cost: number };

// One pixel of what is lit costs more than the longest way across the window.
const SHOWN = 10; // where a ghost shows what would happen
const LIT = 10_000;
const NEVER = 1_000_000; // the thing itself, and my hand

export function makeRoom(panel: HTMLElement, thing: HTMLElement, table: HTMLElement): void {
  const kept = keptInSight(thing, table);
  const places = SHAPES.map((shape) => bestPlace(panel, shape, thing.getBoundingClientRect(), kept));
  const { shape, left, top } = places.find(({ cost }) => cost < LIT) ?? cheapest(places);
  panel.dataset.shape = shape;
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
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

function bestPlace(panel: HTMLElement, shape: string, thing: Box, kept: Kept[]): Place {
  panel.dataset.shape = shape;
  const { width, height } = panel.getBoundingClientRect();
  const tops = starts(thing.top, thing.bottom, height, innerHeight);
  return cheapest(
    starts(thing.left, thing.right, width, innerWidth).flatMap((left) =>
      tops.map((top) => {
        const box = { left, top, right: left + width, bottom: top + height };
        return { shape, left, top, cost: costOf(box, thing, kept) };
      }),
    ),
  );
}

/** Where a panel may begin along one axis: before the thing, after it, in line with its middle, or anywhere else. */
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

/** How many pixels two boxes have in common. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function cheapest(places: Place[]): Place {
  return places.reduce((best, place) => (place.cost < best.cost ? place : best));
}
