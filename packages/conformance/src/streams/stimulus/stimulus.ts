// A stimulus makes the server send frames. The kit alone cannot do this, because it is only a client. All
// actions are optional. A clause that needs a missing action is not run.

/** The name of a channel, as in its address. */
export type ChannelName = "orders" | "accounting" | "payouts" | "events" | "market-data";

export type SequencedName = Exclude<ChannelName, "market-data">;

/** The channels whose frames have the number `seq`. */
export const sequencedNames: readonly SequencedName[] = [
  "orders",
  "accounting",
  "payouts",
  "events",
];

/** A JSON object, with bigint for integers beyond 2^53. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The key to connect with (streams source §5, S2, S3). */
export interface Account {
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
}

/** A frame to publish, without the members that the server adds: `seq` or `md_seq`, and `ts_ns`. */
export interface PublishAction {
  readonly channel: ChannelName;
  /** The broker whose stream gets the frame. Absent for market data, which all brokers receive. */
  readonly brokerId?: string;
  readonly message: JsonObject;
  /**
   * The values by which query parameters select the frame. Values that follow from the frame may be left
   * out.
   */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** An id for the frame. Publishing a frame with the same id again adds nothing. */
  readonly frameId?: string;
}

/** A request to delete the frames of a stream up to and including a number. */
export interface ExpireAction {
  readonly channel: SequencedName;
  readonly brokerId: string;
  readonly upTo: bigint;
}

/** A request to make the next writes to a stream fail. */
export interface FailWritesAction {
  readonly channel: SequencedName;
  readonly brokerId: string;
  readonly count: number;
}

/** Makes the server act, either from inside the server or through the program that feeds it. */
export interface Stimulus {
  /**
   * Publishes a frame. Resolves with its number once clients may receive the frame. A `book_snapshot` opens
   * a market or replaces its book, and is broadcast; a `book_diff` changes the book. If the server refuses
   * the frame, rejects with an error that has `code` and `retry`, if they are known.
   */
  readonly publish?: (action: PublishAction) => Promise<bigint>;
  readonly expire?: (action: ExpireAction) => Promise<void>;
  /**
   * Makes the next `count` writes to a stream fail, as if the storage were full. The server then refuses
   * the frames of these writes with `retry`, and stores none of them.
   */
  readonly failWrites?: (action: FailWritesAction) => Promise<void>;
  /** Issues a new access key for a broker. The broker may be new. */
  readonly issueKey?: (brokerId: string) => Promise<Account>;
  readonly revokeKey?: (accessKey: string) => Promise<void>;
  /** Shuts the server down gracefully. Resolves at once, or when the server has shut down. */
  readonly drain?: () => Promise<void>;
  /**
   * Stops the server if it is still running, and starts it again at the same address with the same data.
   * Resolves when clients can connect.
   */
  readonly restart?: () => Promise<void>;
  /**
   * Replaces the log of the running server by a new, empty log. Resolves when the new log is in use. Called
   * at the very end, after a restart.
   */
  readonly replaceLog?: () => Promise<void>;
  /** Frees the resources of the stimulus. */
  readonly close?: () => Promise<void>;
}

/** The name of an action of a stimulus. */
export type StimulusAction = Exclude<keyof Stimulus, "close">;

export const stimulusActions: readonly StimulusAction[] = [
  "publish",
  "expire",
  "failWrites",
  "issueKey",
  "revokeKey",
  "drain",
  "restart",
  "replaceLog",
];
