// One socket to the table. It comes back by itself, and every connection begins with the whole table.

import type { Explained } from "./help";
import type { Advice } from "./hint";
import type { Parts } from "./motion";
import { find } from "./page";
import type { Choice } from "./picks";

/** What a browser is asked; what is missing is nothing, or no. */
export type Question = { asked?: number; ask?: string; choices?: Choice[]; mine?: boolean; labels?: string[] };

/** What has changed since the last frame; a fresh one has everything. */
export type Frame = {
  type: "frame";
  seq: number;
  fresh?: boolean;
  parts: Parts;
  log?: string[];
  question?: Question;
  seat?: number;
  commitment?: string;
  over?: boolean;
  beat?: boolean; // only on the way: the next frame comes at once
};

export type Message =
  | Frame
  | { type: "no"; why: string }
  | { type: "go"; to: string }
  | Explained
  | Advice
  | { type: "reaction"; seat: number; word: string };

const PATIENCE = 6000; // milliseconds that an answer may take before the connection counts as lost
const LONGEST_WAIT = 8000;
const SHUT = 4000; // the server closed this window for another one

export class Wire {
  private socket: WebSocket | undefined;
  private wait = 300;
  private retry = 0;
  private unanswered = 0;

  constructor(
    private readonly path: string,
    private readonly take: (message: Message) => void,
  ) {
    this.connect();
    for (const again of ["online", "focus"]) window.addEventListener(again, () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    window.addEventListener("offline", () => this.socket?.close());
  }

  /** False if there is no connection; one that is just being made gets the message once it is there. */
  send(message: object): boolean {
    const socket = this.socket;
    if (socket?.readyState === WebSocket.CONNECTING) {
      socket.addEventListener("open", () => this.send(message), { once: true });
      return true;
    }
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    clearTimeout(this.unanswered);
    this.unanswered = window.setTimeout(() => this.socket?.close(), PATIENCE);
    return true;
  }

  private connect(): void {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}/live`,
    );
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      this.wait = 300;
      clearTimeout(this.unanswered);
      show("");
      this.take(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.unanswered);
      if (event.code === SHUT) {
        show(event.reason); // it comes back when somebody looks at this window again
        return;
      }
      show("Connection lost. Trying again …");
      this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  /** The person is back: do not wait any longer. */
  private hurry(): void {
    if (document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.retry);
    this.connect();
  }
}

function show(sentence: string): void {
  const line = find("#connection");
  if (!line) return;
  line.hidden = !sentence;
  if (sentence) line.textContent = sentence;
}
