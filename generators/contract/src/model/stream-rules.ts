// The rules of a channel's stream. The comment of each member names the extension that contains the rule.
// The JSON Schemas of extensions are in generators/spec-loader/src/extensions, and their documentation is
// in docs/extensions. Rules that only the run time uses are kept as written.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** The rules of a channel's stream. Pointers are JSON Pointers into frames. */
export interface StreamRules {
  readonly envelope?: EnvelopeRule;
  /** Whether a frame can contain several messages, one on each line. */
  readonly lines?: true;
  /** How clients subscribe to topics (`x-subscription`). If absent, the channel is one implicit topic. */
  readonly subscription?: JsonObject;
  /** The kinds of topics that clients can subscribe to. */
  readonly topics: readonly Topic[];
  readonly counters: readonly Counter[];
  readonly resume?: ResumeRule;
  /** How a reader gets the state of a topic (`x-snapshot`), by name of the topic. */
  readonly snapshots?: JsonObject;
  /** How the order book of a topic is updated (`x-book`), by name of the topic. */
  readonly books?: JsonObject;
  readonly heartbeats: readonly Heartbeat[];
  /** The authentication schemes of clients (`x-credentials`), by name. */
  readonly credentials?: JsonObject;
  /** The signature of the upgrade request by the first scheme; only on a channel without topics. */
  readonly signature?: SignatureRule;
  readonly endings?: EndingsRule;
  readonly flowControl?: FlowControl;
}

/** A kind of topic (`x-subscription`). */
export interface Topic {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly TopicParameter[];
  /** The ids of the topic's messages. */
  readonly messages: readonly string[];
  /** Whether the contract describes the order book of the topic. */
  readonly hasBook: boolean;
  /** Whether the topic requires credentials. */
  readonly isPrivate: boolean;
  readonly source: Source;
}

/** A parameter of a kind of topics. */
export interface TopicParameter {
  readonly name: string;
  readonly description?: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  readonly enum?: readonly JsonValue[];
  readonly default?: string | number | boolean;
  /** Example values, which the server probably supports. */
  readonly examples?: readonly JsonValue[];
}

/** A counter of messages (`x-sequence`). */
export type Counter = {
  /** The ids of the messages that advance the counter, repeat its last number, or restart it. */
  readonly messages: readonly string[];
  readonly repeats?: readonly string[];
  readonly starts?: readonly string[];
  /** Whether there is one counter for the connection, for each topic, or for each key. */
  readonly scope: "connection" | "topic" | "key";
  /** The pointer to the key of the counter in a frame, for the scope `key`. */
  readonly key?: string;
  /**
   * The pointer to the number in a frame. Either one pointer for all messages, or one pointer for each
   * message.
   */
  readonly at: string | Readonly<Record<string, string>>;
  readonly step: "one" | "range" | "linked" | "rising";
  readonly from?: string;
  readonly previous?: string;
  readonly first?: number;
  readonly lower?: "duplicate" | "restart";
  readonly gap: "snapshot" | "resubscribe" | "reconnect" | "none";
};

/** How a client requests missed messages after a reconnect (`resume` of `x-sequence`). */
export type ResumeRule = {
  /** The query parameter with the first number to send. */
  readonly parameter: string;
  /** The message that the server sends after the last message of a replay. */
  readonly endOfBacklog: string;
  /** The pointer to the highest number in the message `endOfBacklog`. */
  readonly lastNumber?: string;
  /** The error that the server sends if its oldest frame is newer than the resume point. */
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  /** The pointer to a number in heartbeats. The server has sent all matching frames up to this number. */
  readonly watermark?: string;
  /**
   * The query parameter, the response header and the member that contain the id of the log. `at` points to
   * the member in messages that repeat the last number.
   */
  readonly identity?: { readonly parameter: string; readonly header: string; readonly at: string };
  /**
   * Query parameters that select a part of the numbered messages, so that the connection cannot detect
   * gaps. For each parameter, lists the sources of the values in the message, in the order in which they
   * are tried. If the publishers provide the values, this is only a list of parameters.
   */
  readonly filters?: readonly string[] | Readonly<Record<string, readonly FilterSource[]>>;
  /** The pointer to the owner of the sequence; only some numbered messages contain the owner. */
  readonly owner?: string;
};

