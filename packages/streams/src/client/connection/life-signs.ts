// Detects a server that is silent for too long, and sends the client's signs of life.

import type { Clock } from "@specwright/runtime";
import {
  decodeUtf8,
  type HeartbeatDescriptor,
  type ServerHeartbeat,
  Timers,
} from "@specwright/runtime/transport";
import type { StreamSocket } from "../stream-socket.ts";

/** If no frame arrives for this number of heartbeat intervals, the connection counts as dead. */
const SILENT_INTERVALS = 2.5;
/** How often received frames are looked for, within the shortest allowed silence. */
const CHECKS = 10;

/** The rules for the signs of life of a connection, from the contract and the user. */
export interface LifeRules {
  readonly heartbeats: readonly HeartbeatDescriptor[];
  /** The maximum age of a connection. The client ends the connection a little earlier. */
  readonly maxAgeMs?: number | undefined;
  /**
   * The interval of the server's heartbeats, used until a message states one, and if the contract states
   * none.
   */
  readonly intervalMs: number;
  /** If no sign of life is expected, the client sends a ping after a silence of this duration. */
  readonly probeMs: number;
  /** How long the answer to a sign of life or to a ping may take. */
  readonly answerMs: number;
  /** Reports whether the server must now send messages that are signs of life. Default: always. */
  readonly expectsMessages?: () => boolean;
}

/** The actions that the watch can take on its connection. */
export interface LifeActions {
  send(text: string): void;
  abandon(cause: "silent" | "age"): void;
}

/** Watches a connection from its opening until its end. */
export class LifeSigns {
  readonly #rules: LifeRules;
  readonly #clock: Clock;
  readonly #socket: StreamSocket;
  readonly #actions: LifeActions;
  readonly #timers: Timers;
  /** The texts by which the server answers the client's signs of life. */
  readonly #answers: readonly string[];
  /** The time of the last check that found received data. */
  #heardMs: number;
  /**
   * Whether data has arrived since the last check. Setting this flag is cheaper than reading the
   * clock for each frame.
   */
  #isHeard = false;
  #held = false;
  /** When the unanswered ping was sent. */
  #probedMs: number | undefined;
  #announcedMs: number | undefined;

  constructor(
    rules: LifeRules,
    { clock, random }: { readonly clock: Clock; readonly random: () => number },
    socket: StreamSocket,
    actions: LifeActions,
  ) {
    this.#rules = rules;
    this.#clock = clock;
    this.#timers = new Timers(clock);
    this.#socket = socket;
    this.#actions = actions;
    this.#heardMs = clock.elapsed();
    this.#watchSilence();
    const own = rules.heartbeats.filter((beat) => beat.from === "client");
    for (const beat of own) this.#sendBeat(beat);
    this.#answers = own.flatMap(({ answerText = [] }) => answerText);
    const { maxAgeMs } = rules;
    // The client ends the connection a little before the server's limit, at a random time, so that
    // clients do not all reconnect at once.
    if (maxAgeMs !== undefined) {
      this.#timers.after(maxAgeMs * (0.95 + 0.04 * random()), () => actions.abandon("age"));
    }
  }

  /** Reports whether a frame is the text that answers a sign of life. */
  isAnswer(text: Uint8Array | undefined): boolean {
    return this.#answers.some(
      // A longer frame cannot be an answer, and is not decoded.
      (answer) =>
        text !== undefined && text.length <= 3 * answer.length && decodeUtf8(text) === answer,
    );
  }

  /** Records that data has arrived. */
  heard(): void {
    this.#isHeard = true;
  }

  /**
   * Pauses or resumes the watch, because reading was paused or resumed. While reading is paused, silence
   * does not count.
   */
  hold(isHeld: boolean): void {
    this.#held = isHeld;
    this.heard();
  }

  /** Records the interval that the server has announced. */
  announce(intervalMs: number): void {
    this.#announcedMs = intervalMs;
  }

  stop(): void {
    this.#timers.clear();
  }

  #sendBeat(beat: HeartbeatDescriptor & { readonly from: "client" }): void {
    this.#timers.after(beat.everyMs, () => {
      const text = beat.text ?? JSON.stringify(beat.payload);
      if (text === undefined) this.#socket.ping?.();
      else this.#actions.send(text);
      this.#sendBeat(beat);
    });
  }

  /**
   * Ends the connection if nothing arrives for too long. If no sign of life is expected that this platform
   * can see, a ping tests whether the server still answers.
   */
  #watchSilence(): void {
    const nowMs = this.#clock.elapsed();
    if (this.#isHeard || this.#held) {
      this.#heardMs = nowMs;
      this.#isHeard = false;
      this.#probedMs = undefined;
    }
    const silences = this.#silences();
    const due = silences.flatMap(({ limitMs, isDue }) => (isDue ? [limitMs] : []));
    const { probeMs, answerMs } = this.#rules;
    const probeLimitMs = this.#probedMs === undefined ? probeMs : Math.min(answerMs, probeMs);
    const limitMs = due.length > 0 ? Math.min(...due) : probeLimitMs;
    // If no sign of life is expected now, the silence is measured from the ping.
    const fromMs = due.length > 0 ? this.#heardMs : (this.#probedMs ?? this.#heardMs);
    const leftMs = fromMs + limitMs - nowMs;
    if (leftMs <= 0 && (due.length > 0 || this.#probedMs !== undefined)) {
      this.#actions.abandon("silent");
      return;
    }
    if (leftMs <= 0) {
      // A platform without pings cannot test the server.
      if (this.#socket.ping !== undefined) this.#probedMs = nowMs;
      this.#socket.ping?.();
    }
    const checkMs = Math.min(...silences.map((one) => one.limitMs), limitMs) / CHECKS;
    this.#timers.after(leftMs > 0 ? Math.min(checkMs, leftMs) : checkMs, () =>
      this.#watchSilence(),
    );
  }

  /** Lists the maximum silences that the contract allows, and whether each of them applies now. */
  #silences(): readonly { readonly limitMs: number; readonly isDue: boolean }[] {
    const { heartbeats, probeMs, answerMs, expectsMessages } = this.#rules;
    return heartbeats.flatMap((beat) => {
      if (beat.from === "client") {
        const limitMs = beat.everyMs + answerMs;
        const isAnswered = beat.answer !== undefined || beat.answerText !== undefined;
        // If the platform has pings, a ping detects a dead server earlier than the answer to a rare
        // heartbeat.
        const pingMs =
          this.#socket.ping === undefined ? Number.POSITIVE_INFINITY : probeMs + answerMs;
        return isAnswered && limitMs < pingMs ? [{ limitMs, isDue: true }] : [];
      }
      const limitMs = beat.deadAfterMs ?? this.#intervalOf(beat) * SILENT_INTERVALS;
      if (beat.message === undefined) {
        return this.#socket.showsPings === true ? [{ limitMs, isDue: true }] : [];
      }
      return [{ limitMs, isDue: expectsMessages?.() !== false }];
    });
  }

  #intervalOf({ every, everyMs }: ServerHeartbeat): number {
    const announcedMs = every === undefined ? undefined : this.#announcedMs;
    return announcedMs ?? everyMs ?? this.#rules.intervalMs;
  }
}
