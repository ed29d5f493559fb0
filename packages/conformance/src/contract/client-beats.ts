// The signs of life that a client gives, and the answers to them (`x-heartbeat`).

import type { Clock } from "@specwright/runtime";
import type { HeartbeatDescriptor } from "@specwright/runtime/transport";
import type { FeedPlan } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";

/** The dependencies of heartbeats. */
export interface BeatSettings {
  readonly plan: Pick<FeedPlan, "channel">;
  readonly ledger: ClauseLedger;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Where they are sent. */
export interface BeatLine {
  send(text: string): void;
  ping(): void;
  /** The time of the last sign of life of the server. */
  readonly heardMs: number;
}

type ClientBeat = HeartbeatDescriptor & { readonly from: "client" };

/** The signs of life that a client sends on one connection. */
export class ClientBeats {
  readonly #settings: BeatSettings;
  readonly #line: BeatLine;
  readonly #timers: Set<() => void> = new Set();
  /** How many answers each one has had, by its place in the contract. */
  readonly #answers: Map<number, number> = new Map();

  constructor(settings: BeatSettings, line: BeatLine) {
    this.#settings = settings;
    this.#line = line;
  }

  /** Begins, once connected. */
  start(): void {
    for (const [at, beat] of this.#heartbeats.entries()) {
      if (beat.from === "client") this.#sendBeat(at, beat);
    }
  }

  /** Takes a message: answers it if the server has to know that this side lives, or counts an answer. */
  take(message: string): void {
    for (const [at, beat] of this.#heartbeats.entries()) {
      if (beat.from === "server") {
        if (beat.message === message && beat.answer !== undefined) {
          this.#line.send(JSON.stringify(beat.answer));
        }
      } else if (beat.answer === message) this.#answered(at);
    }
  }

  /** Takes a frame if it is the text that answers a sign of life. Returns whether it is. */
  takeText(frame: Uint8Array): boolean {
    const text = new TextDecoder().decode(frame);
    const at = this.#heartbeats.findIndex(
      (beat) => beat.from === "client" && beat.answerText === text,
    );
    if (at >= 0) this.#answered(at);
    return at >= 0;
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  get #heartbeats(): readonly HeartbeatDescriptor[] {
    return this.#settings.plan.channel.heartbeats ?? [];
  }

  #answersOf(at: number): number {
    return this.#answers.get(at) ?? 0;
  }

  #answered(at: number): void {
    this.#answers.set(at, this.#answersOf(at) + 1);
    this.#settings.ledger.pass(`x-heartbeat.${at + 1}`);
  }

  #sendBeat(at: number, beat: ClientBeat): void {
    const { ledger, timeoutMs, clock } = this.#settings;
    this.#runAfter(beat.everyMs, () => {
      const sentMs = clock.elapsed();
      const text = beat.text ?? JSON.stringify(beat.payload);
      if (text === undefined) this.#line.ping();
      else this.#line.send(text);
      this.#sendBeat(at, beat);
      if (beat.answer === undefined && beat.answerText === undefined) return;
      const before = this.#answersOf(at);
      this.#runAfter(timeoutMs, () => {
        if (this.#answersOf(at) > before) return;
        // A server that is silent is judged by its own signs of life, if it has to give any.
        const hasOwn = this.#heartbeats.some(({ from }) => from === "server");
        if (hasOwn && this.#line.heardMs <= sentMs) return;
        ledger.fail(`x-heartbeat.${at + 1}`, `no answer in ${timeoutMs / 1000} s`);
      });
    });
  }

  #runAfter(delayMs: number, run: () => void): void {
    const cancel = this.#settings.clock.setTimer(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }
}
