// The rules for one key, such as a market, of a channel with subscriptions (streams source §4.6
// rules 2-8): a snapshot sets the state, and the numbers after it have no gaps.

/**
 * The role of a frame for its key. A `repeat` carries the last number, like a heartbeat. An
 * `unknown` frame has a type that this reader does not know: its number may be a new one or a
 * repeated one.
 */
export type KeyedFrameKind = "snapshot" | "diff" | "repeat" | "unknown";

/**
 * What to do with a frame: `deliver` it; `drop` it, because it is useless; or drop it and request
 * one fresh snapshot (`gap`).
 */
export type SubscriptionVerdict = "deliver" | "drop" | "gap";

/** What a reader knows about a key. */
export interface KeyState {
  /** True from the subscription, or a gap, until the next snapshot. */
  readonly awaitingSnapshot: boolean;
  /** The number of the current state; absent before the first snapshot. */
  readonly counter?: bigint;
}

/** A verdict, and the state of the key after it. */
export interface SubscriptionStep {
  readonly state: KeyState;
  readonly verdict: SubscriptionVerdict;
}

/** The state of a key that was just subscribed. */
export const subscribedKey: KeyState = { awaitingSnapshot: true };

/**
 * Judges a frame of a key. While a snapshot is awaited, only a snapshot is useful, whatever its
 * number, because it is the current state of the server. Otherwise a snapshot must not be older
 * than the current state, a diff must have the next number, and a repeat must not be ahead.
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
