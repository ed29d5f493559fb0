// Unsubscribes from topics, either permanently or to subscribe again.

import type { FeedPlan } from "./feed-plan.ts";
import type { PlannedRequest } from "./plan-subscriptions.ts";
import type { PrivateAccess } from "./private-access.ts";
import type { Requests } from "./requests.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";
import type { TopicKeeper } from "./topic-keeper.ts";
import type { TopicRoutes } from "./topic-routes.ts";

/** The parts of the session that `TopicLeaving` uses. */
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
  /**
   * The topics that the user closed before the server had named them. The client cannot unsubscribe without
   * the name.
   */
  readonly #unnamed: Set<Topic> = new Set();
  /**
   * The closed topics that the server has not named yet. Until it names one of them, a new topic with the
   * same parameters must wait.
   */
  readonly #awaited: Map<string, Topic> = new Map();
  /**
   * The topics that the server may have subscribed, although its answer with the name did not arrive in
   * time.
   */
  readonly #doubtful: Set<string> = new Set();

  constructor(parts: LeavingParts) {
    this.#parts = parts;
  }

  /** Reports whether a topic was closed but the server has not named it yet. */
  isNamedLater(name: string): boolean {
    return this.#awaited.has(name);
  }

  /** Reports whether the server may have subscribed a topic although its answer was lost. */
  isDoubtful(name: string): boolean {
    return this.#doubtful.has(name);
  }

  /** Called if a request was not answered: stops waiting for the names of its closed topics. */
  unanswered(topics: Iterable<Topic>): void {
    for (const topic of topics) {
      if (this.#awaited.get(topic.name) !== topic) continue;
      this.#awaited.delete(topic.name);
      this.#doubtful.add(topic.name);
    }
    this.#parts.proceed();
  }

  /** Leaves a topic permanently, at once or when the server has named it. */
  close(topic: Topic): void {
    if (!topic.kind.usesAlias || topic.alias !== undefined) {
      this.#sendLeaving(topic);
      return;
    }
    this.#unnamed.add(topic);
    this.#awaited.set(topic.name, topic);
  }

  /** Leaves a topic that the user closed before the server answered. */
  cancel(topic: Topic): void {
    if (!this.#unnamed.delete(topic)) return;
    if (this.#awaited.get(topic.name) === topic) this.#awaited.delete(topic.name);
    if (topic.alias !== undefined) {
      this.#parts.routes.retire(topic.alias);
      this.#sendLeaving(topic);
    }
    this.#parts.proceed();
  }

  /** Leaves a topic in order to subscribe again. */
  leave(topic: Topic): void {
    const { host, routes, isOpen } = this.#parts;
    // A topic that the server has not accepted yet will start after the fault, so it need not be left.
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

  /** Called when the server has ended a topic. The client subscribes again after a delay. */
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
