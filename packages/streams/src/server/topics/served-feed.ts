// A feed with its topics, books and connections.

import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { EndingsDescriptor, FeedPointer } from "@specwright/runtime/transport";
import { meetsCondition } from "@specwright/runtime/transport";
import { channelLife } from "../connection/channel-life.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import { findHandlers, type RequestHandler } from "../sessions/stream-handlers.ts";
import { answerSnapshot, type SnapshotTopic } from "./answer-snapshot.ts";
import { ServedBook } from "./books/served-book.ts";
import { type SessionHost, TopicSession } from "./connection/topic-session.ts";
import { FeedServerError } from "./feed-server-error.ts";
import type { FeedServerListener } from "./feed-server-event.ts";
import { MessagePlans } from "./frames/message-plans.ts";
import { FeedRefusal } from "./refuse.ts";
import { createRequestReader, type NamedTopic } from "./topics/read-request.ts";
import { type FillRules, type FrameMaker, TopicAudience } from "./topics/topic-audience.ts";
import type {
  FeedParameters,
  FeedPeerInfo,
  FeedTopicDecision,
  FeedTopicHandler,
} from "./topics/topic-handlers.ts";
import { prepareKinds, type ServedKind } from "./topics/topic-kinds.ts";
import { bookParameters, completeParameters, topicKey } from "./topics/topic-parameters.ts";

export interface ServedFeedOptions {
  readonly handlers: ReadonlyMap<string, FeedTopicHandler>;
  readonly requestHandlers: Readonly<Record<string, RequestHandler<FeedPeerInfo>>>;
  readonly fill: FillRules;
  readonly clock: Clock;
  readonly onEvent: FeedServerListener;
  readonly checksFrames: boolean;
}

interface BookEntry {
  readonly kind: ServedKind;
  readonly parameters: FeedParameters;
  readonly book: ServedBook;
}

const UNKNOWN = new FeedRefusal("Unknown topic.");

export class ServedFeed {
  readonly #endings: EndingsDescriptor | undefined;
  readonly #kinds: ReadonlyMap<string, ServedKind>;
  readonly #options: ServedFeedOptions;
  readonly #maker: FrameMaker;
  readonly #books: Map<string, BookEntry> = new Map();
  readonly #audiences: Map<string, TopicAudience> = new Map();
  readonly #host: SessionHost;

  /** @throws FeedServerError `not_a_feed`, `missing_handler`, `unknown_topic` or `contract_unclear`. */
  constructor(channel: ChannelDescriptor, options: ServedFeedOptions) {
    const { feed } = channel;
    if (feed === undefined) {
      throw new FeedServerError("not_a_feed", `The channel ${channel.id} has no topics.`);
    }
    const { clock, fill } = options;
    const plans = new MessagePlans(channel, feed);
    this.#endings = channel.endings;
    this.#options = options;
    this.#kinds = prepareKinds(feed, plans);
    this.#maker = {
      plans,
      fill: (message, parameters) => fill[message]?.({ parameters, now: clock.now() }) ?? {},
    };
    this.#checkHandlers(channel);
    const read = createRequestReader(channel, feed, [...this.#kinds.values()]);
    this.#host = {
      feed,
      life: channelLife(channel),
      sessions: new Set(),
      checksFrames: options.checksFrames,
      onEvent: options.onEvent,
      maker: this.#maker,
      read,
      requests: findHandlers(channel, { requestHandlers: options.requestHandlers })?.requests ?? [],
      decide: (topic, peer) => this.#decideRequest(topic, peer),
      release: (audience) => this.#releaseAudience(audience),
    };
  }

