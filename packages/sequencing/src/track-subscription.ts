import {
  acceptKeyed,
  type KeyedFrameKind,
  type KeyState,
  type SubscriptionVerdict,
  subscribedKey,
} from "./subscription.ts";

/** Keeps which keys are subscribed, and where each stands. */
export interface SubscriptionTracker {
  /** Notes keys asked for. One already held keeps its state: subscribing again is idempotent. */
  subscribe(keys: readonly string[]): void;
  /** Notes keys no longer wanted. Their frames still under way are dropped. */
  unsubscribe(keys: readonly string[]): void;
  /** Judges a frame of a key. */
  accept(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Tells what `accept` would, and changes nothing. */
  foresee(key: string, kind: KeyedFrameKind, counter: bigint): SubscriptionVerdict;
  /** Notes that the state of a key is no longer whole: only a snapshot is of use then. */
  lose(key: string): void;
  /** Tells whether a key is subscribed and waits for a snapshot. */
  awaits(key: string): boolean;
  /** Gives the keys subscribed, in the order they were. */
  keys(): readonly string[];
  /** Starts over on a new connection and gives the keys to subscribe on it. */
  restart(): readonly string[];
}

/** Tracks the keys of a channel with subscriptions (`x-subscription`). */
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
    foresee(key, kind, counter) {
      const state = states.get(key);
      return state === undefined ? "drop" : acceptKeyed(state, kind, counter).verdict;
    },
    lose(key) {
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
