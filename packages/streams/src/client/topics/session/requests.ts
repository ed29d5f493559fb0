// The requests of a connection that wait to be sent or answered.

import { type Clock, stringifyJson, type TemplateValue } from "@specwright/runtime";
import type { FeedSubscription } from "@specwright/runtime/transport";
import type { Topic } from "./topic.ts";

/** The content of a request. */
export type RequestPurpose = "subscribe" | "unsubscribe" | "snapshot" | "setup" | "login";

/** The id of a request within a connection. */
export type RequestId = string | number;

/** A request that was not answered yet. */
export interface Pending {
  readonly purpose: RequestPurpose;
  /** The topics for which no answer has arrived. */
  readonly topics: Set<Topic>;
  /** How many frames the server had sent when the request was sent. */
  frames: number;
  /** Refusals that do not name their topic. */
  readonly refusals: Refusal[];
  cancel: () => void;
}

/** The reason for a refusal by the server: its code for programs, and its text for people. */
export interface Refusal {
  readonly code?: string;
  readonly reason?: string;
}

/** Options of a list of requests. */
export interface RequestOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly send: (text: string) => void;
  /** Returns how many frames the server has sent. */
  readonly frames: () => number;
  /** Called for a request that was not answered in time. */
  readonly onTimeout: (pending: Pending) => void;
}

/** Sends requests at the rate that the server accepts, and finds the requests that answers belong to. */
export class Requests {
  readonly #rule: FeedSubscription;
  readonly #options: RequestOptions;
  readonly #pending: Map<string, Pending> = new Map();
  #queue: (() => void)[] = [];
  /** When the last requests were sent, in milliseconds. */
  #sentMs: number[] = [];
  #cancel: () => void = () => {};
  #lastId = 0;

  constructor(rule: FeedSubscription, options: RequestOptions) {
    this.#rule = rule;
    this.#options = options;
  }

  /** Sends a request, now or when the limit allows it. `isAnswered`: whether the server answers it. */
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
        // The server may still accept a subscription, if its answer names the subscription.
        const isAwaited = pending.purpose === "subscribe" && correlation !== undefined;
        if (!isAwaited) this.#pending.delete(String(id));
        this.#options.onTimeout(pending);
      });
    });
    this.#sendWaiting();
  }

  /**
   * Calls `send` now or when the limit allows it. Does not call it if the connection ends before
   * that.
   */
  line(send: () => void): void {
    this.#queue.push(send);
    this.#sendWaiting();
  }

  /** Returns the request for an answer: the request with its id, or the first one that matches. */
  find(id: string | undefined, fits: (pending: Pending) => boolean): Pending | undefined {
    if (id !== undefined) return this.#pending.get(id);
    // Without ids, answers come in the order of requests.
    for (const pending of this.#pending.values()) if (fits(pending)) return pending;
    return undefined;
  }

  /** Reports whether a request of this session has an id. */
  hasUsed(id: string): boolean {
    return /^\d+$/.test(id) && Number(id) >= 1 && Number(id) <= this.#lastId;
  }

  /** Records that a request needs no further answer. */
  settle(done: Pending): void {
    done.cancel();
    for (const [id, pending] of this.#pending) if (pending === done) this.#pending.delete(id);
  }

  /** Records that the snapshot of a topic has arrived, which answers the request for it. */
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
