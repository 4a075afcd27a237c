// Hints: what a bot would do, in words and as marks around the things to touch. They come from the server.

import { all, find } from "./page";
import type { Question } from "./wire";

export type Advice = { type: "advice"; asked: number; panel: string; options?: string[] };

const NOTHING = -1;
const FOLLOW = 150; // milliseconds between updates of the marks' positions

export class Hint {
  private readonly said = find("#hint-said");
  private readonly marks = document.createElement("div");
  private asked = NOTHING;
  private favourites: string[][] = []; // the picks for each favourite
  private following = 0;

  constructor(private readonly table: HTMLElement) {
    this.marks.id = "hint-marks";
    this.marks.ariaHidden = "true"; // the text says the same
    document.body.append(this.marks);
    find("#hint-close")?.addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  take({ asked, panel, options = [] }: Advice, question: Question | undefined): void {
    if (!this.said || !question || askedBy(question) !== asked) return; // too late: the question has changed
    this.close();
    this.asked = asked;
    this.favourites = options.map((option) => picksOf(question, option));
    this.said.innerHTML = panel;
    this.follow();
    this.following = window.setInterval(() => this.follow(), FOLLOW);
  }

  /** Close the hint if the question has changed. */
  renew(question: Question | undefined): void {
    if (askedBy(question) !== this.asked) this.close();
  }

  close(): void {
    clearInterval(this.following);
    this.asked = NOTHING;
    this.favourites = [];
    this.said?.replaceChildren();
    this.marks.replaceChildren();
  }

  private follow(): void {
    const call = find("#call")?.getBoundingClientRect();
    const below = find("#players")?.getBoundingClientRect().bottom ?? 0;
    const panel = find("#hint");
    panel?.style.setProperty("--top", `${call?.top ?? 0}px`);
    panel?.style.setProperty("--room", `${below - (call?.top ?? 0)}px`);
    const drawn = document.createElement("div");
    drawn.append(...all("[data-pick]", this.table).flatMap((thing) => this.around(thing)));
    if (drawn.innerHTML !== this.marks.innerHTML) this.marks.replaceChildren(...drawn.childNodes);
  }

  private around(thing: HTMLElement): HTMLElement[] {
    const numbers = this.favourites.flatMap((picks, nth) =>
      picks.includes(thing.dataset.pick ?? "") ? [nth + 1] : [],
    );
    const { left, top, right, bottom, width, height } = thing.getBoundingClientRect();
    if (!numbers.length || !width || right > innerWidth + 1 || left < -1 || bottom > innerHeight + 1 || top < -1)
      return [];
    const mark = document.createElement("div");
    mark.className = numbers[0] === 1 ? "hint-mark best" : "hint-mark";
    mark.dataset.numbers = numbers.join(" ");
    Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    return [mark];
  }
}

/** The number of the move after which a question was asked; the server omits 0. */
function askedBy(question: Question | undefined): number {
  return question?.choices?.length ? (question.asked ?? 0) : NOTHING;
}

function picksOf({ choices = [] }: Question, option: string): string[] {
  const [, picks = []] = choices.find(([one]) => one === option) ?? [option, []];
  return picks.map((pick) => pick.replace(/^&/, ""));
}
