// The one thing a black-box kit cannot do by itself: make the server have something to say. All
// actions are optional; a clause that needs one that is not there is not run.

/** Is the name of a channel, as it stands in its address. */
export type ChannelName = "orders" | "accounting" | "payouts" | "events" | "market-data";

/** Names the channels with `seq`. */
export type SequencedName = Exclude<ChannelName, "market-data">;

/** Lists the channels with `seq`. */
export const sequencedNames: readonly SequencedName[] = [
  "orders",
  "accounting",
  "payouts",
  "events",
];

/** Is JSON with bigint for integers beyond 2^53. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Is who connects (streams source §5, S2, S3). */
export interface Account {
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
}

/** Publishes a frame, without what the server gives it: `seq` or `md_seq`, and `ts_ns`. */
export interface PublishAction {
  readonly channel: ChannelName;
  /** Whose stream it goes to; market data is for all. */
  readonly brokerId?: string;
  readonly message: JsonObject;
  /** What query parameters select the frame by, where that does not follow from it. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** What the frame is known by; publishing it again under the same one adds nothing. */
  readonly frameId?: string;
}

/** Makes the server forget the frames of a stream up to a number, that one included. */
export interface ExpireAction {
  readonly channel: SequencedName;
  readonly brokerId: string;
  readonly upTo: bigint;
}

/** Has the next writes of a stream fail. */
export interface FailWritesAction {
  readonly channel: SequencedName;
  readonly brokerId: string;
  readonly count: number;
}

/** Acts on the server from its inside, or from wherever its frames come from. */
export interface Stimulus {
  /**
   * Publishes a frame; resolves with its number once clients may see it. A `book_snapshot` opens
   * a market, or replaces its book, and is broadcast; a `book_diff` changes it. What is refused
   * rejects with an error that has a `code` and `retry`, where the stimulus tells them.
   */
  readonly publish?: (action: PublishAction) => Promise<bigint>;
  readonly expire?: (action: ExpireAction) => Promise<void>;
  /**
   * Has the next writes of a stream fail, as many as it says, as when the storage is full: what is
   * published then is refused with `retry`, and nothing of it is kept.
   */
  readonly failWrites?: (action: FailWritesAction) => Promise<void>;
  /** Issues a new access key of a broker, which need not be known before. */
  readonly issueKey?: (brokerId: string) => Promise<Account>;
  readonly revokeKey?: (accessKey: string) => Promise<void>;
  /** Shuts the server down gracefully; resolves at once or when that is done. */
  readonly drain?: () => Promise<void>;
  /**
   * Ends the server, if it still runs, and starts it again at the same address with what it keeps;
   * resolves when clients may connect.
   */
  readonly restart?: () => Promise<void>;
  /**
   * Puts another, empty log in the place of the one that the running server serves; resolves when
   * that is done. Asked for at the very end, behind a restart.
   */
  readonly replaceLog?: () => Promise<void>;
  /** Frees what the stimulus holds. */
  readonly close?: () => Promise<void>;
}

/** Names an action of a stimulus. */
export type StimulusAction = Exclude<keyof Stimulus, "close">;

/** Lists the actions. */
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
