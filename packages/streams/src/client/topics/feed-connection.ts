// Keeps one session connected: dials, waits between attempts, watches for silence, sends signs of
// life and ends a connection that the contract says is over.

import {
  type Backoff,
  type Clock,
  type FeedBookHook,
  fullJitterBackoff,
} from "@specwright/runtime";
import { type EndingReaction, type FeedOperation, messagesIn } from "@specwright/runtime/transport";
import { Connection } from "../connection/connection.ts";
import { type Ending, hasCode, WAIT_MS, waits } from "../connection/ending.ts";
import type { OpenSocket } from "../stream-socket.ts";
import type { FeedSigner } from "./credentials/feed-signer.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedMessages, MessageCarrier } from "./feed-messages.ts";
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
/** The longest silence where the contract has no heartbeat: a ping asks whether the server is there. */
const PROBE_MS = 30_000;
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
  #connection: Connection | undefined;
  #closed = false;
  #held = false;
  #cancelRetry: () => void = () => {};
  #finish: (error: FeedError | undefined) => void = () => {};

  constructor(plan: FeedPlan, options: FeedOptions) {
    this.#plan = plan;
    this.#options = options;
    const { clock, random } = options;
    this.#backoff = fullJitterBackoff({ minMs: 250, maxMs: 20_000, random });
    this.session = new FeedSession(plan, {
      clock,
      requestTimeoutMs: options.requestTimeoutMs,
      snapshotTimeoutMs: options.snapshotTimeoutMs,
      send: (text) => this.#connection?.post(text),
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

  /** Carries the messages of the user from now on. */
  carry(create: (carrier: MessageCarrier) => FeedMessages): FeedMessages {
    const messages = create({
      send: async (frame) => this.#connection?.send(frame),
      proceed: () => this.session.sendMessages(),
    });
    this.session.messages = messages;
    messages.blocked(this.#held);
    if (this.#closed) messages.end(undefined);
    return messages;
  }

  /** Ends the feed. */
  close(error?: FeedError): void {
    if (this.#closed) return;
    this.#closed = true;
    this.session.messages?.end(error);
    const connection = this.#connection;
    this.#cancelRetry();
    this.#connection = undefined;
    this.session.close(error);
    connection?.close();
    this.#finish(error);
  }

  /** Pauses or resumes reading from the socket, if it can be paused. */
  hold(held: boolean): void {
    this.#held = held;
    this.session.messages?.blocked(held);
    if (held) this.#connection?.pause();
    else this.#connection?.resume();
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
    const { clock, random, openSocket, connectTimeoutMs, requestTimeoutMs } = this.#options;
    const { heartbeats = [], endings } = this.#plan.channel;
    const isCurrent = (): boolean => this.#connection === connection;
    const connection: Connection = new Connection({
      clock,
      random,
      openSocket,
      connectTimeoutMs,
      url,
      headers,
      life: {
        // The interval in messages (`every`) is not read here.
        heartbeats: heartbeats.filter(({ everyMs }) => everyMs !== undefined),
        maxAgeMs: endings?.maxAgeMs,
        intervalMs: PROBE_MS,
        probeMs: PROBE_MS,
        answerMs: requestTimeoutMs,
        // Messages that are signs of life may come with topics only.
        expectsMessages: () => this.session.hasOpenTopics,
      },
      onOpen: () => {
        if (isCurrent()) this.#opened();
      },
      onFrame: (text, binary) => {
        if (isCurrent()) this.#received(text ?? binary ?? new Uint8Array());
      },
      onEnd: (ending) => {
        if (isCurrent()) this.#ended(ending);
      },
    });
    this.#connection = connection;
    if (!connection.setsHeaders && hasHeaders(headers)) {
      const names = Object.keys(headers).join(", ");
      const message = `This platform sets no headers of an upgrade, such as in browsers, and the contract asks for ${names}. Connect to a relay that adds them.`;
      this.close(new FeedError("unsupported_platform", message));
    }
  }

  #received(frame: Uint8Array): void {
    const { channel } = this.#plan;
    // Without a list for each frame where there is one message.
    if (channel.lines === true)
      messagesIn(channel, frame).forEach(this.session.received, this.session);
    else this.session.received(frame);
  }

  #opened(): void {
    if (this.#held) this.#connection?.pause();
    this.#options.onEvent({ type: "connected" });
    this.session.opened();
  }

  #ended(ending: Ending): void {
    switch (ending.kind) {
      case "closed":
        this.#closedBy(ending.code, ending.reason);
        return;
      case "refused":
        this.#refused(ending.status, ending.body);
        return;
      case "failed":
        this.#retry("failed", { reason: this.#safe(messageOf(ending.error)) });
        return;
      case "silent":
      case "age":
        this.#retry(ending.kind, {});
        return;
      default:
        // The others are told to the session's owner before the connection ends.
        return;
    }
  }

  #closedBy(code: number, reason: string): void {
    const rule = this.#plan.channel.endings?.closes?.find((close) => hasCode(close, code));
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

  #abandon(cause: FeedEnding, reaction?: EndingReaction): void {
    const connection = this.#connection;
    this.#retry(cause, {}, reaction);
    connection?.abandon({ kind: "gap" });
  }

  #retry(
    cause: FeedEnding,
    detail: { readonly code?: number; readonly reason?: string },
    reaction?: EndingReaction,
  ): void {
    if (this.#closed) return;
    const { clock, onEvent } = this.#options;
    const { openedMs } = this.#connection ?? {};
    this.#connection = undefined;
    this.#cancelRetry();
    const lastedMs = openedMs === undefined ? 0 : clock.elapsed() - openedMs;
    // A connection without answers lasts as long as they are waited for.
    const isStable = lastedMs >= STABLE_MS && cause !== "unanswered";
    // A connection that is renewed for its age has not failed.
    if (isStable || cause === "age") this.#backoff.reset();
    const retryMs = this.#backoff.next() + (waits(reaction) ? WAIT_MS : 0);
    const { code, reason } = detail;
    const why = [cause, code ?? [], reason || []].flat().join(" ");
    this.session.messages?.lost(why, cause === "closed" ? code : undefined);
    this.session.ended();
    onEvent({ type: "disconnected", cause, ...detail, retryMs });
    this.#cancelRetry = clock.setTimer(retryMs, () => this.#dial());
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
