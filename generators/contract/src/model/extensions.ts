// The extensions of the standards. Each rule is read from the extension of the same name and passed
// to the runtime as data. Their JSON Schemas and pages are in generators/spec-loader/src/extensions and
// docs/extensions.

import type { JsonObject, JsonValue } from "@specwright/spec-loader";

/** How the frames of a channel are numbered and how a reader resumes (`x-sequence`). */
export interface SequenceRule {
  /** The top-level field with the number, such as `seq`. */
  readonly field: string;
  /** Message ids that advance the sequence. */
  readonly counts: readonly string[];
  /** Message ids that repeat the last number without advancing it. */
  readonly repeats: readonly string[];
  /** The query parameter that carries the first wanted number. */
  readonly resumeParameter: string;
  /** The message that ends a replay. */
  readonly endOfBacklog: string;
  /** The answer of the server if the resume point is older than its oldest frame. */
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  /** The path to the highest number, in the message that ends a replay. */
  readonly lastNumberPath?: readonly string[];
  /** The heartbeat field with the number up to which all matching frames were delivered. */
  readonly watermarkField?: string;
  /** Where the identity of the log is transmitted. */
  readonly identity?: SequenceIdentity;
  /**
   * Query parameters that select from the sequence; a connection with one of them cannot detect
   * gaps.
   */
  readonly filters: readonly string[];
  /**
   * The sources of each filter's values, tried in order; absent if the publishers provide the
   * values.
   */
  readonly filterSources?: Readonly<Record<string, readonly FilterSource[]>>;
  /** The path to the owner of the sequence, in numbered messages that have it. */
  readonly ownerPath?: readonly string[];
}

/** The source of a value that selects a numbered message. */
export type FilterSource =
  /** A member of the message: a string or several, by a path from the top. */
  | { readonly at: readonly string[] }
  /** The value of the last message of the channel with the same value at this path. */
  | { readonly sameAs: readonly string[] }
  /**
   * The values of the messages of the channel `of` whose filter `by` has one of the values that
   * this message has for the filter `through`.
   */
  | { readonly through: string; readonly of: string; readonly by: string };

/** Where the identity of a log is transmitted. */
export interface SequenceIdentity {
  /** The query parameter that names the log of the resume point. */
  readonly parameter: string;
  /** The header of the answer to the upgrade. */
  readonly header: string;
  /** The path to the member in messages that repeat the number. */
  readonly path: readonly string[];
}

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

/** How a reader subscribes within a connection and rebuilds its state (`x-subscription`). */
export interface SubscriptionRule {
  readonly subscribe: string;
  readonly unsubscribe: string;
  /** The control-frame field that lists keys. */
  readonly keysField: string;
  /** The data-frame field that names the key. */
  readonly keyField: string;
  /** The control-frame field that requests a fresh snapshot. */
  readonly forceSnapshotField?: string;
  readonly snapshot: string;
  readonly diffs: readonly string[];
  /** The per-key counter of data frames. */
  readonly counterField: string;
  /** The fields of the levels, if the state of a key is an order book. */
  readonly book?: BookRule;
}

/** The fields of an order book's levels, in its snapshots and in its diffs. */
export interface BookRule {
  /** The top-level fields that list the bids and the asks. */
  readonly bids: string;
  readonly asks: string;
  /** The fields of a level, each a Decimal of units and nanos. */
  readonly price: string;
  readonly quantity: string;
}

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
export interface FlowControl {
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly closeCode: number;
}
