// Keeps one session connected: dials, waits between attempts, watches for silence, sends signs of
// life and ends a connection that the contract says is over.

import {
  type Backoff,
  type Clock,
  type FeedBookHook,
  fullJitterBackoff,
} from "@specwright/runtime";
import type { FeedOperation, FeedReaction } from "@specwright/runtime/transport";
import type { OpenSocket, StreamSocket } from "../stream-socket.ts";
import type { FeedSigner } from "./credentials/feed-signer.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedEnding, FeedListener } from "./session/feed-event.ts";
import type { FeedPlan } from "./session/feed-plan.ts";
import { FeedSession } from "./session/feed-session.ts";
import type { Topic } from "./session/topic.ts";

/** What a connection needs from its surroundings. */
export interface FeedOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openSocket: OpenSocket;
  readonly url: URL;
  /** Signs the upgrades and private topics; absent without credentials. */
  readonly signer?: FeedSigner | undefined;
  /** Fetches the answer of an operation. */
  readonly fetch: (operation: FeedOperation, topic: Topic) => Promise<Uint8Array>;
  readonly hooks: Readonly<Record<string, FeedBookHook>>;
  readonly onEvent: FeedListener;
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly snapshotTimeoutMs: number;
}

/** How long a connection must last for its end not to count as another failure. */
const STABLE_MS = 10_000;
/** The time without frames after which a connection is given up, in intervals of its heartbeat. */
const SILENT_INTERVALS = 2.5;
/** The longest silence where the contract has no heartbeat: a ping asks whether the server is there. */
const PROBE_MS = 30_000;
const CLOSE_GRACE_MS = 2_000;
/** How long to wait when the server asks for it, and names no time. */
const WAIT_MS = 5_000;
/** The refusals of an upgrade that may be temporary. */
const TEMPORARY = new Set([408, 425, 429]);

/** A feed that is kept connected while it is open. */
export class FeedConnection {
  readonly session: FeedSession;
  /** Settles when the feed is closed or has failed for good. */
  readonly done: Promise<void>;
  readonly #plan: FeedPlan;
  readonly #options: FeedOptions;
  readonly #backoff: Backoff;
  #socket: StreamSocket | undefined;
  #closed = false;
  #held = false;
  #openedMs: number | undefined;
  #lastHeardMs = 0;
  #probed = false;
  readonly #timers: Set<() => void> = new Set();
  #finish: (error: FeedError | undefined) => void = () => {};
  /** Gives up waiting for the answer to a close frame. */
  #stopWaiting: () => void = () => {};

