import type { ChannelParameters } from "@specwright/runtime";
import type { BookStream, FeedStream, TopicStream } from "@specwright/runtime/codegen";
import type { FeedRefusal } from "../refuse.ts";

/** The values of the parameters of a topic. */
export type FeedParameters = Readonly<Record<string, string | number | boolean>>;

/**
 * The types of a feed: for each topic, its parameters, and its messages in the form that codecs accept.
 */
export type FeedTopics = Readonly<
  Record<string, { readonly parameters: object; readonly message: unknown }>
>;

/**
 * Derives the topic types of a server from the feed type of a generated client.
 *
 * @example
 * ```ts
 * createFeedServer<FeedTopicsOf<MarketFeed>>(descriptors.market, { topics });
 * ```
 */
export type FeedTopicsOf<Feed> = {
  readonly [Name in Exclude<keyof Feed, keyof FeedStream> as Feed[Name] extends TopicMethod
    ? Name
    : never]: Feed[Name] extends (
    parameters: infer Parameters extends object,
  ) => BookStream<infer Message> | TopicStream<infer Message>
    ? { readonly parameters: Parameters; readonly message: Message }
    : never;
};

/** A method for a topic. A method for a request returns a promise instead. */
type TopicMethod = (...parameters: never) => TopicStream<unknown>;

/** A connected client. */
export interface FeedPeerInfo {
  /** The result of `admit`. Undefined if the server has no `admit`. */
  readonly account: unknown;
  /** The parameters of the upgrade, from its address, query and headers. */
  readonly parameters: ChannelParameters;
}

/**
 * The result of `open`. `true` accepts the subscription, and `false` means that the topic does not exist.
 */
export type FeedTopicDecision = boolean | FeedRefusal;

/** The functions of the application for one kind of topic. */
export interface FeedTopicHandler<Parameters = FeedParameters> {
  /**
   * Accepts or refuses a subscription. `false` refuses the topic as unknown. If `open` is missing, the
   * server accepts subscriptions to the books that it has.
   */
  open?(parameters: Parameters, peer: FeedPeerInfo): FeedTopicDecision | Promise<FeedTopicDecision>;
}

/** The frame for which a function of `fill` provides values. */
export interface FillContext {
  /** The parameters of the topic. Empty if the frame belongs to no topic. */
  readonly parameters: FeedParameters;
  /** The time in milliseconds since the epoch. */
  readonly now: number;
}
