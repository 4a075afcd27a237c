// A table: shows frames one after the other and sends the player's actions.

import { checkSeed, countSheet, offerNextLevel } from "./ending";
import { Help } from "./help";
import { Hint } from "./hint";
import { change, forget } from "./motion";
import { all, closest, find, isTyping, openDrawer, say } from "./page";
import { Picks } from "./picks";
import { isFirst, recall, remember, speed } from "./preferences";
import { sound } from "./sound";
import { type Frame, type Message, Wire } from "./wire";

const SKIPPING = [" ", "Enter", "Escape"];
const LOOK = 620; // milliseconds that a frame is shown before the next one
const GLANCE = 360; // milliseconds for a frame without log sentences
const FAR_BEHIND = 30; // queued frames after which they are merged

export function openTable(path: string): void {
  new Table(path);
}

class Table {
  private readonly table = find("#table") as HTMLElement;
  private readonly picks = new Picks(this.table, (option) => this.play(option));
  private readonly help = new Help(this.table, (thing) => this.ask(thing));
  private readonly hint = new Hint(this.table);
  private readonly wire: Wire;
  private readonly title = document.title;
  private frames: Frame[] = [];
  private current: Frame | undefined;
  private showing = false;
  private timer = 0;

  constructor(private readonly path: string) {
    this.wire = new Wire(path, (message) => this.take(message));
    document.addEventListener("click", (event) => {
      if (event.detail < 2) this.press(closest(event, "button[data-send]")); // count a double click once
    });
    this.table.addEventListener("click", (event) => this.skip(event), true);
    document.addEventListener("keydown", (event) => this.skip(event), true);
    document.addEventListener("change", (event) => this.choose(closest(event, "select[data-send]")));
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // --- Messages from the server ---

  private take(message: Message): void {
    if (message.type === "frame") this.queue(message);
    else if (message.type === "go") location.assign(message.to);
    else if (message.type === "reaction") this.react(message.seat, message.word);
    else if (message.type === "explained") this.help.take(message);
    else if (message.type === "advice") this.hint.take(message, this.current?.question);
    else {
      say(message.why);
      if (this.current) this.offer(this.current);
    }
  }

  /** Queue a frame, so that each is shown long enough to read even with fast bots; merge them if there are too many. */
  private queue(frame: Frame): void {
    const hurried = document.hidden || speed() === 0 || this.frames.length >= FAR_BEHIND;
    const before = this.frames.at(-1) ?? this.current;
    const atOnce = frame.fresh && (hurried || !before?.beat); // supersedes all queued frames
    if (atOnce) this.frames = [frame];
    else if (hurried) this.frames = [[...this.frames, frame].reduce(together)];
    else this.frames.push(frame);
    const leadsOn = hurried && frame.beat; // its successor follows immediately
    if (leadsOn) this.wait();
    else if (atOnce || !this.showing) this.next();
  }

  /** Show nothing until the next frame arrives. */
  private wait(): void {
    clearTimeout(this.timer);
    this.showing = false;
  }

  private next(): void {
    clearTimeout(this.timer);
    const frame = this.frames.shift();
    this.showing = frame !== undefined;
    if (!frame) return;
    const moved = frame.beat || frame.seq !== this.current?.seq;
    this.show(frame.fresh ? frame : { ...this.current, log: [], beat: false, ...frame, fresh: false });
    const hold = frame.beat ? Number(find("[data-hold]", this.table)?.dataset.hold ?? 1) : 1;
    const look = (frame.log?.length ? LOOK : GLANCE) * hold;
    const pause = moved && !document.hidden ? look * speed() : 0;
    this.timer = window.setTimeout(() => this.next(), pause);
  }

  /** Skip the animation when the table is touched; that touch doesn't play anything. */
  private skip(event: Event): void {
    const elsewhere = event.target !== document.body && !this.table.contains(event.target as Node);
    if (!this.current?.beat || elsewhere || isTyping(event)) return;
    if (event instanceof KeyboardEvent && !SKIPPING.includes(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
    if (this.frames.length) this.frames = [this.frames.reduce(together)];
    this.next();
  }

  private show(frame: Frame): void {
    const before = this.current;
    const still = !frame.beat && (frame.fresh || (frame.seq === before?.seq && !before.beat));
    if (frame.fresh) forget();
    if (frame.fresh && frame.seat !== before?.seat) forgetWords();
    change(this.table, frame.parts, still || document.hidden ? 0 : speed());
    this.current = frame;
    this.offer(frame);
    this.help.renew(!frame.beat);
    this.hint.renew(frame.beat ? undefined : frame.question);
    this.picks.refocus();
    this.log(frame);
    this.call(frame, before);
    this.fillShareLink();
    this.showReactions(frame);
    this.showPrimer(frame);
    if (before && frame.over && !before.over) {
      scrollTo(0, 0); // the winner is announced there
      if (!document.hidden) countSheet(speed());
    }
    if (frame.over) offerNextLevel();
    this.checkPromise(frame);
  }

  private offer(frame: Frame): void {
    const { choices = [], asked = 0, ask = "", labels = [] } = frame.question ?? {};
    this.picks.offer(this.frames.length || frame.beat ? [] : choices, asked, ask, labels);
  }

  private log({ fresh, log = [] }: Frame): void {
    const lines = find("#log-lines");
    if (!lines) return;
    if (fresh) lines.replaceChildren();
    for (const old of lines.querySelectorAll(".new")) if (log.length) old.classList.remove("new");
    for (const sentence of log) {
      const line = document.createElement("li");
      line.textContent = sentence;
      if (!fresh) line.className = "new";
      lines.append(line);
    }
    const scroll = find("#log-scroll");
    if (scroll && log.length) scroll.scrollTop = scroll.scrollHeight;
  }

  /** Announce my turn by title, icon, sound and screen reader. */
  private call(frame: Frame, before: Frame | undefined): void {
    const { mine = false, asked, ask = "" } = frame.question ?? {};
    document.title = mine ? `\u25cf Your turn - ${this.title}` : this.title;
    find<HTMLLinkElement>("link[rel=icon]")?.setAttribute("href", mine ? "/icon-calling.svg" : "/icon.svg");
    const called = mine && (!before?.question?.mine || before.question.asked !== asked);
    if (before && before.seq !== frame.seq) sound(frame.over ? "over" : called ? "mine" : "move");
    const news = frame.fresh ? [] : (frame.log ?? []);
    const live = find("#live");
    if (live && (news.length || called)) live.textContent = [...news, called ? `Your turn. ${ask}` : ""].join(" ");
  }

  private fillShareLink(): void {
    const link = find<HTMLInputElement>("#share-link");
    if (link) link.value = location.origin + this.path;
  }

  private showReactions(frame: Frame): void {
    const reactions = find("#reactions");
    if (reactions) reactions.hidden = (frame.seat ?? -1) < 0 || !frame.commitment;
  }

  /** Open the primer for a player's first match of a game. */
  private showPrimer({ seat = -1, commitment, over }: Frame): void {
    const game = find("[data-primer]")?.dataset.primer;
    if (game && seat >= 0 && commitment && !over && isFirst(`bugbox:primer:${game}`)) openDrawer("rules");
  }

  /** Store the commitment from the start of the match and check the seed against it at the end. */
  private checkPromise(frame: Frame): void {
    const key = `bugbox:commitment:${this.path}`;
    if (frame.commitment && !frame.over && !recall(key)) remember(key, frame.commitment);
    if (frame.over) void checkSeed(recall(key));
  }

  private react(seat: number, word: string): void {
    const plate = find(`#plate-${seat}`);
    if (!plate) return;
    const { x, y, width } = plate.getBoundingClientRect();
    const bubble = document.createElement("div");
    bubble.className = "bubble";
    bubble.textContent = word;
    document.body.append(bubble);
    bubble.style.left = `${Math.max(4, Math.min(x + width / 2, innerWidth - 120))}px`;
    bubble.style.top = `${y + scrollY - 8}px`;
    window.setTimeout(() => bubble.remove(), 2600);
    const live = find("#live");
    if (live) live.textContent = `${plate.querySelector("b")?.textContent ?? ""}: ${word}`;
  }

  // --- Actions of the player ---

  /** Send an option. The player has seen the current frame, so the next one is shown without delay. */
  private play(option: string): void {
    if (!this.frames.length) this.next();
    this.hint.close();
    this.help.close();
    this.send({ type: "play", asked: this.current?.question?.asked ?? 0, option });
  }

  private send(message: object): void {
    if (this.wire.send(message)) return;
    say("No connection right now. Try again in a moment.");
    if (this.current) this.offer(this.current);
  }

  /** Request help, unless beats are pending: the server explains the position that follows them. */
  private ask(thing: string): void {
    if (!this.current?.beat && !this.frames.length) this.wire.send({ type: "explain", thing });
  }

  private press(button: HTMLElement | null): void {
    if (button?.dataset.send) this.send(JSON.parse(button.dataset.send));
  }

  private choose(field: HTMLElement | null): void {
    if (field instanceof HTMLSelectElement && field.dataset.send)
      this.send({ ...JSON.parse(field.dataset.send), [field.name]: field.value });
  }

  private submit(event: Event): void {
    const form = event.target as HTMLFormElement;
    if (!form.dataset.send) return;
    event.preventDefault();
    this.send({ ...JSON.parse(form.dataset.send), ...Object.fromEntries(new FormData(form)) });
    form.reset();
  }

  private key(event: KeyboardEvent): void {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const undo = find<HTMLButtonElement>('button[data-send*="undo"]');
    if (event.key === "u") undo?.click();
    else if (event.key === "h") find("#do-hint-")?.click();
    else if (event.key === "l") openDrawer("log");
    else if (event.key === "r") openDrawer("rules");
  }
}

/** Clear messages meant for the previous viewpoint. */
function forgetWords(): void {
  for (const words of all("#choice, #toast, #live, #hint-said")) words.replaceChildren();
}

/** Merge two consecutive frames into one with the changes of both. */
function together(one: Frame, two: Frame): Frame {
  if (two.fresh) return two;
  return {
    ...one,
    ...two,
    beat: two.beat,
    parts: { ...one.parts, ...two.parts },
    log: [...(one.log ?? []), ...(two.log ?? [])],
  };
}
