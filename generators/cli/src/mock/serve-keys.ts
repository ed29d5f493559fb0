// Serves a channel to which clients subscribe by keys (`x-subscription`). For each key, sends a snapshot,
// and then numbered changes.

import { setTimeout as wait } from "node:timers/promises";
import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor, ServerStream } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { formatNumber } from "./numbering.ts";

/** A channel with keys, and the messages that the mock sends on it. */
export interface KeyedChannel {
  readonly descriptor: ChannelDescriptor;
  /** The messages that the mock sends without a request. */
  readonly sent: readonly MessageDescriptor[];
  /**
   * Returns the payload of the message with this number, counted from 0. The given messages take turns.
   * Returns undefined if no message has a valid payload.
   */
  sample(messages: readonly MessageDescriptor[], number: number): unknown;
  /** The time between two changes, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * Sends a snapshot for each key to which the client subscribes, and changes of these keys in turn. Ends
 * when the client disconnects.
 */
export async function serveKeys(
  stream: ServerStream<unknown, unknown>,
  { descriptor, sent, sample, intervalMs }: KeyedChannel,
): Promise<void> {
  const { subscription, discriminator = "" } = descriptor;
  if (subscription === undefined) return;
  const { keysField, keyField, counterField, snapshot, diffs, as } = subscription;
  const snapshots = sent.filter(({ tag }) => tag === snapshot);
  const changes = sent.filter(({ tag }) => tag !== undefined && diffs.includes(tag));
  /** Maps the subscribed keys to the number of the last message for the key. */
  const counters = new Map<unknown, bigint>();
  let count = 0;

  async function sendMessages(messages: readonly MessageDescriptor[], key: unknown): Promise<void> {
    const value = sample(messages, count);
    count += 1;
    if (typeof value !== "object" || value === null) return;
    const counter = (counters.get(key) ?? 0n) + 1n;
    counters.set(key, counter);
    await stream.send({ ...value, [keyField]: key, [counterField]: formatNumber(counter, as) });
  }

  async function readRequests(): Promise<void> {
    for await (const message of stream) {
      const tag = memberOf(message, discriminator);
      const keys = memberOf(message, keysField);
      if (!Array.isArray(keys)) continue;
      for (const key of keys) {
        if (tag === subscription?.unsubscribe) counters.delete(key);
        // Send a snapshot again if the client repeats its subscription, because it has lost its state.
        if (tag === subscription?.subscribe) await sendMessages(snapshots, key);
      }
    }
  }

  const listening = readRequests();
  for (let turn = 0; !stream.signal.aborted; turn += 1) {
    await wait(intervalMs, undefined, { signal: stream.signal }).catch(() => {});
    const keys = [...counters.keys()];
    if (keys.length > 0 && changes.length > 0)
      await sendMessages(changes, keys[turn % keys.length]);
  }
  await listening;
}
