// Unsubscribes from topics, permanently or to subscribe to them again.

import type { FeedPlan } from "./feed-plan.ts";
import type { PlannedRequest } from "./plan-subscriptions.ts";
import type { PrivateAccess } from "./private-access.ts";
import type { Requests } from "./requests.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";
import type { TopicKeeper } from "./topic-keeper.ts";
import type { TopicRoutes } from "./topic-routes.ts";

/** The parts of a session that are needed to leave a topic. */
export interface LeavingParts {
  readonly plan: FeedPlan;
  readonly host: SessionHost;
  readonly requests: Requests;
  readonly routes: TopicRoutes;
  readonly keeper: TopicKeeper;
  readonly access: () => PrivateAccess | undefined;
  readonly isOpen: () => boolean;
  /** Sends the waiting subscriptions. */
  readonly proceed: () => void;
}

/** Leaves the topics of a session. */
export class TopicLeaving {
  readonly #parts: LeavingParts;
  /** Topics that were closed before the server named them. They cannot be unsubscribed yet. */
  readonly #unnamed: Set<Topic> = new Set();
  /**
   * The closed topics that the server may still name. A new topic with the same name waits until
   * the server has named the closed topic.
   */
  readonly #awaited: Map<string, Topic> = new Map();
  /** The names of topics that the server did not name in time, but may have subscribed. */
  readonly #doubtful: Set<string> = new Set();

  constructor(parts: LeavingParts) {
    this.#parts = parts;
  }

  /** Reports whether a topic of this name was closed and must be unsubscribed once the server names it. */
  isNamedLater(name: string): boolean {
    return this.#awaited.has(name);
  }

  /** Reports whether the server may have subscribed a topic of this name, with its answer lost. */
  isDoubtful(name: string): boolean {
    return this.#doubtful.has(name);
  }

  /** For each closed topic in the list, stops waiting until the server names it. */
  unanswered(topics: Iterable<Topic>): void {
    for (const topic of topics) {
      if (this.#awaited.get(topic.name) !== topic) continue;
      this.#awaited.delete(topic.name);
      this.#doubtful.add(topic.name);
    }
    this.#parts.proceed();
  }

  /** Leaves a topic permanently, now or once the server has named it. */
  close(topic: Topic): void {
    if (!topic.kind.usesAlias || topic.alias !== undefined) {
      this.#sendLeaving(topic);
      return;
    }
    this.#unnamed.add(topic);
    this.#awaited.set(topic.name, topic);
  }

  /** Leaves a topic that was closed before the server accepted it. */
  cancel(topic: Topic): void {
    if (!this.#unnamed.delete(topic)) return;
    if (this.#awaited.get(topic.name) === topic) this.#awaited.delete(topic.name);
    if (topic.alias !== undefined) {
      this.#parts.routes.retire(topic.alias);
      this.#sendLeaving(topic);
    }
    this.#parts.proceed();
  }

  /** Leaves a topic, to subscribe to it again. */
  leave(topic: Topic): void {
    const { host, routes, isOpen } = this.#parts;
    // If the server has not accepted the topic yet, its frames start after the fault.
    if (!isOpen() || topic.status !== "subscribed") return;
    if (topic.kind.unsubscribe === undefined) {
      host.reconnect("gap");
      return;
    }
    routes.remove(topic);
    topic.status = "leaving";
    this.#sendLeaving(topic);
    if (!this.#isAnswered) this.left(topic);
  }

  /** Records that the server has ended a topic. The client subscribes to the topic again after a delay. */
  left(topic: Topic): void {
    if (topic.status !== "leaving") return;
    topic.restart();
    topic.status = "waiting";
    this.#parts.keeper.afterDelay(topic, () => this.#parts.proceed());
  }

  /** Resets the state, because the connection has ended. */
  clear(): void {
    this.#unnamed.clear();
    this.#awaited.clear();
    this.#doubtful.clear();
  }

  get #isAnswered(): boolean {
    return this.#parts.plan.feed.subscription.unsubscribed !== undefined;
  }

  #sendLeaving(topic: Topic): void {
    const { requests, access } = this.#parts;
    const { kind, values } = topic;
    const { unsubscribe } = kind;
    if (unsubscribe === undefined) return;
    const request: PlannedRequest = {
      topics: [topic],
      build: (id) => unsubscribe.fill({ ...values, id }),
    };
    const post = (build: PlannedRequest["build"]): void =>
      requests.post(build, { purpose: "unsubscribe", topics: [topic] }, this.#isAnswered);
    const signed = topic.isPrivate ? access() : undefined;
    if (signed === undefined) post(request.build);
    else signed.unsubscribe(request, post);
  }
}
