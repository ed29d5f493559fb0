// The rules for a key, such as a market, on a channel with subscriptions (streams source §4.6 rules 2-8). A
// snapshot sets the state of the key. After it, the numbers of the key have no gaps.

/**
 * The role of a frame for its key. A `repeat`, such as a heartbeat, has the number of the last frame. An
 * `unknown` frame has a type that this reader does not know, so its number may be new or repeated.
 */
export type KeyedFrameKind = "snapshot" | "diff" | "repeat" | "unknown";

/**
 * The action for a frame.
 * - `deliver`: process the frame
 * - `drop`: ignore the frame
 * - `gap`: ignore the frame, and request one new snapshot
 */
export type SubscriptionVerdict = "deliver" | "drop" | "gap";

/** The state of a key for a reader. */
export interface KeyState {
  /** Whether only a snapshot is useful. True after a subscription or a gap, until a snapshot arrives. */
  readonly awaitingSnapshot: boolean;
  /** The number of the current state. Undefined before the first snapshot. */
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
 * Decides about a frame of a key. While the key waits for a snapshot, only a snapshot is useful. It may
 * have any number, because it is the current state of the server. Otherwise, a snapshot must not be older
 * than the current state, a diff must have the next number, and a repeat must not have a higher number than
 * the state.
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

/** The subscribed keys of a connection, with their states. */
export interface SubscriptionTracker {
  /** Adds keys. A key that is already subscribed keeps its state. */
  subscribe(keys: readonly string[]): void;
  /** Removes keys. Later frames of these keys are dropped. */
  unsubscribe(keys: readonly string[]): void;
  /** Decides about a frame of a key. */
  accept(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Returns the decision of `accept` without changing the state. */
  peek(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Marks the state of a key as incomplete. From then on, only a snapshot is useful. */
  invalidate(key: string): void;
  /** Reports whether a key is subscribed and waits for a snapshot. */
  awaits(key: string): boolean;
  /** Returns the subscribed keys, in the order in which they were added. */
  keys(): readonly string[];
  /** Resets the states for a new connection. Returns the keys, which must be subscribed again. */
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
