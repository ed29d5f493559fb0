// Descriptors of the times and numbers in the messages of a channel, from `x-envelope`,
// `x-sequence` and `x-subscription`.

/** A time in messages: a moment (counted from the Unix epoch) or a duration. */
export interface TimeDescriptor {
  readonly unit: "ns" | "us" | "ms" | "s" | "rfc3339";
  /** The type of the value in a decoded message. */
  readonly as: "bigint" | "number" | "string";
}

/** The common fields of messages, and the messages that a server sends by itself (`x-envelope`). */
export interface EnvelopeDescriptor {
  /** The creation time of a message, and the name of its top-level field. */
  readonly time?: TimeDescriptor & { readonly field: string };
  /** The message that reports an error. All paths begin at the top of the message. */
  readonly error?: {
    readonly tag: string;
    /** The code for programs. */
    readonly code: readonly string[];
    /** The text for people. */
    readonly text?: readonly string[];
    /** An object with details of the error. */
    readonly details?: readonly string[];
    /** The contract's codes, by the runtime's code. Contains only codes that differ. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** How frames are numbered and how a reader resumes (`x-sequence`). */
export interface SequenceDescriptor {
  readonly field: string;
  /** The type of the numbers in decoded messages. Default bigint. */
  readonly as?: "number" | "string";
  /** The tags (frame types) that advance the sequence. */
  readonly counts: readonly string[];
  readonly repeats: readonly string[];
  readonly resumeParameter: string;
  readonly endOfBacklog: string;
  /** The path to the highest number, in the message that ends a replay. */
  readonly lastNumberPath?: readonly string[];
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  readonly watermarkField?: string;
  /** How the server transmits the identity of the log; absent if logs have no identity. */
  readonly identity?: SequenceIdentity;
  readonly filters: readonly string[];
  /**
   * The sources of the values of each filter, in the order in which they are tried. If no source has a
   * value, the publisher provides it.
   */
  readonly filterSources?: Readonly<Record<string, readonly FilterSource[]>>;
  /**
   * The path to the member that names the owner of the sequence. Only some numbered frames have the member.
   */
  readonly ownerPath?: readonly string[];
}

/** The source of a value that selects a numbered frame. Paths start at the top of the frame. */
export type FilterSource =
  /** A member of the frame: a string or a list of strings. */
  | { readonly at: readonly string[] }
  /** The value that the channel's previous frame with the same value at this path has. */
  | { readonly sameAs: readonly string[] }
  /**
   * The values of other frames: those of the channel `of` whose filter `by` has a value that this frame has
   * for the filter `through`.
   */
  | { readonly through: string; readonly of: string; readonly by: string };

/** How the identity of a log is transmitted. Numbers of two logs are unrelated. */
export interface SequenceIdentity {
  /** The query parameter that names the log of the resume point. */
  readonly parameter: string;
  /** The header of the answer to the upgrade. */
  readonly header: string;
  /** The path to the identity, in frames that repeat the last number. */
  readonly path: readonly string[];
}

/** How a reader subscribes within a connection (`x-subscription`). Message names are tags. */
export interface SubscriptionDescriptor {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly keysField: string;
  readonly keyField: string;
  readonly forceSnapshotField?: string;
  readonly snapshot: string;
  readonly diffs: readonly string[];
  readonly counterField: string;
  /** The type of the numbers in decoded messages. Default bigint. */
  readonly as?: "number" | "string";
  /** The fields of the levels, if the state of a key is an order book. */
  readonly book?: BookDescriptor;
}

/** The fields of an order book's levels, in its snapshots and in its diffs. */
export interface BookDescriptor {
  /** The top-level field that lists the bids. */
  readonly bids: string;
  /** The top-level field that lists the asks. */
  readonly asks: string;
  /** The field of a level that contains the price, a Decimal of units and nanos. */
  readonly price: string;
  /** The field of a level that contains the quantity. In a diff, the quantity 0 deletes the level. */
  readonly quantity: string;
}
