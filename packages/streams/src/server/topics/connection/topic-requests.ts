// Keeps the subscriptions of a connection, and answers requests about topics.

import type { TemplateValues } from "@specwright/runtime";
import type { FeedDescriptor, FeedPointer } from "@specwright/runtime/transport";
import type { FeedServerListener } from "../feed-server-event.ts";
import { CounterPositions } from "../numbering.ts";
import { FeedRefusal } from "../refuse.ts";
import type { FeedRequest, NamedTopic, RequestReader } from "../topics/read-request.ts";
import {
  type FrameMaker,
  fillPlaces,
  type SharedFrame,
  type Subscriber,
  type TopicAudience,
} from "../topics/topic-audience.ts";
import type { FeedParameters, FeedPeerInfo } from "../topics/topic-handlers.ts";
import type { PlaceTemplates } from "../topics/topic-kinds.ts";

/** The parts of a feed that requests about topics use. All connections share them. */
export interface TopicHost {
  readonly feed: FeedDescriptor;
  readonly maker: FrameMaker;
  readonly read: RequestReader;
  readonly onEvent: FeedServerListener;
  /** Decides on a subscription. Returns the audience to join, or a refusal. */
  decide(
    topic: NamedTopic,
    peer: FeedPeerInfo,
  ): TopicAudience | FeedRefusal | Promise<TopicAudience | FeedRefusal>;
  /** Drops the audience of a topic if it is not needed any more. */
  release(audience: TopicAudience): void;
}

/**
 * The id of a request. It may be any JSON value, because answers repeat it unchanged. Undefined if the
 * request has no id.
 */
export type RequestId = unknown;

/** A pointer into a frame, and the value to write there. */
export type Place = readonly [FeedPointer, unknown];

/** The parts of the connection that requests about topics use. */
export interface RequestLinks extends FeedPeerInfo {
  /** Sends a message that is not about a topic. */
  answer(
    message: string,
    places: readonly Place[],
    parameters: FeedParameters,
    id: RequestId,
  ): void;
  deliver(frame: SharedFrame, subscription: Subscription): void;
}

type TopicRequest = Extract<FeedRequest, { readonly topics: unknown }>;

/** A subscription of a connection. */
export class Subscription implements Subscriber {
  readonly audience: TopicAudience;
  readonly alias: number;
  readonly positions: CounterPositions = new CounterPositions();
  readonly #links: RequestLinks;

  constructor(links: RequestLinks, audience: TopicAudience, alias: number) {
    this.#links = links;
    this.audience = audience;
    this.alias = alias;
  }

  /** The values for the placeholders of templates. */
  get values(): FeedParameters {
    return { ...this.audience.parameters, alias: this.alias };
  }

  deliver(frame: SharedFrame): void {
    this.#links.deliver(frame, this);
  }
}

/** Handles the requests of a connection about topics. */
export class TopicRequests {
  readonly #host: TopicHost;
  readonly #links: RequestLinks;
  readonly #subscriptions: Map<TopicAudience, Subscription> = new Map();
  #lastAlias = 0;

  constructor(host: TopicHost, links: RequestLinks) {
    this.#host = host;
    this.#links = links;
  }

