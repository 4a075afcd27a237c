// Synthesized sounds; off by default.

import { prefers } from "./preferences";

let audio: AudioContext | undefined;

const TUNES = { move: [440], mine: [523, 659], over: [523, 659, 784] };

export function sound(tune: keyof typeof TUNES): void {
  if (prefers("sound") !== "on") return;
  audio ??= new AudioContext();
  TUNES[tune].forEach((pitch, number) => {
    tone(audio as AudioContext, pitch, number * 0.12);
  });
}

function tone(context: AudioContext, pitch: number, after: number): void {
  const start = context.currentTime + after;
  const wave = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
  wave.connect(loudness).connect(context.destination);
  wave.start(start);
  wave.stop(start + 0.3);
}
