// Replay of a finished match: scrubber, step keys, choice of viewpoint.

import { type Explained, Help } from "./help";
import { Hindsight } from "./hindsight";
import { change } from "./motion";
import { all, closest, find, isTyping, say } from "./page";
import { speed } from "./preferences";

type Past = { at: number; of: number; html: string; log: string[]; caption: string; made: number };

const STEP = 750; // milliseconds between two steps in autoplay

export function openReplay(path: string): void {
  new Replay(path);
}

class Replay {
  private readonly table = find("#table") as HTMLElement;
  private readonly scrubber = find<HTMLInputElement>("#scrubber") as HTMLInputElement;
  private readonly eyes = find<HTMLSelectElement>("#eyes") as HTMLSelectElement;
  private readonly help = new Help(this.table, (thing) => void this.ask(thing));
  private readonly hindsight: Hindsight;
  private readonly seen = new Map<string, Promise<Past>>();
  private readonly last = Number(this.scrubber.max);
  private wanted = 0;
  private currentAt = -1;
  private playing = 0;

  constructor(private readonly path: string) {
    const asked = new URLSearchParams(location.search);
    this.hindsight = new Hindsight(path, (at) => void this.go(at));
    this.eyes.value = asked.get("eyes") ?? "open";
    if (!this.eyes.value) this.eyes.value = "open";
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value)));
    this.eyes.addEventListener("change", () => this.go(this.wanted));
    document.addEventListener("click", (event) => this.step(closest(event, "[data-step]")?.dataset.step));
    document.addEventListener("keydown", (event) => this.key(event));
    this.go(Number(asked.get("at") ?? 0) || 0);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, string> = {
      ArrowLeft: "back",
      ArrowRight: "on",
      Home: "first",
      End: "last",
      p: "play",
    };
    const step = steps[event.key];
    if (!step || isTyping(event) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.step(step);
  }

  private step(step: string | undefined): void {
    if (step === "play") this.toggle();
    else if (step === "first") this.go(0);
    else if (step === "last") this.go(this.last);
    else if (step === "back") this.go(this.wanted - 1);
    else if (step === "on") this.go(this.wanted + 1);
  }

  private toggle(): void {
    const starts = !this.playing;
    clearInterval(this.playing);
    this.playing = starts ? window.setInterval(() => this.go(this.wanted + 1), STEP * (speed() || 1)) : 0;
    if (starts && this.wanted === this.last) this.go(0);
    for (const button of all("[data-step=play]")) button.textContent = starts ? "Pause" : "Play";
  }

  private async go(at: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(this.last, Math.round(at)));
    if (this.playing && this.wanted === this.last) this.toggle();
    this.scrubber.value = String(this.wanted);
    try {
      const past = await this.past(this.wanted);
      if (past.at === this.wanted) this.show(past);
      if (this.wanted < this.last) void this.past(this.wanted + 1).catch(() => undefined);
    } catch {
      say("That step could not be loaded. Is the server running?");
    }
  }

  private past(at: number): Promise<Past> {
    const address = `${this.path}/replay/${at}?eyes=${this.eyes.value}`;
    let past = this.seen.get(address);
    if (!past) {
      past = fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
      past.catch(() => this.seen.delete(address));
      this.seen.set(address, past);
    }
    return past;
  }

  private async ask(thing: string): Promise<void> {
    const asked = new URLSearchParams({ eyes: this.eyes.value, explain: thing });
    const answer = await fetch(`${this.path}/replay/${this.wanted}?${asked}`).catch(() => undefined);
    if (answer?.ok) this.help.take((await answer.json()) as Explained);
  }

  private show(past: Past): void {
    const oneOn = past.at === this.currentAt + 1;
    change(this.table, { table: past.html }, oneOn ? speed() : 0);
    this.help.renew(true);
    this.hindsight.mark(past.made);
    this.currentAt = past.at;
    const caption = find("#caption");
    if (caption) caption.textContent = past.caption;
    const lines = past.log.map((sentence) => {
      const line = document.createElement("li");
      line.textContent = sentence;
      return line;
    });
    find("#log-lines")?.replaceChildren(...lines);
    const scroll = find("#log-scroll");
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
    history.replaceState(null, "", `?at=${past.at}&eyes=${this.eyes.value}`);
  }
}
