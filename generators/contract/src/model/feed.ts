import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** A parameter of a topic. */
export interface TopicParameter {
  readonly name: string;
  readonly description?: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly enum?: readonly JsonValue[];
  readonly default?: string | number | boolean;
  /** Values that the server is likely to have. */
  readonly examples?: readonly JsonValue[];
}

/** A kind of topic of a feed. */
export interface FeedTopicRule {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly TopicParameter[];
  /** The ids of its messages. */
  readonly messages: readonly string[];
  /** Whether the contract says how its order book is kept. */
  readonly hasBook: boolean;
  /** Whether it is for the holder of credentials only. */
  readonly isPrivate: boolean;
  readonly source: Source;
}

/**
 * How the feed of a channel behaves: its topics, and the rules as they are written in the extensions
 * `x-envelope`, `x-subscription`, `x-sequence`, `x-snapshot`, `x-book` and `x-credentials`.
 */
export interface FeedRule {
  readonly topics: readonly FeedTopicRule[];
  readonly envelope: JsonObject;
  readonly subscription: JsonObject;
  readonly sequence?: JsonObject;
  readonly snapshot?: JsonObject;
  readonly book?: JsonObject;
  readonly credentials?: JsonObject;
}
