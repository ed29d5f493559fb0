import type { ChannelParameters } from "@specwright/runtime";
import type { BookStream, FeedStream, TopicStream } from "@specwright/runtime/codegen";
import type { FeedRefusal } from "../refuse.ts";

/** The values of the parameters of a topic. */
export type FeedParameters = Readonly<Record<string, string | number | boolean>>;

/** The topics of a feed: their parameters, and their messages in the form that codecs take. */
export type FeedTopics = Readonly<
  Record<string, { readonly parameters: object; readonly message: unknown }>
>;

/**
 * The types of topics for a server, taken from the type of a generated client's feed.
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

/** The method of a topic. The method of a request differs: it returns a promise. */
type TopicMethod = (...parameters: never) => TopicStream<unknown>;

/** A connected client. */
export interface FeedPeerInfo {
  /** The result of `admit` for the connection; undefined without `admit`. */
  readonly account: unknown;
  /** The parameters of the upgrade: from the address, the query and the headers. */
  readonly parameters: ChannelParameters;
}

/** The result of `open`: whether the topic exists, or why it is refused. */
export type FeedTopicDecision = boolean | FeedRefusal;

/** Functions that the user provides for one kind of topic. */
export interface FeedTopicHandler<Parameters = FeedParameters> {
  /**
   * Accepts or refuses a subscription. `false` refuses it as an unknown topic. Without `open`, the
   * server accepts subscriptions to the books that it has.
   */
  open?(parameters: Parameters, peer: FeedPeerInfo): FeedTopicDecision | Promise<FeedTopicDecision>;
}

/** The context of a frame, for the functions of `fill`. */
export interface FillContext {
  /** The parameters of the topic; empty for a frame without a topic. */
  readonly parameters: FeedParameters;
  /** The time in milliseconds since the epoch. */
  readonly now: number;
}
