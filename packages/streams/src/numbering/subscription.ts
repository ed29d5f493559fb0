// The rules for one key, such as a market, of a channel with subscriptions (streams source §4.6
// rules 2-8): a snapshot sets the state, and the numbers after it have no gaps.

/**
 * The role of a frame for its key. A `repeat`, such as a heartbeat, has the last number. An
 * `unknown` frame has a type that this reader does not know, so its number may be new or repeated.
 */
export type KeyedFrameKind = "snapshot" | "diff" | "repeat" | "unknown";

/**
 * The action for a frame. `deliver`: process the frame. `drop`: the frame is useless. `gap`: drop
 * the frame and request one new snapshot.
 */
export type SubscriptionVerdict = "deliver" | "drop" | "gap";

/** A reader's state of a key. */
export interface KeyState {
  /** True from the subscription, or a gap, until the next snapshot. */
  readonly awaitingSnapshot: boolean;
  /** The number of the current state; absent before the first snapshot. */
  readonly counter?: bigint;
}

/** The decision about a frame, and the state of the key after it. */
export interface SubscriptionStep {
  readonly state: KeyState;
  readonly verdict: SubscriptionVerdict;
}

/** The state of a key that was just subscribed. */
export const subscribedKey: KeyState = { awaitingSnapshot: true };

/**
 * Decides about a frame of a key. While a snapshot is expected, only a snapshot is useful. It may
 * have any number, because it is the current state of the server. Otherwise a snapshot must not be
 * older than the current state, a diff must have the next number, and a repeat must not be ahead.
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

/** The subscribed keys of a connection and the state of each. */
export interface SubscriptionTracker {
  /** Adds keys. A key that is already subscribed keeps its state, so subscribing is idempotent. */
  subscribe(keys: readonly string[]): void;
  /** Removes keys. Frames of these keys that arrive later are dropped. */
  unsubscribe(keys: readonly string[]): void;
  /** Decides about a frame of a key. */
  accept(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Returns what `accept` would return, without changing anything. */
  peek(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Marks the state of a key as incomplete: from now on only a snapshot is useful. */
  invalidate(key: string): void;
  /** Reports whether a key is subscribed and waits for a snapshot. */
  awaits(key: string): boolean;
  /** Returns the subscribed keys in the order of their subscription. */
  keys(): readonly string[];
  /** Starts over on a new connection and returns the keys to subscribe on it. */
  restart(): readonly string[];
}

/**
 * Tracks the keys of a channel with subscriptions (`x-subscription`).
 *
 * @example
 * ```ts
 * const markets = trackSubscription();
 * markets.subscribe(["M1"]);
 * markets.accept("M1", "snapshot", 7n); // "deliver"
 * markets.accept("M1", "diff", 9n); // "gap": ask for a fresh snapshot
 * ```
 */
export function trackSubscription(): SubscriptionTracker {
  const states = new Map<string, KeyState>();

  return {
    subscribe(keys) {
      for (const key of keys) if (!states.has(key)) states.set(key, subscribedKey);
    },
    unsubscribe(keys) {
      for (const key of keys) states.delete(key);
    },
    accept(key, kind, counter) {
      const state = states.get(key);
      if (state === undefined) return "drop";
      const step = acceptKeyed(state, kind, counter);
      states.set(key, step.state);
      return step.verdict;
    },
    peek(key, kind, counter) {
      const state = states.get(key);
      return state === undefined ? "drop" : acceptKeyed(state, kind, counter).verdict;
    },
    invalidate(key) {
      const state = states.get(key);
      if (state !== undefined) states.set(key, { ...state, awaitingSnapshot: true });
    },
    awaits: (key) => states.get(key)?.awaitingSnapshot === true,
    keys: () => [...states.keys()],
    restart() {
      for (const key of states.keys()) states.set(key, subscribedKey);
      return [...states.keys()];
    },
  };
}
