// The win graph of a replay: computed by the server on request; clicking it jumps to a step.

import { closest, find } from "./page";

type Looked = { done: number; of: number; html?: string; sorry?: string };

const PAUSE = 400; // milliseconds between two requests
const SORRY = "The graph could not be loaded. Is the server running?";

export class Hindsight {
  private readonly button = find<HTMLButtonElement>("#look-back");
  private made = 0;

  constructor(
    private readonly path: string,
    go: (step: number) => void,
  ) {
    this.button?.addEventListener("click", () => void this.look());
    find("#graph")?.addEventListener("click", (event) => {
      const target = closest(event, "[data-go]");
      if (target) go(Number(target.dataset.go));
    });
  }

  /** Mark the replay's current step on the graph. */
  mark(made: number): void {
    this.made = made;
    const now = find(".now");
    for (const end of ["x1", "x2"]) now?.setAttribute(end, `${(100 * made) / Number(now.dataset.of)}%`);
  }

  private async look(): Promise<void> {
    if (!this.button) return;
    this.button.disabled = true;
    const looked = await this.ask();
    this.button.disabled = false;
    say(looked?.sorry ?? (looked ? "" : SORRY));
    if (!looked?.html) return;
    const graph = find("#graph");
    if (graph) graph.innerHTML = looked.html;
    this.button.hidden = true;
    this.mark(this.made);
  }

  /** Poll until the server has a result or gives up. */
  private async ask(): Promise<Looked | undefined> {
    for (;;) {
      const answer = await fetch(`${this.path}/chances`).catch(() => undefined);
      if (!answer?.ok) return undefined;
      const looked = (await answer.json()) as Looked;
      if (looked.html || looked.sorry) return looked;
      say(`Looking back: ${looked.done} of ${looked.of} moves`);
      await new Promise((done) => window.setTimeout(done, PAUSE));
    }
  }
}

function say(sentence: string): void {
  const line = find("#looking");
  if (line) line.textContent = sentence;
}
