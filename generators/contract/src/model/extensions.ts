// What the documents say beyond their standard. Each rule is read from the extension of the same
// name and handed to the run time as data. The JSON Schemas and the pages that explain them are in
// specs/extensions and docs/extensions.

/** How the frames of a channel are numbered and how a reader resumes (`x-sequence`). */
export interface SequenceRule {
  /** The top-level field that counts, such as `seq`. */
  readonly field: string;
  /** Message ids that advance the sequence. */
  readonly counts: readonly string[];
  /** Message ids that repeat the last number without advancing it. */
  readonly repeats: readonly string[];
  /** The query parameter that carries the first wanted number. */
  readonly resumeParameter: string;
  /** The message that ends a replay. */
  readonly endOfBacklog: string;
  /** What the server answers when the resume point is older than it keeps. */
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  /** The member of the message that ends a replay which holds the highest number there is. */
  readonly lastNumberPath?: readonly string[];
  /** The heartbeat field up to which everything that matches has been delivered. */
  readonly watermarkField?: string;
  /** Where the identity of the log is transmitted. */
  readonly identity?: SequenceIdentity;
  /** Query parameters that select from the sequence; a connection that uses one cannot check density. */
  readonly filters: readonly string[];
  /** Where each filter's values come from, tried in order; absent when the document leaves that to publishers. */
  readonly filterSources?: Readonly<Record<string, readonly FilterSource[]>>;
  /** The member of messages that count which names whose sequence it is, where they have it. */
  readonly ownerPath?: readonly string[];
}

/** A source of the values that select a counted message. */
export type FilterSource =
  /** The value is in the message: a string or several, by a path from the top of the message. */
  | { readonly at: readonly string[] }
  /** That of the last message of the channel with the same value there. */
  | { readonly sameAs: readonly string[] }
  /**
   * That of the messages of the channel `of` which its filter `by` selects by one of the values that
   * this message has for the filter `through`.
   */
  | { readonly through: string; readonly of: string; readonly by: string };

/** Where the identity of a log is transmitted. */
export interface SequenceIdentity {
  /** The query parameter that names the log of the resume point. */
  readonly parameter: string;
  /** The header of the answer to the upgrade. */
  readonly header: string;
  /** The member of messages that repeat the number, from the top of the message down. */
  readonly path: readonly string[];
}

/** A unit of time in messages. */
export type TimeUnit = "ns" | "us" | "ms" | "s";

/** Where messages hold what every channel has, and which of them the server makes by itself (`x-envelope`). */
export interface EnvelopeRule {
  /** The top-level field with the time at which a message was made. */
  readonly time?: { readonly field: string; readonly unit: TimeUnit | "rfc3339" };
  /** The message that says that a connection is alive, and where it says how often it comes. */
  readonly heartbeat?: {
    readonly message: string;
    readonly every?: { readonly path: readonly string[]; readonly unit: TimeUnit };
  };
  /** The message that reports an error, and where its parts stand. */
  readonly error?: {
    readonly message: string;
    readonly code: readonly string[];
    readonly text?: readonly string[];
    readonly details?: readonly string[];
    /** The codes of this document in place of the run time's own. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** How a reader subscribes within a connection and rebuilds its state (`x-subscription`). */
export interface SubscriptionRule {
  readonly subscribe: string;
  readonly unsubscribe: string;
  /** The control-frame field that lists keys. */
  readonly keysField: string;
  /** The data-frame field that names the key. */
  readonly keyField: string;
  /** The control-frame field that asks for a fresh snapshot. */
  readonly forceSnapshotField?: string;
  readonly snapshot: string;
  readonly diffs: readonly string[];
  /** The per-key counter of data frames. */
  readonly counterField: string;
  /** Where the levels stand, when the state of a key is an order book. */
  readonly book?: BookRule;
}

/** Where the levels of an order book are in its snapshot and in its diffs. */
export interface BookRule {
  /** The top-level fields that list what buys and what sells. */
  readonly bids: string;
  readonly asks: string;
  /** The fields of a level, each a Decimal of units and nanos. */
  readonly price: string;
  readonly quantity: string;
}

/** How the upgrade request is signed (`x-signature`). */
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

/** A close code of the channel (`x-close-codes`). */
export interface CloseCode {
  readonly code: number;
  readonly name: string;
  readonly description: string;
  /** What a client does next. */
  readonly client: "stop" | "reconnect" | "resync";
}

/** States when the server closes a reader that cannot keep up (`x-flow-control`). */
export interface FlowControl {
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly closeCode: number;
}
