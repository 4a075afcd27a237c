// The end of a match: animates the score sheet and verifies the seed.

import { all, find } from "./page";
import { recall, remember } from "./preferences";

const ROW = 450; // milliseconds until the next row
const APPEAR = 300;
const COUNT = "count";
const IN_A_ROW = 3; // wins before the next level is offered

/**
 * Reveal the score sheet row by row; `factor` multiplies the duration, and 0 shows all rows at once. Screen readers get
 * all rows immediately; a touch or a key skips the animation.
 */
export function countSheet(factor: number): void {
  if (!factor) return;
  for (const [number, row] of all("#end .sheet tbody tr").entries())
    row.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: APPEAR * factor,
      delay: ROW * factor * (number + 1),
      fill: "backwards",
      id: COUNT,
    });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, showSheet, { once: true });
}

function showSheet(): void {
  for (const animation of document.getAnimations()) if (animation.id === COUNT) animation.finish();
}

/** Offer the next level after several wins in a row. Each match counts once, however often its page is opened. */
export function offerNextLevel(): void {
  const offer = find("#next-level");
  if (!offer) return;
  const { streak, table, won } = offer.dataset;
  const key = `bugbox:streak:${streak}`;
  const [wins, last] = (recall(key) ?? "0").split(" ");
  const now = last === table ? Number(wins) : won === "yes" ? Number(wins) + 1 : 0;
  remember(key, `${now} ${table}`);
  offer.hidden = now < IN_A_ROW;
}

/** Check that the seed of a finished match matches the commitment shown when it began. */
export async function checkSeed(promised: string | null): Promise<void> {
  const [seed, commitment, result] = ["#seed", "#commitment", "#seed-check"].map((id) => find(id));
  if (!seed?.textContent || !commitment?.textContent || !result) return;
  if (!crypto.subtle) {
    result.textContent = "To check it, take the SHA-256 of the seed's digits.";
    return;
  }
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed.textContent));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const right = hash === commitment.textContent && (promised === null || promised === hash);
  const seen = promised === null ? "it matches" : "it matches, and is the one this browser was shown at the start";
  result.textContent = right
    ? `\u2713 Checked here: ${seen}.`
    : "\u2717 It does not match: these are not the cards that were promised.";
  result.className = right ? "right" : "wrong";
  if (!right) find("#fair")?.setAttribute("open", "");
}
