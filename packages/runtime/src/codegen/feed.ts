// How a sequenced feed behaves, as its contract says: topics within a connection, the counters of
// frames, snapshots and books. The shapes follow the extensions `x-envelope`, `x-subscription`,
// `x-sequence`, `x-snapshot`, `x-book`, `x-heartbeat` and `x-endings`, so that a descriptor repeats
// what the document says.

import type { FeedScheme } from "./feed-credentials.ts";
import type { FeedPointer, FeedTemplate } from "./feed-template.ts";

/** The JSON types of a value. */
export type FeedType = "string" | "number" | "boolean" | "null" | "object" | "array";

/** The condition for a value of a frame: one of some constants, of a type, or absent. */
export type FeedCondition =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | { readonly type: FeedType }
  | { readonly absent: true };

/** The required values of a frame, by pointer. */
export type FeedConditions = Readonly<Record<FeedPointer, FeedCondition>>;

/** How messages are recognised, and what all of them have (`x-envelope`). */
export interface FeedEnvelope {
  /** The messages of the server in the order in which they are tried. The first that fits counts. */
  readonly match: readonly { readonly message: string; readonly where: FeedConditions }[];
}

/** A kind of topic: what a client subscribes to, with parameters (`x-subscription`). */
export interface FeedTopic {
  /** The topic's name in generated code, if its own name is not a free identifier. */
  readonly method?: string;
  /** The parameters: their types, values and defaults. */
  readonly parameters: Readonly<
    Record<
      string,
      {
        /** Default any of them. */
        readonly type?: "string" | "integer" | "number" | "boolean";
        /** The possible values. */
        readonly enum?: readonly (string | number | boolean)[];
        readonly default?: string | number | boolean;
        readonly required?: false;
      }
    >
  >;
  /**
   * The request that subscribes; `{id}` is the id of the request. Absent: the server sends the topic
   * without one, a private topic after the login.
   */
  readonly subscribe?: FeedTemplate;
  /** The request that unsubscribes; `{alias}` is the server's name of the topic. */
  readonly unsubscribe?: FeedTemplate;
  /** The list in both requests that may hold the items of several topics. */
  readonly list?: FeedPointer;
  /** The messages of the topic. */
  readonly messages: readonly string[];
  /**
   * The lists whose items may each have a different topic, such as `/events`. The pointers of the
   * contract read the first item of each.
   */
  readonly each?: readonly FeedPointer[];
  /**
   * Their values by pointer, as texts with placeholders for the parameters or `{alias}`. Pointers
   * under the name of a message replace the others for this message.
   */
  readonly where: Readonly<Record<FeedPointer | string, FeedTemplate>>;
  /**
   * The values of an acknowledgement of the topic. If the server sends one for each topic of a
   * request, this distinguishes them.
   */
  readonly acknowledged?: Readonly<Record<FeedPointer, FeedTemplate>>;
  /** The values of a refusal of the topic. Default: the values of `acknowledged`. */
  readonly refused?: Readonly<Record<FeedPointer, FeedTemplate>>;
  /** Whether the topic is for the holder of credentials only. */
  readonly private?: true;
}

/** How a client subscribes within a connection (`x-subscription`). */
export interface FeedSubscription {
  /** The ids of requests and of their answers. */
  readonly correlation?: {
    readonly request: FeedPointer;
    readonly reply: FeedPointer;
    readonly type?: "integer" | "string";
  };
  /** The messages that accept a request. Absent: a topic is subscribed once its data arrives. */
  readonly acknowledgement?: {
    readonly messages: readonly string[];
    /** Whether one message accepts a request or each of its topics. Default `request`. */
    readonly per?: "request" | "topic";
    /** The server's name for the topic from then on, within this connection. */
    readonly alias?: FeedPointer;
  };
  /** The messages that accept the end of a topic. */
  readonly unsubscribed?: {
    readonly messages: readonly string[];
    /** Where they repeat the server's name of the topic. */
    readonly alias?: FeedPointer;
  };
  /** The messages that refuse a request. */
  readonly refusal?: {
    readonly messages: readonly string[];
    readonly code?: FeedPointer;
    readonly text?: FeedPointer;
  };
  /** Requests that are sent first on each connection, such as flags. */
  readonly setup?: readonly {
    readonly payload: FeedTemplate;
    /** The message that accepts it, for which subscriptions wait. */
    readonly accepted?: string;
  }[];
  /** The most requests that may be sent in a second, and the most topics of a connection. */
  readonly limits?: {
    readonly requestsPerSecond?: number;
    readonly topicsPerConnection?: number;
    readonly topicsPerRequest?: number;
  };
  readonly topics: Readonly<Record<string, FeedTopic>>;
}

/** The action of a client when numbers are missing. */
export type FeedGapAction = "snapshot" | "resubscribe" | "reconnect" | "none";

/** A counter of frames (`x-sequence`). */
export interface FeedCounter {
  /** The messages that advance it. */
  readonly messages: readonly string[];
  /** The messages that repeat its last number. */
  readonly repeats?: readonly string[];
  /** The messages that restart it at any number, such as snapshots. */
  readonly starts?: readonly string[];
  /** The scope of a counter: the connection, a topic, or each value at `key`. */
  readonly scope: "connection" | "key" | "topic";
  /** The key, for the scope `key`, such as the server's id of a subscription. */
  readonly key?: FeedPointer;
  /**
   * Where the number of a frame stands, or its last one: for all messages, or by message, with `*` for
   * every other one.
   */
  readonly at: FeedPointer | Readonly<Record<string, FeedPointer>>;
  /**
   * `one`: each number is the previous one plus one. `range`: a frame has all numbers from `from`
   * to `at`. `linked`: a frame names the previous number at `previous`. `rising`: numbers only
   * rise, so that missing frames cannot be detected.
   */
  readonly step: "one" | "range" | "linked" | "rising";
  readonly from?: FeedPointer;
  readonly previous?: FeedPointer;
  /** The number of the first frame of the scope. Absent: any. */
  readonly first?: number;
  /**
   * Whether a lower number is a new beginning (`restart`) or a duplicate. Default `restart` with the
   * step `linked`, otherwise `duplicate`.
   */
  readonly lower?: "duplicate" | "restart";
  readonly gap: FeedGapAction;
}

