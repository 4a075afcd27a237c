// Boards with small spaces: a finger is wider than a space, so a touch goes to the nearest lit thing.

import { all, closest, isTouch } from "./page";

const REACH = 36; // pixels from a finger to the middle of a thing

/** The element that an event is aimed at: for a touch on a board with `data-near`, the nearest lit or picked thing. */
export function meant(event: Event, selector: string): HTMLElement | null {
  const board = closest(event, "[data-near]");
  const near = board && isTouch(event) ? nearest(event as PointerEvent, board) : null;
  return near?.matches(selector) ? near : closest(event, selector);
}

function nearest({ clientX, clientY }: PointerEvent, board: HTMLElement): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = REACH;
  for (const thing of all(".lit, .picked", board)) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const away = Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
    if (away < least) [best, least] = [thing, away];
  }
  return best;
}
