// The WebSocket to the table. It reconnects automatically, and each connection begins with a complete frame.

import type { Explained } from "./help";
import type { Advice } from "./hint";
import type { Parts } from "./motion";
import { find } from "./page";
import type { Choice } from "./picks";

/** The question to this browser; missing fields are empty or false. */
export type Question = { asked?: number; ask?: string; choices?: Choice[]; mine?: boolean; labels?: string[] };

/** What has changed since the last frame; a fresh frame is complete. */
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
  beat?: boolean; // an intermediate position: the next frame follows immediately
};

export type Message =
  | Frame
  | { type: "no"; why: string }
  | { type: "go"; to: string }
  | Explained
  | Advice
  | { type: "reaction"; seat: number; word: string };

const PATIENCE = 6000; // milliseconds without an answer before the connection counts as lost
const LONGEST_WAIT = 8000;
const SHUT = 4000; // close code: the server dropped this window in favour of another

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

  /** Send a message, after connecting if that is in progress; return false if there is no connection. */
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
        show(event.reason); // it reconnects when this window gets the focus
        return;
      }
      show("Connection lost. Trying again …");
      this.retry = window.setTimeout(() => this.connect(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  /** Reconnect at once: the window is visible or online again. */
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
