// The descriptors of heartbeats (`x-heartbeat`) and of how connections end (`x-endings`).

import type { TimeDescriptor } from "./channel-numbering.ts";
import type { FeedConditions } from "./feed.ts";
import type { FeedTemplate } from "./feed-template.ts";

/** A sign of life of the server. */
export interface ServerHeartbeat {
  readonly from: "server";
  /** The id of the message. Absent: any frame and any WebSocket ping is a sign of life. */
  readonly message?: string;
  /** The longest silence to expect. */
  readonly everyMs?: number;
  /** The path to the longest silence to expect, in the heartbeat message. */
  readonly every?: TimeDescriptor & { readonly path: readonly string[] };
  /** The silence after which the connection is dead. Default 2.5 intervals. */
  readonly deadAfterMs?: number;
  /** The answer of the client. WebSocket pings are always answered. */
  readonly answer?: FeedTemplate;
}

/** A sign of life of the client. */
export interface ClientHeartbeat {
  readonly from: "client";
  readonly everyMs: number;
  /** The message. If `payload` and `text` are absent, the sign of life is a WebSocket ping. */
  readonly payload?: FeedTemplate;
  /** A text that is sent unchanged, such as `ping` without quotes. */
  readonly text?: string;
  /** The id of the message that answers the sign of life. */
  readonly answer?: string;
  /** The text that answers the sign of life, such as `pong` without quotes. */
  readonly answerText?: string;
}

/** A sign of life (`x-heartbeat`). */
export type HeartbeatDescriptor = ServerHeartbeat | ClientHeartbeat;

/**
 * The reaction of a client to an ending. `resync`: the server no longer keeps the missed messages. A client
 * of topics reconnects in this case, because topics begin with snapshots.
 */
export type EndingReaction =
  | "reconnect"
  | "resync"
  | "resubscribe"
  | "renew"
  | "wait"
  | "slow-down"
  | "stop";

/** A close code (or a range, as its first and last code), and the reaction of a client. */
export interface CloseDescriptor {
  readonly codes: number | readonly [first: number, last: number];
  /**
   * The code of the error message that precedes the close. Distinguishes several meanings of one close
   * code.
   */
  readonly name?: string;
  readonly client: EndingReaction;
}

/** How connections end (`x-endings`). */
export interface EndingsDescriptor {
  readonly closes?: readonly CloseDescriptor[];
  /** Messages that announce an ending, by their ids. */
  readonly messages?: readonly {
    readonly message: string;
    readonly where?: FeedConditions;
    readonly client: EndingReaction;
  }[];
  /** The maximum age of a connection. */
  readonly maxAgeMs?: number;
}