  /**
   * Handles a request. Returns a promise if the answer is not sent at once. The promise resolves when the
   * answer was sent.
   */
  take(request: TopicRequest, id: RequestId): void | Promise<void> {
    if (request.type === "subscribe") return this.#subscribe(request, id);
    const found = request.topics.map((named) => this.#findSubscription(named));
    for (const [at, subscription] of found.entries()) {
      if (subscription === undefined) {
        this.refuse(new FeedRefusal("Unknown subscription."), id, request.topics[at]?.[0]);
        if (this.#isPerTopic) continue;
        return;
      }
      if (request.type === "snapshot") this.#beginSubscription(subscription);
      else this.#leaveAudience(subscription);
      const isLast = at === found.length - 1;
      if (request.type === "unsubscribe" && (this.#isPerTopic || isLast)) {
        this.#confirmEnd(subscription, id);
      }
    }
  }

  /** Refuses a request. If `topic` is given, refuses only this topic of the request. */
  refuse({ text, code = 0 }: FeedRefusal, id: RequestId, topic?: NamedTopic): void {
    const { refusal } = this.#host.feed.subscription;
    const name = topic?.kind.name;
    this.#host.onEvent({ type: "refused", text, ...(name !== undefined && { topic: name }) });
    const [message] = refusal?.messages ?? [];
    if (refusal === undefined || message === undefined) return;
    const values = topic === undefined ? {} : scalarValues(topic.values);
    const coded: readonly Place[] =
      refusal.code === undefined ? [] : [[refusal.code, this.#formed(message, refusal.code, code)]];
    const told: readonly Place[] = refusal.text === undefined ? [] : [[refusal.text, text]];
    const about = topic === undefined ? [] : this.#placesOf(message, topic.kind.refused, values);
    this.#links.answer(message, [...about, ...coded, ...told], values, id);
  }

  /** Ends all subscriptions. */
  end(): void {
    for (const subscription of this.#subscriptions.values()) this.#leaveAudience(subscription);
  }

  get #isPerTopic(): boolean {
    return this.#host.feed.subscription.acknowledgement?.per === "topic";
  }

  #subscribe({ topics }: TopicRequest, id: RequestId): void | Promise<void> {
    const { limits } = this.#host.feed.subscription;
    const most = limits?.topicsPerRequest ?? Number.POSITIVE_INFINITY;
    if (topics.length > most) {
      this.refuse(new FeedRefusal(`A request may have at most ${most} topics.`), id);
      return;
    }
    const named = topics.flatMap(([first]) => first ?? []);
    const decisions = named.map((topic) => this.#host.decide(topic, this.#links));
    if (!decisions.some((each) => each instanceof Promise)) {
      this.#acceptTopics(named, decisions as (TopicAudience | FeedRefusal)[], id);
      return;
    }
    return Promise.all(decisions).then((decided) => this.#acceptTopics(named, decided, id));
  }

  #acceptTopics(
    named: readonly NamedTopic[],
    decisions: readonly (TopicAudience | FeedRefusal)[],
    id: RequestId,
  ): void {
    const most = this.#host.feed.subscription.limits?.topicsPerConnection;
    const audiences = new Set<TopicAudience>();
    const judged = decisions.map((decision) => {
      if (decision instanceof FeedRefusal) return decision;
      if (this.#subscriptions.has(decision) || audiences.has(decision)) {
        return new FeedRefusal("The topic is already subscribed.");
      }
      if (most !== undefined && this.#subscriptions.size + audiences.size >= most) {
        return new FeedRefusal(`A connection may have at most ${most} topics.`);
      }
      audiences.add(decision);
      return decision;
    });
    // All topics of the request share an answer, so if one topic is refused, the whole request is.
    const whole = this.#isPerTopic ? undefined : judged.find((each) => each instanceof FeedRefusal);
    for (const [at, each] of judged.entries()) {
      const refusal = whole ?? (each instanceof FeedRefusal ? each : undefined);
      if (refusal === undefined) continue;
      this.refuse(refusal, id, named[whole === undefined ? at : judged.indexOf(whole)]);
      if (whole !== undefined) {
        for (const audience of audiences) this.#host.release(audience);
        return;
      }
    }
    for (const decision of decisions) {
      if (!(decision instanceof FeedRefusal) && !audiences.has(decision)) {
        this.#host.release(decision);
      }
    }
    const subscriptions = [...audiences].map((audience) => {
      this.#lastAlias += 1;
      const subscription = new Subscription(this.#links, audience, this.#lastAlias);
      this.#subscriptions.set(audience, subscription);
      return subscription;
    });
    const answered = this.#isPerTopic ? subscriptions : subscriptions.slice(0, 1);
    for (const subscription of answered) this.#acknowledge(subscription, id);
    for (const subscription of subscriptions) {
      this.#beginSubscription(subscription);
      subscription.audience.subscribers.add(subscription);
    }
  }

  #acknowledge(subscription: Subscription, id: RequestId): void {
    const { acknowledgement } = this.#host.feed.subscription;
    const { rule, book } = subscription.audience.kind;
    const { messages = [] } = acknowledgement ?? {};
    const message = messages.find((one) => rule.messages.includes(one)) ?? messages[0];
    if (acknowledgement === undefined || message === undefined) return;
    // The snapshot, which is sent next, is the answer.
    if (book?.snapshots.has(message) === true) return;
    this.#answerRequest(message, acknowledgement.alias, subscription, id);
  }

  #confirmEnd(subscription: Subscription, id: RequestId): void {
    const { unsubscribed } = this.#host.feed.subscription;
    const [message] = unsubscribed?.messages ?? [];
    if (unsubscribed === undefined || message === undefined) return;
    this.#answerRequest(message, unsubscribed.alias, subscription, id);
  }

  #answerRequest(
    message: string,
    aliasAt: FeedPointer | undefined,
    { audience, values, alias }: Subscription,
    id: RequestId,
  ): void {
    const isEnd = this.#host.feed.subscription.unsubscribed?.messages.includes(message) === true;
    // If each topic has its own answer, clients find the topic by the values in the answer. Otherwise the
    // answer contains no such values.
    const about =
      isEnd && !this.#isPerTopic ? [] : this.#placesOf(message, audience.kind.acknowledged, values);
    const named: readonly Place[] =
      aliasAt === undefined ? [] : [[aliasAt, this.#formed(message, aliasAt, alias)]];
    this.#links.answer(message, [...about, ...named], audience.parameters, id);
  }

  /** Sends the frames with which a subscription begins. */
  #beginSubscription(subscription: Subscription): void {
    for (const frame of subscription.audience.snapshot()) subscription.deliver(frame);
  }

  #leaveAudience(subscription: Subscription): void {
    const { audience } = subscription;
    this.#subscriptions.delete(audience);
    audience.subscribers.delete(subscription);
    this.#host.release(audience);
  }

  #findSubscription(named: readonly NamedTopic[]): Subscription | undefined {
    for (const subscription of this.#subscriptions.values()) {
      const { audience, values: own } = subscription;
      const isNamed = named.some(
        ({ kind, values }) =>
          kind === audience.kind &&
          Object.entries(values).every(
            ([name, value]) => name === "id" || String(own[name]) === String(value),
          ),
      );
      if (isNamed) return subscription;
    }
    return undefined;
  }

  /**
   * Returns the values that name a topic in an answer, in the form that the answer's schema requires.
   * Requests may have them in a different form.
   */
  #placesOf(message: string, templates: PlaceTemplates, values: FeedParameters): readonly Place[] {
    return fillPlaces(templates, values).map(([pointer, value]) => [
      pointer,
      typeof value === "string" || typeof value === "number"
        ? this.#formed(message, pointer, value)
        : value,
    ]);
  }

  /** Converts a code, an alias or a parameter to the form that the schema of a message requires. */
  #formed(message: string, pointer: FeedPointer, value: string | number): string | number {
    if (this.#host.maker.plans.formAt(message, pointer) === "text") return String(value);
    const number = value === "" ? Number.NaN : Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
}

function scalarValues(values: TemplateValues): FeedParameters {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? [[name, value]]
        : [],
    ),
  );
}
