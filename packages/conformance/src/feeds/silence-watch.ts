// Watches that a server gives its signs of life in time (`x-heartbeat`).

import type { Clock } from "@specwright/runtime";
import type { ConnectionRules } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";

/** How much later than the contract says a sign of life may come over a network. */
const LATE_FACTOR = 1.5;
const LATE_MS = 1_000;

/** Options of a watch. */
export interface SilenceOptions {
  readonly clock: Clock;
  readonly ledger: ClauseLedger;
  /** Whether pings of the server are seen. */
  readonly showsPings: boolean;
  /** Called once when the server was silent for too long. */
  readonly onDead: () => void;
}

/** Watches one connection. */
export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #id: string | undefined;
  readonly #everyMs: number;
  readonly #limitMs: number;
  #startedMs: number | undefined;
  #heardMs = 0;
  #longestMs = 0;
  #cancel: () => void = () => {};

  constructor({ heartbeats = [] }: ConnectionRules, options: SilenceOptions) {
    this.#options = options;
    const at = heartbeats.findIndex(
      (beat) =>
        beat.from === "server" &&
        beat.everyMs !== undefined &&
        (beat.message !== undefined || options.showsPings),
    );
    const beat = heartbeats[at];
    this.#id = beat === undefined ? undefined : `x-heartbeat.${at + 1}`;
    this.#everyMs = beat?.everyMs ?? 0;
    this.#limitMs = this.#everyMs * LATE_FACTOR + LATE_MS;
    for (const [index, other] of heartbeats.entries()) {
      if (other.from !== "server" || other.everyMs === undefined || index === at) continue;
      options.ledger.hinder(`x-heartbeat.${index + 1}`, "pings are not shown on this platform");
    }
  }

  /** The longest silence that is allowed; undefined without a rule. */
  get limitMs(): number | undefined {
    return this.#id === undefined ? undefined : this.#limitMs;
  }

  /** Begins to watch, unless it already does. */
  start(): void {
    if (this.#id === undefined || this.#startedMs !== undefined) return;
    this.#startedMs = this.#options.clock.elapsed();
    this.#heardMs = this.#startedMs;
    this.#arm(this.#limitMs);
  }

  /** Records a frame or a ping. */
  heard(): void {
    const now = this.#options.clock.elapsed();
    if (this.#startedMs !== undefined) this.#note(now - this.#heardMs);
    this.#heardMs = now;
  }

  /** Ends the watch. What was seen counts if it was long enough. */
  stop(): void {
    this.#cancel();
    if (this.#startedMs === undefined || this.#id === undefined) return;
    const { clock, ledger } = this.#options;
    const watchedMs = clock.elapsed() - this.#startedMs;
    this.#startedMs = undefined;
    if (watchedMs < this.#everyMs) {
      ledger.hinder(this.#id, `watched for ${seconds(watchedMs)} only; a longer time: --seconds`);
    } else {
      ledger.pass(this.#id, `the longest silence was ${seconds(this.#longestMs)}`);
    }
  }

  #note(silentMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, silentMs);
  }

  #arm(delayMs: number): void {
    const { clock, ledger, onDead } = this.#options;
    this.#cancel = clock.setTimer(delayMs, () => {
      const silentMs = clock.elapsed() - this.#heardMs;
      if (silentMs < this.#limitMs) {
        this.#arm(this.#limitMs - silentMs);
        return;
      }
      this.#startedMs = undefined;
      if (this.#id !== undefined) ledger.fail(this.#id, `nothing came for ${seconds(silentMs)}`);
      onDead();
    });
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