/** An operation over HTTP that returns a snapshot. */
export interface FeedOperation {
  /** The address of the server, and the path, both with placeholders. */
  readonly server: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, FeedTemplate>>;
}

/** Where the snapshot of a topic comes from, and how it joins the updates (`x-snapshot`). */
export interface FeedSnapshot {
  /** `stream`: the server sends it by itself after a subscription. */
  readonly source: "stream" | "http";
  /** With `stream`: the request for another one; absent: only by a new subscription. */
  readonly request?: FeedTemplate;
  /** With `http`. */
  readonly operation?: FeedOperation;
  /** With `http`: where the number stands that the snapshot includes. */
  readonly at?: FeedPointer;
  /**
   * With `http`: the number that the first applied update must contain: the number after the
   * snapshot's (`next`) or the snapshot's (`same`). Older updates are dropped. If the first one
   * begins later, the snapshot is too old and is fetched again. Default `next`.
   */
  readonly first?: "next" | "same";
}

/**
 * The side of levels that stand in one list: by the sign of their quantity, by a member of the frame
 * (`at`), or by a member of each level (`of`, a pointer that begins at the level).
 */
export type FeedSide =
  | "sign"
  | { readonly at: FeedPointer; readonly bids: string; readonly asks: string }
  | { readonly of: FeedPointer; readonly bids: string; readonly asks: string };

/** Where a message has levels of a book. */
export interface FeedBookMessage {
  /** The lists of both sides. */
  readonly bids?: FeedPointer;
  readonly asks?: FeedPointer;
  /** The sides whose list a frame may leave out, or have null for, where it has no levels. */
  readonly optional?: readonly ("bids" | "asks")[];
  /** Where a frame would have levels that are not read, such as the second item of a list. */
  readonly beyond?: readonly FeedPointer[];
  /** The list of levels of both sides, or the only level. */
  readonly levels?: FeedPointer;
  readonly one?: true;
  /** With `levels`. A pointer to a member begins at the frame. */
  readonly side?: FeedSide;
  /** Pointers that begin at the level, if they differ from the book's pointers. */
  readonly price?: FeedPointer;
  readonly quantity?: FeedPointer;
}

/** A checksum of a book. */
export interface FeedChecksum {
  /** Where it stands, by message; a message without levels is about the book as it is. */
  readonly at: Readonly<Record<string, FeedPointer>>;
  readonly algorithm: "crc32";
  readonly signed?: true;
  /** How many levels of each side are included. */
  readonly levels: number;
  readonly layout: "asksThenBids" | "interleaved";
  /**
   * How a number is written: `digits`, as on the wire without its point and leading zeros; `written`,
   * as on the wire; `shortest`, without trailing zeros; `ecmascript`, as JavaScript writes it.
   */
  readonly format: "digits" | "written" | "shortest" | "ecmascript";
  /** Whether quantities of asks are negative. */
  readonly negativeAsks?: true;
  readonly joiner?: string;
}

/** How the book of a topic is kept (`x-book`). */
export interface FeedBook {
  /** Pointers that begin at the level. */
  readonly price: FeedPointer;
  readonly quantity: FeedPointer;
  /** Whether the quantity of an update replaces the old one or is added to it. */
  readonly quantityIs?: "absolute" | "delta";
  /**
   * Which level of an update is deleted: one with the quantity 0 (`zero`), one with the count 0 at a
   * pointer that begins at the level, or one whose action says so.
   */
  readonly deletes?:
    | "zero"
    | { readonly count: FeedPointer }
    | {
        readonly action: FeedPointer;
        /** The words for a new level, a changed one and a deleted one. */
        readonly words: readonly [string, string, string];
      };
  /** Whether asks are written as bids of the opposite outcome, so that a price is one minus theirs. */
  readonly asks?: "one-minus";
  /** Whether bids may meet asks for a while. */
  readonly crossed?: true;
  /** The messages that replace the book, and those that change it. */
  readonly snapshots: Readonly<Record<string, FeedBookMessage>>;
  readonly updates: Readonly<Record<string, FeedBookMessage>>;
  /** The levels of the answer of the operation that returns a snapshot. */
  readonly answer?: FeedBookMessage;
  /** The number of levels of each side, or the parameter that has it, if a client cuts to it. */
  readonly truncate?: number | string;
  readonly checksum?: FeedChecksum & { readonly mismatch: FeedGapAction };
  /** The check of the book by code of the client, where no rule can say it. */
  readonly hook?: {
    readonly name: string;
    readonly messages: readonly string[];
    readonly mismatch: FeedGapAction;
  };
}

/** The behaviour of a feed. */
export interface FeedDescriptor {
  readonly envelope: FeedEnvelope;
  readonly subscription: FeedSubscription;
  readonly counters: readonly FeedCounter[];
  /** By topic. */
  readonly snapshots?: Readonly<Record<string, FeedSnapshot>>;
  /** By topic. */
  readonly books?: Readonly<Record<string, FeedBook>>;
  /** The ways of proving who a client is, by name. */
  readonly credentials?: Readonly<Record<string, FeedScheme>>;
}