/** The source of the values that filters compare with a query parameter. */
export type FilterSource =
  /** A member of the message: a string or an array of strings. */
  | { readonly at: string }
  /**
   * The values of an earlier message: the last message on the channel with the same value at this pointer.
   */
  | { readonly sameAs: string }
  /**
   * The values of a filter in other messages. These are messages on channel `of` (default: the same
   * channel). The value of their filter `by` (default: `through`) must be equal to a value of the filter
   * `through` in this message.
   */
  | { readonly through: string; readonly of?: string; readonly by?: string };

/** A unit of time in messages. */
export type TimeUnit = "ns" | "us" | "ms" | "s";

/** The conditions that recognise messages, and the common fields of messages (`x-envelope`). */
export interface EnvelopeRule {
  /** The messages of the server with their conditions, in the order in which they are tested. */
  readonly match?: readonly MatchRule[];
  /** The top-level field with the creation time of a message, and the unit of the time. */
  readonly time?: { readonly field: string; readonly unit: TimeUnit | "rfc3339" };
  /** The message that reports an error, and the paths to the parts of the error. */
  readonly error?: {
    readonly message: string;
    readonly code: readonly string[];
    readonly text?: readonly string[];
    readonly details?: readonly string[];
    /** Maps error codes of the runtime to the codes of this document that replace them. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** The conditions that a frame must match to be a certain message. */
export type MatchRule = {
  readonly message: string;
  readonly where: JsonObject;
};

/** A heartbeat of the server (`x-heartbeat`). */
export type ServerHeartbeat = {
  readonly from: "server";
  /** The message of the heartbeat; without it, any frame or ping counts as a heartbeat. */
  readonly message?: string;
  /** The longest time between two heartbeats, in milliseconds. */
  readonly everyMs?: number;
  /**
   * The path to a member of the message that contains the longest time between two heartbeats, and the unit
   * of the time.
   */
  readonly every?: { readonly path: readonly string[]; readonly unit: TimeUnit };
  readonly deadAfterMs?: number;
  /** The template of the reply that the client sends. */
  readonly answer?: JsonValue;
};

/** A heartbeat of the client (`x-heartbeat`). */
export type ClientHeartbeat = {
  readonly from: "client";
  readonly everyMs: number;
  /** The template of the message. If `payload` and `text` are both absent, the client sends a ping. */
  readonly payload?: JsonValue;
  /** A text that is not JSON, sent instead of a message. */
  readonly text?: string;
  /** The message with which the server replies. */
  readonly answer?: string;
  /** The text with which the server replies. */
  readonly answerText?: string;
};

/** A heartbeat (`x-heartbeat`). */
export type Heartbeat = ServerHeartbeat | ClientHeartbeat;

/** How the upgrade request is signed (`x-credentials`). */
export interface SignatureRule {
  readonly algorithm: string;
  readonly headers: {
    readonly key: string;
    readonly timestamp: string;
    readonly signature: string;
  };
  /** The names of the signed lines, in order. */
  readonly lines: readonly string[];
  readonly clockSkewMs: number;
}

/** The reaction of a client to the end of a connection. */
export type EndingReaction =
  | "stop"
  | "reconnect"
  | "resync"
  | "resubscribe"
  | "renew"
  | "wait"
  | "slow-down";

/** A close code, or a range of close codes (`x-endings`). */
export type CloseRule = {
  readonly codes: number | readonly [first: number, last: number];
  readonly name?: string;
  readonly description?: string;
  readonly client: EndingReaction;
};

/** The ways in which connections end (`x-endings`). */
export type EndingsRule = {
  readonly closes: readonly CloseRule[];
  /** The messages that announce the end of a connection. */
  readonly messages: readonly {
    readonly message: string;
    readonly where?: JsonObject;
    readonly description?: string;
    readonly client: EndingReaction;
  }[];
  readonly maxAgeMs?: number;
};

/** The limits at which the server disconnects a client that reads too slowly (`x-flow-control`). */
export type FlowControl = {
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly closeCode: number;
};