  /** The name of a topic that needs an account. Undefined if no topic does. */
  get privateTopic(): string | undefined {
    return [...this.#kinds.values()].find(({ rule }) => rule.private === true)?.name;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#host.sessions.size;
  }

  /** Returns the book of a topic. @throws FeedServerError `unknown_topic` or `invalid_parameters`. */
  book(topic: string, given: object): ServedBook {
    const kind = this.#kind(topic);
    if (kind.book === undefined) {
      throw new FeedServerError("unknown_topic", `The topic ${topic} has no book.`);
    }
    const parameters = bookParameters(kind, completeParameters(kind, given));
    const key = topicKey(kind, parameters);
    let entry = this.#books.get(key);
    if (entry === undefined) {
      const book = new ServedBook((changed) => {
        for (const audience of this.#audiences.values()) {
          if (audience.kind !== kind) continue;
          if (topicKey(kind, bookParameters(kind, audience.parameters)) !== key) continue;
          audience.follow(changed);
        }
      });
      entry = { kind, parameters, book };
      this.#books.set(key, entry);
    }
    return entry.book;
  }

  /** Publishes a message to the subscribers of a topic. `given` has the parameters of the topic. */
  publish(topic: string, given: object, message: string, value: unknown): void {
    const kind = this.#kind(topic);
    const parameters = completeParameters(kind, given);
    if (!kind.rule.messages.includes(message)) {
      const known = kind.rule.messages.join(", ");
      throw new FeedServerError(
        "unknown_message",
        `Unknown message ${message}. Messages of the topic ${topic}: ${known}.`,
      );
    }
    const base = this.#maker.plans.toWire(message, value);
    const audience = this.#audience(kind, parameters);
    audience.publish(message, base);
    this.#releaseAudience(audience);
  }

  /** Sends a message that belongs to no topic to all clients. */
  announce(message: string, given?: Readonly<Record<FeedPointer, unknown>>): void {
    this.#maker.plans.toWire(message, undefined);
    const values = given ?? this.#endingOf(message);
    for (const each of [...this.#host.sessions]) each.announce(message, Object.entries(values));
  }

  /** Creates the session of a connection. */
  session(connection: StreamConnection, peer: FeedPeerInfo): TopicSession {
    return new TopicSession(this.#host, connection, peer);
  }

  /** Closes all connections. */
  end(code: number, reason: string): void {
    for (const session of [...this.#host.sessions]) session.end(code, reason);
  }

  answer(request: Request): Response | undefined {
    const topics = [...this.#books.values()].map(
      ({ kind, parameters }): SnapshotTopic => ({
        kind,
        parameters,
        open: () => this.#audience(kind, parameters),
      }),
    );
    return answerSnapshot(request, [...this.#kinds.values()], topics);
  }

  #checkHandlers({ requests = [] }: ChannelDescriptor): void {
    const given = Object.keys(this.#options.requestHandlers);
    const names = requests.map(({ name }) => name);
    const missing = names.find((name) => this.#options.requestHandlers[name] === undefined);
    const other = given.find((name) => !names.includes(name));
    if (missing !== undefined || other !== undefined) {
      throw new FeedServerError(
        "missing_handler",
        missing === undefined
          ? `\`requestHandlers\` has ${other}, which is not a request of the channel. Requests: ${names.join(", ") || "(none)"}.`
          : `The request ${missing} has no handler in \`requestHandlers\`.`,
      );
    }
    for (const name of this.#options.handlers.keys()) this.#kind(name);
    for (const { name, book } of this.#kinds.values()) {
      if (book !== undefined || this.#options.handlers.get(name)?.open !== undefined) continue;
      throw new FeedServerError(
        "missing_handler",
        `The topic ${name} has no book. Pass \`topics.${name}.open\`, which accepts or refuses the parameters of a subscription.`,
      );
    }
  }

  #kind(topic: string): ServedKind {
    const kind = this.#kinds.get(topic);
    if (kind !== undefined) return kind;
    const known = [...this.#kinds.keys()].join(", ");
    throw new FeedServerError("unknown_topic", `Unknown topic ${topic}. Topics: ${known}.`);
  }

  #decideRequest(
    { kind, values }: NamedTopic,
    peer: FeedPeerInfo,
  ): TopicAudience | FeedRefusal | Promise<TopicAudience | FeedRefusal> {
    const { id: _id, ...given } = values;
    let parameters: FeedParameters;
    try {
      parameters = completeParameters(kind, given);
    } catch (error) {
      // The code at the start of the message is for publishers, so the client does not get it.
      if (error instanceof FeedServerError)
        return new FeedRefusal(error.message.slice(error.code.length + 2));
      throw error;
    }
    const truncate = kind.book?.rule.truncate;
    const depth = typeof truncate === "string" ? Number(parameters[truncate]) : 1;
    if (!Number.isSafeInteger(depth) || depth < 1) {
      return new FeedRefusal(`The parameter ${truncate} is not a number of levels.`);
    }
    if (kind.rule.private === true && peer.account === undefined) {
      return new FeedRefusal("The topic is private and the connection has no account.");
    }
    const open = this.#options.handlers.get(kind.name)?.open;
    const failed = (error: unknown): FeedRefusal => {
      this.#options.onEvent({ type: "failed", error });
      return new FeedRefusal("Internal server error.");
    };
    try {
      const decision = open === undefined ? true : open(parameters, peer);
      return decision instanceof Promise
        ? decision.then((decided) => this.#admitTopic(kind, parameters, decided), failed)
        : this.#admitTopic(kind, parameters, decision);
    } catch (error) {
      return failed(error);
    }
  }

  #admitTopic(
    kind: ServedKind,
    parameters: FeedParameters,
    decision: FeedTopicDecision,
  ): TopicAudience | FeedRefusal {
    if (decision instanceof FeedRefusal) return decision;
    const isKnown =
      kind.book === undefined || this.#books.has(topicKey(kind, bookParameters(kind, parameters)));
    return decision && isKnown ? this.#audience(kind, parameters) : UNKNOWN;
  }

  #audience(kind: ServedKind, parameters: FeedParameters): TopicAudience {
    const key = topicKey(kind, parameters);
    let audience = this.#audiences.get(key);
    if (audience === undefined) {
      const entry =
        kind.book === undefined
          ? undefined
          : this.#books.get(topicKey(kind, bookParameters(kind, parameters)));
      audience = new TopicAudience(kind, parameters, entry?.book, this.#maker);
      this.#audiences.set(key, audience);
    }
    return audience;
  }

  #releaseAudience(audience: TopicAudience): void {
    if (audience.subscribers.size > 0 || audience.isNumbered) return;
    this.#audiences.delete(topicKey(audience.kind, audience.parameters));
  }

  /**
   * Returns the values that `x-endings` requires in a message. Empty unless the contract has exactly one
   * rule for the message.
   */
  #endingOf(message: string): Readonly<Record<FeedPointer, unknown>> {
    const own = (this.#endings?.messages ?? []).filter((each) => each.message === message);
    const [first] = own;
    if (own.length !== 1 || first?.where === undefined) return {};
    const constants = Object.entries(first.where).filter(
      ([, condition]) => typeof condition !== "object" && meetsCondition(condition, condition),
    );
    return Object.fromEntries(constants);
  }
}
