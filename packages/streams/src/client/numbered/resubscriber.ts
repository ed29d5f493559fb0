// Creates the control frames that repeat the subscriptions of a channel.

import { type Clock, memberOf } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { encodeBytes } from "@specwright/runtime/transport";
import type { SubscriptionTracker } from "../../numbering/subscription.ts";
import type { Resubscriber } from "../numbering.ts";

/**
 * The maximum number of keys in a control frame. If each key has 60 characters, the frame is far smaller
 * than 64 KiB.
 */
const KEYS_PER_FRAME = 256;

/** Creates a resubscriber. On a channel without subscriptions, its methods do nothing. */
export function createResubscriber(
  channel: ChannelDescriptor,
  keys: SubscriptionTracker,
  clock: Clock,
): Resubscriber {
  const { subscription, discriminator, clientMessages } = channel;
  /** When the snapshot of each key was last requested. */
  const asked = new Map<string, number>();

  function noteAsked(list: readonly string[]): void {
    for (const key of list) if (keys.awaits(key)) asked.set(key, clock.elapsed());
  }

  function writeControl(tag: string, members: object): readonly Uint8Array[] {
    const message = clientMessages.find((one) => one.tag === tag);
    return message === undefined || discriminator === undefined
      ? []
      : [encodeBytes(message, { [discriminator]: tag, ...members })];
  }

  function refresh(key: string): readonly Uint8Array[] {
    if (subscription === undefined) return [];
    const { subscribe, unsubscribe, keysField, forceSnapshotField: force } = subscription;
    const members = { [keysField]: [key] };
    noteAsked([key]);
    if (force !== undefined) return writeControl(subscribe, { ...members, [force]: true });
    return [...writeControl(unsubscribe, members), ...writeControl(subscribe, members)];
  }

  function refreshOverdue(timeoutMs: number): readonly Uint8Array[] {
    const frames: Uint8Array[] = [];
    for (const [key, askedMs] of asked) {
      if (!keys.awaits(key)) asked.delete(key);
      else if (clock.elapsed() - askedMs >= timeoutMs) frames.push(...refresh(key));
    }
    return frames;
  }

  return {
    refresh,
    note(tag, message) {
      if (subscription === undefined) return false;
      if (tag !== subscription.subscribe && tag !== subscription.unsubscribe) return false;
      const named = memberOf(message, subscription.keysField);
      const list = Array.isArray(named) ? named.map(String) : [];
      if (tag === subscription.subscribe) keys.subscribe(list);
      else keys.unsubscribe(list);
      noteAsked(list);
      return true;
    },
    restart() {
      if (subscription === undefined) return [];
      const list = keys.restart();
      asked.clear();
      noteAsked(list);
      const frames: Uint8Array[] = [];
      for (let at = 0; at < list.length; at += KEYS_PER_FRAME) {
        const part = list.slice(at, at + KEYS_PER_FRAME);
        frames.push(...writeControl(subscription.subscribe, { [subscription.keysField]: part }));
      }
      return frames;
    },
    expect: (key) => noteAsked([key]),
    watch({ timeoutMs, isPaused, post }) {
      if (subscription === undefined) return () => {};
      let cancel = (): void => {};
      const scheduleCheck = (): void => {
        cancel = clock.setTimer(timeoutMs / 2, () => {
          // While reading is paused, no snapshot can arrive, so the wait starts again.
          if (isPaused()) noteAsked([...asked.keys()]);
          for (const frame of refreshOverdue(timeoutMs)) post(frame);
          scheduleCheck();
        });
      };
      scheduleCheck();
      return () => cancel();
    },
  };
}
