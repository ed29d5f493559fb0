// The behaviour of a sequenced feed, as its contract declares it: topics within a connection, the counters
// of frames, snapshots and books. The types have the fields of the extensions `x-envelope`,
// `x-subscription`, `x-sequence`, `x-snapshot`, `x-book`, `x-heartbeat` and `x-endings`.

import type { FeedScheme } from "./feed-credentials.ts";
import type { FeedPointer, FeedTemplate } from "./feed-template.ts";

/** The JSON types of a value. */
export type FeedType = "string" | "number" | "boolean" | "null" | "object" | "array";

/**
 * The condition that a value of a frame must satisfy: it is one of some constants, has a type, or is
 * absent.
 */
export type FeedCondition =
  | string
  | number
  | boolean
  | readonly (string | number | boolean)[]
  | { readonly type: FeedType }
  | { readonly absent: true };

/** The required values of a frame, by pointer. */
export type FeedConditions = Readonly<Record<FeedPointer, FeedCondition>>;

/** How messages are recognised, and the members that all of them have (`x-envelope`). */
export interface FeedEnvelope {
  /**
   * The messages of the server in the order in which they are tried. A frame is the first message that it
   * matches.
   */
  readonly match: readonly { readonly message: string; readonly where: FeedConditions }[];
}

/** A kind of topic to which clients can subscribe, with its parameters (`x-subscription`). */
export interface FeedTopic {
  /**
   * The topic's name in generated code, if its own name is not an identifier or is already used.
   */
  readonly method?: string;
  /** The parameters: their types, values and defaults. */
  readonly parameters: Readonly<
    Record<
      string,
      {
        /** Default: any of these types. */
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
   * without a request, and a private topic after the login.
   */
  readonly subscribe?: FeedTemplate;
  /** The request that unsubscribes; `{alias}` is the server's name for the topic. */
  readonly unsubscribe?: FeedTemplate;
  /** The pointer to the list of topics in both requests. One request may list several topics. */
  readonly list?: FeedPointer;
  /** The messages of the topic. */
  readonly messages: readonly string[];
  /**
   * The lists whose items may each belong to a different topic, such as `/events`. The contract's pointers
   * refer to the first item of such a list.
   */
  readonly each?: readonly FeedPointer[];
  /**
   * The values by which a message of the topic is recognised, by pointer. The values are texts with
   * placeholders for the parameters, or with `{alias}`. Pointers under the name of a message replace the
   * other pointers for this message.
   */
  readonly where: Readonly<Record<FeedPointer | string, FeedTemplate>>;
  /**
   * The values in an acknowledgement by which its topic is recognised. Used if the server acknowledges each
   * topic of a request separately.
   */
  readonly acknowledged?: Readonly<Record<FeedPointer, FeedTemplate>>;
  /** The values in a refusal by which its topic is recognised. Default: the values of `acknowledged`. */
  readonly refused?: Readonly<Record<FeedPointer, FeedTemplate>>;
  /** Whether the topic is available only with credentials. */
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
  /** The messages that accept a request. Absent: a topic counts as subscribed once its data arrives. */
  readonly acknowledgement?: {
    readonly messages: readonly string[];
    /** Whether one accepting message answers the whole request or one of its topics. Default `request`. */
    readonly per?: "request" | "topic";
    /** The pointer to the server's name for the topic. Later messages of this connection use that name. */
    readonly alias?: FeedPointer;
  };
  /** The messages that accept the end of a topic. */
  readonly unsubscribed?: {
    readonly messages: readonly string[];
    /** The pointer to the server's name for the topic in these messages. */
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
    /** The message that accepts the setup request. Subscriptions wait for it. */
    readonly accepted?: string;
  }[];
  /**
   * The maximum number of requests in a second, and the maximum number of topics of a connection.
   */
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
  /** The messages that advance the counter. */
  readonly messages: readonly string[];
  /** The messages that repeat the last number of the counter. */
  readonly repeats?: readonly string[];
  /** The messages that restart the counter at any number, such as snapshots. */
  readonly starts?: readonly string[];
  /** The scope of a counter: the connection, a topic, or each value at `key`. */
  readonly scope: "connection" | "key" | "topic";
  /** The key, for the scope `key`, such as the server's id of a subscription. */
  readonly key?: FeedPointer;
  /**
   * The pointer to the number of a frame; for a range, to its last number. Either one pointer for all
   * messages, or a pointer for each message, with `*` for all other messages.
   */
  readonly at: FeedPointer | Readonly<Record<string, FeedPointer>>;
  /**
   * `one`: each number is the previous number plus one. `range`: a frame covers all numbers from `from` to
   * `at`. `linked`: a frame repeats the number of the previous frame at `previous`. `rising`: each number
   * is higher than the previous one; missing frames cannot be detected.
   */
  readonly step: "one" | "range" | "linked" | "rising";
  readonly from?: FeedPointer;
  readonly previous?: FeedPointer;
  /** The number of the first frame of the scope. Absent: the first frame may have any number. */
  readonly first?: number;
  /**
   * The meaning of a lower number: a new beginning (`restart`) or a duplicate. Default `restart` with the
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

/** The source of a topic's snapshot, and how updates continue the snapshot (`x-snapshot`). */
export interface FeedSnapshot {
  /** `stream`: the server sends the snapshot by itself after a subscription. */
  readonly source: "stream" | "http";
  /**
   * With `stream`: the request for a further snapshot. Absent: only a new subscription returns a snapshot.
   */
  readonly request?: FeedTemplate;
  /** With `http`: the operation that returns the snapshot. */
  readonly operation?: FeedOperation;
  /** With `http`: the pointer to the number of the last update that the snapshot includes. */
  readonly at?: FeedPointer;
  /**
   * With `http`: the number that the first applied update must contain. `next`: the number after the
   * snapshot's number. `same`: the snapshot's number itself. Older updates are dropped. If the first update
   * begins later, the snapshot is too old and is fetched again. Default `next`.
   */
  readonly first?: "next" | "same";
}

/**
 * How to find the side of a level in a list with levels of both sides: by the sign of the quantity, by a
 * member of the frame (`at`), or by a member of the level (`of`, a pointer into the level).
 */
export type FeedSide =
  | "sign"
  | { readonly at: FeedPointer; readonly bids: string; readonly asks: string }
  | { readonly of: FeedPointer; readonly bids: string; readonly asks: string };

/** Where in a message the levels of a book are. */
export interface FeedBookMessage {
  /** The lists of both sides. */
  readonly bids?: FeedPointer;
  readonly asks?: FeedPointer;
  /** The sides whose list may be absent or null in a frame without levels of that side. */
  readonly optional?: readonly ("bids" | "asks")[];
  /** Pointers to levels of the frame that the client ignores, such as the second item of a list. */
  readonly beyond?: readonly FeedPointer[];
  /** The list of levels of both sides, or the only level. */
  readonly levels?: FeedPointer;
  readonly one?: true;
  /** With `levels`: how the side of a level is found. */
  readonly side?: FeedSide;
  /** Pointers into the level, if they differ from the book's pointers. */
  readonly price?: FeedPointer;
  readonly quantity?: FeedPointer;
}

/** A checksum of a book. */
export interface FeedChecksum {
  /**
   * The pointer to the checksum, by message. In a message without levels, the checksum is that of the
   * unchanged book.
   */
  readonly at: Readonly<Record<string, FeedPointer>>;
  readonly algorithm: "crc32";
  readonly signed?: true;
  /** How many levels of each side are included. */
  readonly levels: number;
  readonly layout: "asksThenBids" | "interleaved";
  /**
   * How a number is written. `digits`: the received digits, without point and leading zeros.
   * `written`: the received text. `shortest`: without trailing zeros. `ecmascript`: as JavaScript
   * writes the number.
   */
  readonly format: "digits" | "written" | "shortest" | "ecmascript";
  /** Whether quantities of asks are negative. */
  readonly negativeAsks?: true;
  readonly joiner?: string;
}

/** How the book of a topic is kept (`x-book`). */
export interface FeedBook {
  /** Pointers into the level. */
  readonly price: FeedPointer;
  readonly quantity: FeedPointer;
  /** Whether the quantity of an update replaces the old one or is added to it. */
  readonly quantityIs?: "absolute" | "delta";
  /**
   * Which levels an update deletes: levels with the quantity 0 (`zero`), levels with the count 0 at a
   * pointer into the level, or levels whose action means deletion.
   */
  readonly deletes?:
    | "zero"
    | { readonly count: FeedPointer }
    | {
        readonly action: FeedPointer;
        /** The words for a new, a changed and a deleted level. */
        readonly words: readonly [string, string, string];
      };
  /**
   * Whether asks are written as bids of the opposite outcome, so that the price of an ask is one minus the
   * written price.
   */
  readonly asks?: "one-minus";
  /** Whether bids may temporarily reach or cross asks. */
  readonly crossed?: true;
  /** The messages that replace the book, and the messages that change it. */
  readonly snapshots: Readonly<Record<string, FeedBookMessage>>;
  readonly updates: Readonly<Record<string, FeedBookMessage>>;
  /** The levels of the answer of the operation that returns a snapshot. */
  readonly answer?: FeedBookMessage;
  /**
   * The number of levels to which the client truncates each side of the book, or the parameter that has
   * this number.
   */
  readonly truncate?: number | string;
  readonly checksum?: FeedChecksum & { readonly mismatch: FeedGapAction };
  /** A function of the client that checks the book. Used for checks that no rule can describe. */
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
  /** The schemes by which a client can authenticate, by name. */
  readonly credentials?: Readonly<Record<string, FeedScheme>>;
}
