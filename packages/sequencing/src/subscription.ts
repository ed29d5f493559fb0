// The rule a reader follows for one key, such as a market, of a channel with subscriptions (streams
// source §4.6 rules 2-8, decision S13): a snapshot sets the state, everything after it is dense.

/**
 * Says what a frame is to its key. A `repeat` carries the last number, as a heartbeat does. An
 * `unknown` is of a type this reader does not know: it may count or repeat.
 */
export type KeyedFrameKind = "snapshot" | "diff" | "repeat" | "unknown";

/**
 * Says what to do with a frame: `deliver` it; `drop` it, for it is of no use; or drop it and ask
 * for a fresh snapshot, once (`gap`).
 */
export type SubscriptionVerdict = "deliver" | "drop" | "gap";

/** Is what a reader knows of a key. */
export interface KeyState {
  /** True from the subscription, or a gap, until the next snapshot. */
  readonly awaitingSnapshot: boolean;
  /** The number of the state held; absent before the first snapshot. */
  readonly counter?: bigint;
}

/** Is a verdict, and the key's state after it. */
export interface SubscriptionStep {
  readonly state: KeyState;
  readonly verdict: SubscriptionVerdict;
}

/** Starts a key that was just subscribed. */
export const subscribedKey: KeyState = { awaitingSnapshot: true };

/**
 * Judges a frame of a key. While a snapshot is awaited only that is of use, whatever its number:
 * it is the server's present state. Otherwise a snapshot must not be older than the state held,
 * a diff must be the next number, and a repeat must not be ahead.
 */
export function acceptKeyed(
  state: KeyState,
  kind: KeyedFrameKind,
  counter: bigint,
): SubscriptionStep {
  const { awaitingSnapshot, counter: own } = state;
  switch (kind) {
    case "snapshot": {
      if (!awaitingSnapshot && own !== undefined && counter < own) {
        return { state, verdict: "drop" };
      }
      return { state: { awaitingSnapshot: false, counter }, verdict: "deliver" };
    }
    case "diff": {
      if (awaitingSnapshot || own === undefined) return { state, verdict: "drop" };
      if (counter !== own + 1n)
        return { state: { ...state, awaitingSnapshot: true }, verdict: "gap" };
      return { state: { awaitingSnapshot: false, counter }, verdict: "deliver" };
    }
    case "repeat": {
      if (awaitingSnapshot || own === undefined || counter <= own) {
        return { state, verdict: "deliver" };
      }
      return { state: { ...state, awaitingSnapshot: true }, verdict: "gap" };
    }
    case "unknown": {
      if (awaitingSnapshot || own === undefined || counter <= own) {
        return { state, verdict: "deliver" };
      }
      return acceptKeyed(state, "diff", counter);
    }
    default:
      return kind satisfies never;
  }
}
