import {
  acceptKeyed,
  type KeyedFrameKind,
  type KeyState,
  type SubscriptionVerdict,
  subscribedKey,
} from "./subscription.ts";

/** The subscribed keys of a connection and the state of each. */
export interface SubscriptionTracker {
  /** Adds keys. One that is already subscribed keeps its state, so subscribing is idempotent. */
  subscribe(keys: readonly string[]): void;
  /** Removes keys. Frames that are still on their way are dropped. */
  unsubscribe(keys: readonly string[]): void;
  /** Judges a frame of a key. */
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