  constructor(plan: FeedPlan, options: FeedOptions) {
    this.#plan = plan;
    this.#options = options;
    const { clock, random } = options;
    this.#backoff = fullJitterBackoff({ minMs: 250, maxMs: 20_000, random });
    this.session = new FeedSession(plan, {
      clock,
      requestTimeoutMs: options.requestTimeoutMs,
      snapshotTimeoutMs: options.snapshotTimeoutMs,
      send: (text) => this.#send(text),
      reconnect: (cause, reaction) => {
        if (reaction === "stop") this.close(stopped("announced the end of the feed"));
        else this.#abandon(cause, reaction);
      },
      fetch: options.fetch,
      hooks: options.hooks,
      emit: options.onEvent,
      signer: options.signer,
    });
    this.done = new Promise((resolve, reject) => {
      this.#finish = (error) => {
        if (error === undefined) resolve();
        else reject(error);
      };
    });
    this.done.catch(() => {});
    this.#dial();
  }

  /** Ends the feed. */
  close(error?: FeedError): void {
    if (this.#closed) return;
    this.#closed = true;
    const socket = this.#socket;
    this.#disarm();
    this.#socket = undefined;
    this.session.close(error);
    if (socket !== undefined) {
      socket.close(1000);
      const { clock } = this.#options;
      this.#stopWaiting = clock.setTimer(CLOSE_GRACE_MS, () => socket.terminate());
    }
    this.#finish(error);
  }

  /** Pauses or resumes reading from the socket, if it can be paused. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (held) this.#socket?.pause?.();
    else this.#socket?.resume?.();
    this.#heard();
  }

  #dial(): void {
    const { url, signer } = this.#options;
    const upgrade = signer?.upgrade(url) ?? Promise.resolve({ url, headers: {} });
    upgrade.then(
      (signed) => {
        if (!this.#closed) this.#connect(signed.url, signed.headers);
      },
      (error: unknown) => {
        if (error instanceof FeedError) this.close(error);
        else this.#retry("failed", { reason: this.#safe(messageOf(error)) });
      },
    );
  }

  #connect(url: URL, headers: Readonly<Record<string, string>>): void {
    const { clock, openSocket, connectTimeoutMs } = this.#options;
    let socket: StreamSocket | undefined;
    const isCurrent = (): boolean => socket !== undefined && this.#socket === socket;
    socket = openSocket(url, headers, {
      opened: () => {
        if (isCurrent()) this.#opened();
      },
      received: (text, binary) => {
        if (!isCurrent()) return;
        this.#heard();
        this.session.received(text ?? binary ?? new Uint8Array());
      },
      ponged: () => {
        if (isCurrent()) this.#heard();
      },
      pinged: () => {
        if (isCurrent()) this.#heard();
      },
      closed: (code, reason) => {
        if (isCurrent()) this.#ended(code, reason);
        else this.#stopWaiting();
      },
      refused: (status, body) => {
        if (isCurrent()) this.#refused(status, body);
      },
      failed: (error) => {
        if (isCurrent()) this.#retry("failed", { reason: this.#safe(messageOf(error)) });
        else this.#stopWaiting();
      },
    });
    this.#socket = socket;
    if (socket.setsHeaders === false && hasHeaders(headers)) {
      const names = Object.keys(headers).join(", ");
      const message = `This platform sets no headers of an upgrade, such as in browsers, and the contract asks for ${names}. Connect to a relay that adds them.`;
      this.close(new FeedError("unsupported_platform", message));
      socket.terminate();
      return;
    }
    this.#after(connectTimeoutMs, () => {
      if (this.#openedMs === undefined) this.#abandon("unanswered");
    });
    this.#lastHeardMs = clock.elapsed();
  }

  #opened(): void {
    const { clock, onEvent } = this.#options;
    this.#disarm();
    this.#openedMs = clock.elapsed();
    this.#heard();
    if (this.#held) this.#socket?.pause?.();
    onEvent({ type: "connected" });
    this.#watch();
    for (const beat of this.#plan.feed.heartbeats ?? []) {
      if (beat.from === "client") this.#beat(beat.everyMs, beat.payload);
    }
    const { maxAgeMs } = this.#plan.feed.endings ?? {};
    // A little earlier than the server, at a time that differs between clients.
    if (maxAgeMs !== undefined) {
      this.#after(maxAgeMs * (0.95 + 0.04 * this.#options.random()), () => this.#abandon("age"));
    }
    this.session.opened();
  }

  #beat(everyMs: number, payload: unknown): void {
    this.#after(everyMs, () => {
      if (payload === undefined) this.#socket?.ping?.();
      else this.#send(JSON.stringify(payload));
      this.#beat(everyMs, payload);
    });
  }

  #heard(): void {
    this.#probed = false;
    this.#lastHeardMs = this.#options.clock.elapsed();
  }

  /**
   * Ends the connection if nothing is heard for too long. Where the contract has no sign of life
   * that this platform shows, a ping asks whether the server is there.
   */
  #watch(): void {
    const { clock } = this.#options;
    const socket = this.#socket;
    const silences = this.#silences(socket?.showsPings === true);
    const due = silences.flatMap(({ limitMs, isDue }) => (isDue ? [limitMs] : []));
    const isDue = due.length > 0;
    const limitMs = isDue ? Math.min(...due) : PROBE_MS;
    const silentMs = this.#held ? 0 : clock.elapsed() - this.#lastHeardMs;
    if (silentMs < limitMs) {
      const soonestMs = Math.min(...silences.map((one) => one.limitMs), limitMs - silentMs);
      this.#after(soonestMs, () => this.#watch());
    } else if (isDue || this.#probed) {
      this.#abandon("silent");
    } else if (socket?.ping !== undefined) {
      this.#probed = true;
      socket.ping();
      this.#after(limitMs, () => this.#watch());
    }
  }

  /** Lists the longest silences that the contract allows, and whether each is to be expected now. */
  #silences(showsPings: boolean): readonly { readonly limitMs: number; readonly isDue: boolean }[] {
    const { requestTimeoutMs } = this.#options;
    return (this.#plan.feed.heartbeats ?? []).flatMap((beat) => {
      if (beat.from === "client") {
        const limitMs = beat.everyMs + requestTimeoutMs;
        // Our own pings find out earlier than answers to rare ones.
        return beat.answer !== undefined && limitMs < 2 * PROBE_MS
          ? [{ limitMs, isDue: true }]
          : [];
      }
      const limitMs = beat.deadAfterMs ?? beat.everyMs * SILENT_INTERVALS;
      if (beat.message === undefined) return showsPings ? [{ limitMs, isDue: true }] : [];
      // Messages that are signs of life may come with topics only.
      return [{ limitMs, isDue: this.session.hasOpenTopics }];
    });
  }

  #send(text: string): void {
    this.#socket?.send(new TextEncoder().encode(text)).catch(() => {});
  }

  #ended(code: number, reason: string): void {
    const rule = this.#plan.feed.endings?.closes?.find(({ codes }) =>
      typeof codes === "number" ? codes === code : code >= codes[0] && code <= codes[1],
    );
    if (rule?.client === "stop") {
      const why = reason === "" ? `with ${code}` : `with ${code}: ${this.#safe(reason)}`;
      this.close(stopped(`closed the connection ${why}`));
      return;
    }
    this.#retry("closed", { code, reason: this.#safe(reason) }, rule?.client);
  }

  #refused(status: number, body: string): void {
    const text = this.#safe(body).slice(0, 200);
    if (status < 500 && !TEMPORARY.has(status)) {
      const why = text === "" ? "" : `: ${text}`;
      this.close(stopped(`answered the upgrade with ${status}${why}`, this.#hint(status)));
      return;
    }
    this.#retry("refused", { code: status, reason: text });
  }

  /** Says what is missing where a server asks for credentials. */
  #hint(status: number): string {
    const { credentials = {} } = this.#plan.feed;
    const isSigned = Object.values(credentials).some(
      ({ place }) => place.headers !== undefined || place.query !== undefined,
    );
    if (!isSigned || this.#options.signer !== undefined) return "";
    return status === 401 || status === 403
      ? " The contract says that the upgrade is signed: pass `credentials` to the transport."
      : "";
  }

  #safe(text: string): string {
    return this.#options.signer?.redact(text) ?? text;
  }

  #abandon(cause: FeedEnding, reaction?: FeedReaction): void {
    const socket = this.#socket;
    this.#retry(cause, {}, reaction);
    socket?.terminate();
  }

  #retry(
    cause: FeedEnding,
    detail: { readonly code?: number; readonly reason?: string },
    reaction?: FeedReaction,
  ): void {
    if (this.#closed) return;
    const { clock, onEvent } = this.#options;
    this.#disarm();
    this.#socket = undefined;
    const lastedMs = this.#openedMs === undefined ? 0 : clock.elapsed() - this.#openedMs;
    this.#openedMs = undefined;
    // A connection without answers lasts as long as they are waited for.
    if (lastedMs >= STABLE_MS && cause !== "unanswered") this.#backoff.reset();
    const waits = reaction === "wait" || reaction === "slow-down";
    const retryMs = this.#backoff.next() + (waits ? WAIT_MS : 0);
    this.session.ended();
    onEvent({ type: "disconnected", cause, ...detail, retryMs });
    this.#after(retryMs, () => this.#dial());
  }

  #after(delayMs: number, run: () => void): void {
    const cancel = this.#options.clock.setTimer(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  #disarm(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}

/** Returns the error of a feed that the server ended for good. */
function stopped(what: string, hint = ""): FeedError {
  return new FeedError("feed_refused", `The server ${what}.${hint}`);
}

/** Reports whether there are headers other than the one that every platform can set. */
function hasHeaders(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() !== "sec-websocket-protocol");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
