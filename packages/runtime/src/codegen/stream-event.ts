/**
 * Says where an open channel stands. `connecting`: there is no connection, one is being made or
 * waited for. `replaying`: there is a connection that began at a resume point, and the server has
 * not said yet that nothing more is missing. `draining`: the server goes away and said when to come
 * back; until then.
 */
export type StreamState = "connecting" | "replaying" | "live" | "draining" | "closed";

/**
 * Why a reader gave up its place. `too_old`: the server no longer keeps what follows it. `other_log`:
 * the server's log has another identity. `behind`: the log ends before it. `missing`: the frame that
 * was received last is not there. `differs`: another frame has its number.
 */
export type ResyncReason = "too_old" | "other_log" | "behind" | "missing" | "differs";

/**
 * Why a reader goes on without having compared histories. `expired`: the server no longer keeps the
 * frame that was received last. `distant`: that frame is too far back, on a filtered connection.
 * `unmarked`: the cursor says nothing of it, or was kept with other parameters.
 */
export type UnverifiedCause = "expired" | "distant" | "unmarked";

/** An event of an open channel other than a message. */
export type StreamEvent =
  | { readonly type: "state"; readonly channel: string; readonly state: StreamState }
  /** The connection ended and will be made again in `retryMs`. */
  | {
      readonly type: "disconnected";
      readonly channel: string;
      /**
       * `diverged`: what the server has does not follow what was received, as `reason` says. `full`: too
       * much waits for the consumer, and the socket cannot be paused.
       */
      readonly cause: "closed" | "refused" | "failed" | "gap" | "diverged" | "silent" | "full";
      /** WebSocket close code, or HTTP status of a refused upgrade. */
      readonly code?: number;
      readonly reason?: string;
      readonly retryMs: number;
    }
  /** So many attempts in a row have failed, and more follow. Told once, at the third. */
  | {
      readonly type: "unreachable";
      readonly channel: string;
      readonly attempts: number;
      /** What the last one failed with. */
      readonly reason: string;
    }
  /**
   * Frames are missing: of a key, which gets a fresh snapshot, or of the sequence, which resumes.
   * `from` is the first number missing.
   */
  | {
      readonly type: "gap";
      readonly channel: string;
      readonly key?: string;
      readonly from?: bigint;
    }
  /**
   * What follows at the live tail is not the continuation of what was received: up to `from` that was
   * all there was. Told when the consumer has dealt with everything before; close the stream here to
   * get nothing behind it.
   */
  | {
      readonly type: "resync";
      readonly channel: string;
      readonly reason: ResyncReason;
      readonly from?: bigint;
    }
  /** The stream goes on at `from`, and whether that is the same history could not be seen. */
  | {
      readonly type: "unverified";
      readonly channel: string;
      readonly from: bigint;
      readonly cause: UnverifiedCause;
    }
  /**
   * This side reads too slowly: the server closed with 4008 (`closed`), or this side let go of a
   * socket that it cannot pause (`queue`). Nothing is lost on a sequenced channel.
   */
  | { readonly type: "slow"; readonly channel: string; readonly cause: "closed" | "queue" }
  /** This machine's clock is off; signatures now use the server's time. */
  | { readonly type: "clock_skew"; readonly channel: string; readonly offsetMs: number };

/** Takes events. One that throws does so outside of the stream, which goes on. */
export type StreamListener = (event: StreamEvent) => void;
