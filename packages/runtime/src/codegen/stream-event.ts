import type { FeedGapAction } from "./feed.ts";

/**
 * The state of an open channel. `connecting`: no connection is open yet. `replaying`: the connection began
 * at a resume point, and the server has not confirmed yet that it has sent all missed messages. `live`: new
 * messages arrive when they are published. `draining`: the server is shutting down and has announced when
 * clients may reconnect.
 */
export type StreamState = "connecting" | "replaying" | "live" | "draining" | "closed";

/**
 * The reason why a reader gave up its position. `too_old`: the server no longer keeps the frames after the
 * position. `other_log`: the server's log has a different identity. `behind`: the log ends before the
 * position. `missing`: the log does not contain the last received frame. `differs`: at the number of the
 * last received frame, the log has a different frame.
 */
export type ResyncReason = "too_old" | "other_log" | "behind" | "missing" | "differs";

/**
 * The reason why the client could not compare its history with the server's, but continues. `expired`: the
 * server no longer keeps the last received frame. `distant`: on a filtered connection, that frame is too
 * far back. `unmarked`: the cursor has no mark, or was saved with different parameters.
 */
export type UnverifiedCause = "expired" | "distant" | "unmarked";

/** An event of an open channel other than a message. */
export type StreamEvent =
  | {
      readonly type: "state";
      readonly channel: string;
      readonly state: StreamState;
      /** The error that ended the channel; only with `closed`. */
      readonly error?: unknown;
    }
  /** The connection ended. The client reconnects after `retryMs` milliseconds. */
  | {
      readonly type: "disconnected";
      readonly channel: string;
      /**
       * `diverged`: the server's log does not continue the received messages; `reason` is the difference.
       * `full`: too many messages wait for the consumer, and the socket cannot be paused. `age`: the
       * connection has reached its maximum age. `announced`: a message announced the end of the connection.
       * `unanswered`: the server did not answer a request for topics.
       */
      readonly cause:
        | "closed"
        | "refused"
        | "failed"
        | "gap"
        | "diverged"
        | "silent"
        | "full"
        | "age"
        | "announced"
        | "unanswered";
      /** WebSocket close code, or HTTP status of a refused upgrade. */
      readonly code?: number;
      readonly reason?: string;
      readonly retryMs: number;
    }
  /**
   * This many attempts in a row have failed; the client continues to try. Reported once, at the third
   * attempt.
   */
  | {
      readonly type: "unreachable";
      readonly channel: string;
      readonly attempts: number;
      /** The error of the last attempt. */
      readonly reason: string;
    }
  /**
   * Frames are missing. For frames of a key, a new snapshot follows. For frames of the sequence, the client
   * resumes the sequence. For frames of a topic, the client performs `action`. `from` is the first missing
   * number.
   */
  | {
      readonly type: "gap";
      readonly channel: string;
      readonly key?: string;
      readonly from?: bigint;
      readonly topic?: string;
      readonly action?: FeedGapAction;
    }
  /**
   * The new messages do not continue the received messages, which ended at `from`. Reported after the
   * consumer has processed all earlier messages. To avoid the later messages, close the stream here.
   */
  | {
      readonly type: "resync";
      readonly channel: string;
      readonly reason: ResyncReason;
      readonly from?: bigint;
    }
  /**
   * The stream continues at `from`, but the client could not verify that the server has the same history.
   */
  | {
      readonly type: "unverified";
      readonly channel: string;
      readonly from: bigint;
      readonly cause: UnverifiedCause;
    }
  /**
   * The consumer reads too slowly. `closed`: the server closed the connection with 4008. `queue`: the
   * client closed a socket that it cannot pause. On a sequenced channel, nothing is lost.
   */
  | { readonly type: "slow"; readonly channel: string; readonly cause: "closed" | "queue" }
  /** The clock of this machine is wrong; the client now signs with the server's time. */
  | { readonly type: "clock_skew"; readonly channel: string; readonly offsetMs: number }
  /** The checksum of a book is wrong. */
  | {
      readonly type: "checksum";
      readonly channel: string;
      readonly topic: string;
      readonly action: FeedGapAction;
    }
  /** A snapshot could not be fetched, or did not arrive in time. The client tries again. */
  | {
      readonly type: "snapshot_failed";
      readonly channel: string;
      readonly topic: string;
      readonly error: unknown;
    }
  /** The client could not get the credentials or a ticket for a login. It tries again. */
  | {
      readonly type: "credentials_failed";
      readonly channel: string;
      readonly reason: string;
      readonly retryMs: number;
    }
  /** The server refused a request for a topic. If `topic` is absent, the server refused the login. */
  | {
      readonly type: "refused";
      readonly channel: string;
      readonly topic?: string;
      readonly code?: string;
      readonly reason?: string;
    }
  /**
   * The server did not answer a subscription in time. The client repeats the request for this topic alone,
   * after a delay that grows each time; `tries` is the number of tries. After five tries, the client gives
   * up with `topic_unanswered`.
   */
  | {
      readonly type: "unanswered";
      readonly channel: string;
      readonly topic: string;
      readonly tries: number;
    }
  /**
   * A function of the user threw: a listener of a topic, or a hook that checks books. After an error of a
   * hook, the book is loaded again.
   */
  | {
      readonly type: "failed";
      readonly channel: string;
      readonly topic: string;
      readonly error: unknown;
    }
  /** The contract has no rule for detecting lost frames of a topic. */
  | { readonly type: "unprotected"; readonly channel: string; readonly topic: string }
  /**
   * A frame breaks the contract. `received` has the first characters of the frame; `topic` is set
   * if the topic is known.
   */
  | {
      readonly type: "violation";
      readonly channel: string;
      readonly topic?: string;
      readonly rule:
        | "unreadable"
        | "unknown"
        | "unrouted"
        | "unrequested"
        | "levels"
        | "number"
        | "answer";
      readonly received: string;
    };

/**
 * A listener for events. If it throws, the error becomes an uncaught error of the program, and the stream
 * continues.
 */
export type StreamListener = (event: StreamEvent) => void;
