// The rules of a channel's stream. Each part is read from the extension that is named there, whose
// JSON Schema and page are in generators/spec-loader/src/extensions and docs/extensions. The parts that
// only the run time acts on are as they are written.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";

/** The rules of a channel's stream; pointers are JSON Pointers into frames. */
export interface StreamRules {
  readonly envelope?: EnvelopeRule;
  /** Whether a frame may hold several messages, one in each line. */
  readonly lines?: true;
  /** How clients subscribe to topics (`x-subscription`). Absent: the channel is one implicit topic. */
  readonly subscription?: JsonObject;
  /** The kinds of topics that clients choose. */
  readonly topics: readonly Topic[];
  readonly counters: readonly Counter[];
  readonly resume?: ResumeRule;
  /** How a reader gets the state of a topic (`x-snapshot`), by topic. */
  readonly snapshots?: JsonObject;
  /** How the order book of a topic is kept (`x-book`), by topic. */
  readonly books?: JsonObject;
  readonly heartbeats: readonly Heartbeat[];
  /** The ways to prove who a client is (`x-credentials`), by name. */
  readonly credentials?: JsonObject;
  /** The signature of the upgrade, made by the first scheme, on a channel without topics. */
  readonly signature?: SignatureRule;
  readonly endings?: EndingsRule;
  readonly flowControl?: FlowControl;
}

/** A kind of topic (`x-subscription`). */
export interface Topic {
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

/** A counter of messages (`x-sequence`). */
export type Counter = {
  /** The ids of the messages that advance it, repeat its last number, or start it again. */
  readonly messages: readonly string[];
  readonly repeats?: readonly string[];
  readonly starts?: readonly string[];
  /** Whether the connection, each topic or each key has its own count. */
  readonly scope: "connection" | "topic" | "key";
  /** Where a frame says which counter it is of, with the scope `key`. */
  readonly key?: string;
  /** Where the number stands: for all messages, or by message. */
  readonly at: string | Readonly<Record<string, string>>;
  readonly step: "one" | "range" | "linked" | "rising";
  readonly from?: string;
  readonly previous?: string;
  readonly first?: number;
  readonly lower?: "duplicate" | "restart";
  readonly gap: "snapshot" | "resubscribe" | "reconnect" | "none";
};

/** How a reader that connects again asks for what it missed (`resume` of `x-sequence`). */
export type ResumeRule = {
  /** The query parameter that carries the first wanted number. */
  readonly parameter: string;
  /** The message that ends a replay. */
  readonly endOfBacklog: string;
  /** Where that message holds the highest number. */
  readonly lastNumber?: string;
  /** The answer of the server if the resume point is older than its oldest frame. */
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  /** Where heartbeats hold the number up to which all matching frames were delivered. */
  readonly watermark?: string;
  /** Where the identity of the log is transmitted; `at` is for messages that repeat the number. */
  readonly identity?: { readonly parameter: string; readonly header: string; readonly at: string };
  /**
   * Query parameters that select from the sequence, so that a connection cannot detect gaps; with the
   * sources of their values, tried in order, unless the publishers provide the values.
   */
  readonly filters?: readonly string[] | Readonly<Record<string, readonly FilterSource[]>>;
  /** Where numbered messages that have one hold the owner of the sequence. */
  readonly owner?: string;
};

/** The source of a value that selects a numbered message. */
export type FilterSource =
  /** A member of the message: a string or several. */
  | { readonly at: string }
  /** The value of the last message of the channel with the same value here. */
  | { readonly sameAs: string }
  /**
   * The values of the messages of the channel `of` (default: the same) whose filter `by` (default:
   * `through`) has one of the values that this message has for the filter `through`.
   */
  | { readonly through: string; readonly of?: string; readonly by?: string };

/** A unit of time in messages. */
export type TimeUnit = "ns" | "us" | "ms" | "s";

/** The conditions and the common fields of messages (`x-envelope`). */
export interface EnvelopeRule {
  /** The messages of the server and the conditions of each, in the order in which they are tried. */
  readonly match?: readonly MatchRule[];
  /** The top-level field with the creation time of a message. */
  readonly time?: { readonly field: string; readonly unit: TimeUnit | "rfc3339" };
  /** The message that reports an error, and the members with its parts. */
  readonly error?: {
    readonly message: string;
    readonly code: readonly string[];
    readonly text?: readonly string[];
    readonly details?: readonly string[];
    /** The codes of this document that replace those of the runtime. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** The conditions that the frames of a message meet. */
export type MatchRule = {
  readonly message: string;
  readonly where: JsonObject;
};

/** A sign of life that the server sends (`x-heartbeat`). */
export type ServerHeartbeat = {
  readonly from: "server";
  /** Absent: any frame or ping. */
  readonly message?: string;
  /** The longest silence to expect. */
  readonly everyMs?: number;
  /** Where the message itself states the longest silence to expect. */
  readonly every?: { readonly path: readonly string[]; readonly unit: TimeUnit };
  readonly deadAfterMs?: number;
  /** A template of what a client answers. */
  readonly answer?: JsonValue;
};

/** A sign of life that the client sends (`x-heartbeat`). */
export type ClientHeartbeat = {
  readonly from: "client";
  readonly everyMs: number;
  /** Absent, as the text is: a ping. */
  readonly payload?: JsonValue;
  /** A text that is not JSON. */
  readonly text?: string;
  /** The message that answers it. */
  readonly answer?: string;
  /** The text that answers it. */
  readonly answerText?: string;
};

/** A sign of life (`x-heartbeat`). */
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

/** A close code, or the first and the last one of a range (`x-endings`). */
export type CloseRule = {
  readonly codes: number | readonly [first: number, last: number];
  readonly name?: string;
  readonly description?: string;
  readonly client: EndingReaction;
};

/** How connections end (`x-endings`). */
export type EndingsRule = {
  readonly closes: readonly CloseRule[];
  /** The messages that announce an ending. */
  readonly messages: readonly {
    readonly message: string;
    readonly where?: JsonObject;
    readonly description?: string;
    readonly client: EndingReaction;
  }[];
  readonly maxAgeMs?: number;
};

/** When the server closes a reader that cannot keep up (`x-flow-control`). */
export type FlowControl = {
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly closeCode: number;
};
