// The requests of a connection that are not sent or not answered yet.

import { type Clock, stringifyJson, type TemplateValue } from "@specwright/runtime";
import type { FeedSubscription } from "@specwright/runtime/transport";
import type { Topic } from "./topic.ts";

/** The reason for which a client sends a request. */
export type RequestPurpose = "subscribe" | "unsubscribe" | "snapshot" | "setup" | "login";

/** The id of a request within a connection. */
export type RequestId = string | number;

/** A request without an answer. */
export interface Pending {
  readonly purpose: RequestPurpose;
  /** The topics of the request for which no answer has arrived. */
  readonly topics: Set<Topic>;
  /** The number of frames that the server had sent before the request. */
  frames: number;
  /** The refusals that do not name a topic. */
  readonly refusals: Refusal[];
  cancel: () => void;
}

/** The reason for a refusal by the server: its code for programs, and its text for people. */
export interface Refusal {
  readonly code?: string;
  readonly reason?: string;
}

/** The dependencies of `Requests`. */
export interface RequestOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly send: (text: string) => void;
  /** Returns the number of frames that the server has sent. */
  readonly frames: () => number;
  /** Called if the server does not answer a request in time. */
  readonly onTimeout: (pending: Pending) => void;
}

/**
 * Sends requests at the rate that the server accepts, and finds the request to which an answer belongs.
 */
export class Requests {
  readonly #rule: FeedSubscription;
  readonly #options: RequestOptions;
  readonly #pending: Map<string, Pending> = new Map();
  #queue: (() => void)[] = [];
  /** When the latest requests were sent, in milliseconds. */
  #sentMs: number[] = [];
  #cancel: () => void = () => {};
  #lastId = 0;

  constructor(rule: FeedSubscription, options: RequestOptions) {
    this.#rule = rule;
    this.#options = options;
  }

  /**
   * Sends a request, at once or when the rate limit allows it. Set `isAnswered` if the server answers such
   * requests.
   */
  post(
    build: (id: RequestId) => TemplateValue,
    request: { readonly purpose: RequestPurpose; readonly topics?: readonly Topic[] },
    isAnswered: boolean,
  ): void {
    this.#lastId += 1;
    const { correlation } = this.#rule;
    const id = correlation?.type === "string" ? String(this.#lastId) : this.#lastId;
    const pending: Pending = {
      purpose: request.purpose,
      topics: new Set(request.topics),
      refusals: [],
      frames: 0,
      cancel: () => {},
    };
    if (isAnswered) this.#pending.set(String(id), pending);
    this.#queue.push(() => {
      this.#options.send(stringifyJson(build(id)));
      if (!isAnswered) return;
      pending.frames = this.#options.frames();
      pending.cancel = this.#options.clock.setTimer(this.#options.timeoutMs, () => {
        // A late answer can still accept a subscription if it has the id of the request.
        const isAwaited = pending.purpose === "subscribe" && correlation !== undefined;
        if (!isAwaited) this.#pending.delete(String(id));
        this.#options.onTimeout(pending);
      });
    });
    this.#sendWaiting();
  }

  /**
   * Calls `send`, at once or when the rate limit allows it. If the connection ends first, `send` is not
   * called.
   */
  line(send: () => void): void {
    this.#queue.push(send);
    this.#sendWaiting();
  }

  /**
   * Finds the request for an answer, by the id of the answer. Without an id, finds the first request that
   * `fits` accepts.
   */
  find(id: string | undefined, fits: (pending: Pending) => boolean): Pending | undefined {
    if (id !== undefined) return this.#pending.get(id);
    // A server without ids answers requests in their order.
    for (const pending of this.#pending.values()) if (fits(pending)) return pending;
    return undefined;
  }

  /** Reports whether an earlier request of this session had the id. */
  hasUsed(id: string): boolean {
    return /^\d+$/.test(id) && Number(id) >= 1 && Number(id) <= this.#lastId;
  }

  /** Removes a request that needs no further answer. */
  settle(done: Pending): void {
    done.cancel();
    for (const [id, pending] of this.#pending) if (pending === done) this.#pending.delete(id);
  }

  /** Removes the request for a topic's snapshot, because the snapshot has arrived. */
  settleSnapshot(topic: Topic): void {
    for (const pending of this.#pending.values()) {
      if (pending.purpose === "snapshot" && pending.topics.has(topic)) this.settle(pending);
    }
  }

  /** Drops all requests, because the connection has ended. */
  clear(): void {
    for (const pending of this.#pending.values()) pending.cancel();
    this.#pending.clear();
    this.#queue = [];
    this.#sentMs = [];
    this.#cancel();
  }

  #sendWaiting(): void {
    const { clock } = this.#options;
    const limit = this.#rule.limits?.requestsPerSecond ?? Number.POSITIVE_INFINITY;
    const now = clock.elapsed();
    this.#sentMs = this.#sentMs.filter((sent) => now - sent < 1_000);
    while (this.#queue.length > 0 && this.#sentMs.length < limit) {
      this.#sentMs.push(now);
      this.#queue.shift()?.();
    }
    const [first] = this.#sentMs;
    this.#cancel();
    if (this.#queue.length > 0 && first !== undefined) {
      this.#cancel = clock.setTimer(first + 1_000 - now, () => this.#sendWaiting());
    }
  }
}
