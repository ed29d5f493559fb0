// Judges whether a server sends its signs of life in time (`x-heartbeat`).

import type { Clock } from "@specwright/runtime";
import { memberAt, type ServerHeartbeat } from "@specwright/runtime/transport";
import type { ConnectionRules } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import { jsonIn } from "./recognise-frame.ts";

/** The number of milliseconds in each unit of a duration. */
const MS_PER = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000, rfc3339: Number.NaN } as const;

/** How much later a sign of life may arrive than the contract states. */
export interface Tolerance {
  readonly factor: number;
  readonly ms: number;
}

export interface SilenceOptions {
  readonly clock: Clock;
  readonly ledger: ClauseLedger;
  /** Whether this side can see pings of the server. */
  readonly showsPings: boolean;
  readonly tolerance: Tolerance;
  /** Called once, when the server has been silent for too long. */
  readonly onDead: () => void;
}

export class SilenceWatch {
  readonly #options: SilenceOptions;
  readonly #id: string | undefined;
  readonly #beat: ServerHeartbeat | undefined;
  /** The interval between signs of life that the server has stated; undefined before that. */
  #everyMs: number | undefined;
  #startedMs: number | undefined;
  #heardMs = 0;
  #longestMs = 0;
  #cancel: () => void = () => {};

  constructor({ heartbeats = [] }: ConnectionRules, options: SilenceOptions) {
    this.#options = options;
    const at = heartbeats.findIndex(
      (beat) =>
        beat.from === "server" &&
        (beat.everyMs ?? beat.every) !== undefined &&
        (beat.message !== undefined || options.showsPings),
    );
    const beat = heartbeats[at];
    this.#beat = beat?.from === "server" ? beat : undefined;
    this.#id = beat === undefined ? undefined : `x-heartbeat.${at + 1}`;
    this.#everyMs = beat?.everyMs;
    for (const [index, other] of heartbeats.entries()) {
      if (other.from !== "server" || index === at) continue;
      options.ledger.hinder(`x-heartbeat.${index + 1}`, "this platform does not show pings");
    }
  }

  /** The longest allowed silence; undefined if no rule limits it. */
  get limitMs(): number | undefined {
    const { factor, ms } = this.#options.tolerance;
    return this.#everyMs === undefined ? undefined : this.#everyMs * factor + ms;
  }

  /** Begins to watch, unless the watch is already running. */
  start(): void {
    if (this.#id === undefined || this.#startedMs !== undefined) return;
    this.#startedMs = this.#options.clock.elapsed();
    this.#heardMs = this.#startedMs;
    this.#armTimer();
  }

  /** Handles a message. The message may state the interval between signs of life. */
  take(message: string, bytes: Uint8Array): void {
    const { message: own, every } = this.#beat ?? {};
    if (message !== own || every === undefined) return;
    const everyMs = Number(memberAt(jsonIn(bytes), every.path)) * MS_PER[every.unit];
    if (!(everyMs > 0)) return;
    this.#everyMs = everyMs;
    this.#cancel();
    if (this.#startedMs !== undefined) this.#armTimer();
  }

  /** Records that a frame or a ping has arrived. */
  heard(): void {
    const now = this.#options.clock.elapsed();
    if (this.#startedMs !== undefined) this.#noteSilence(now - this.#heardMs);
    this.#heardMs = now;
  }

  /** Ends the watch. The observation counts if it was long enough. */
  stop(): void {
    this.#cancel();
    if (this.#startedMs === undefined || this.#id === undefined) return;
    const { clock, ledger } = this.#options;
    const watchedMs = clock.elapsed() - this.#startedMs;
    this.#startedMs = undefined;
    if (this.#everyMs === undefined || watchedMs < this.#everyMs) {
      ledger.hinder(
        this.#id,
        `watched for only ${formatSeconds(watchedMs)}; watch longer with --seconds`,
      );
    } else {
      ledger.pass(this.#id, `the longest silence was ${formatSeconds(this.#longestMs)}`);
    }
  }

  #noteSilence(silentMs: number): void {
    this.#longestMs = Math.max(this.#longestMs, silentMs);
  }

  #armTimer(): void {
    const { limitMs } = this;
    if (limitMs === undefined) return;
    const { clock, ledger, onDead } = this.#options;
    this.#cancel = clock.setTimer(this.#heardMs + limitMs - clock.elapsed(), () => {
      const silentMs = clock.elapsed() - this.#heardMs;
      if (silentMs < limitMs) {
        this.#armTimer();
        return;
      }
      this.#startedMs = undefined;
      if (this.#id !== undefined)
        ledger.fail(this.#id, `nothing came for ${formatSeconds(silentMs)}`);
      onDead();
    });
  }
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
