// Sends the client's signs of life, and judges the answers of the server (`x-heartbeat`).

import type { Clock } from "@specwright/runtime";
import type { HeartbeatDescriptor } from "@specwright/runtime/transport";
import type { FeedPlan } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";

/** The settings for heartbeats. */
export interface BeatSettings {
  readonly plan: Pick<FeedPlan, "channel">;
  readonly ledger: ClauseLedger;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** The connection on which the signs of life are sent. */
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
  /** The number of answers to each sign of life, by its index in the contract. */
  readonly #answers: Map<number, number> = new Map();

  constructor(settings: BeatSettings, line: BeatLine) {
    this.#settings = settings;
    this.#line = line;
  }

  /** Begins to send signs of life. Call it when the connection is open. */
  start(): void {
    for (const [at, beat] of this.#heartbeats.entries()) {
      if (beat.from === "client") this.#sendBeat(at, beat);
    }
  }

  /**
   * Handles a message. If it is a sign of life of the server, answers it. If it answers a sign of life of
   * this client, counts it.
   */
  take(message: string): void {
    for (const [at, beat] of this.#heartbeats.entries()) {
      if (beat.from === "server") {
        if (beat.message === message && beat.answer !== undefined) {
          this.#line.send(JSON.stringify(beat.answer));
        }
      } else if (beat.answer === message) this.#answered(at);
    }
  }

  /**
   * Counts a frame if it is the text with which the server answers a sign of life. Returns whether it was
   * counted.
   */
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
        // If the server must send signs of life too, a silent server is judged by the clauses about them.
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
