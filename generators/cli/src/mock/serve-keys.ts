// A channel whose client chooses keys (`x-subscription`): each key has a snapshot, and numbered
// changes after it.

import { setTimeout as wait } from "node:timers/promises";
import { memberOf } from "@specwright/runtime";
import type { ChannelDescriptor, ServerStream } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { formatNumber } from "./numbering.ts";

/** The messages of a channel with keys. */
export interface KeyedChannel {
  readonly descriptor: ChannelDescriptor;
  /** The messages that are sent without a request. */
  readonly sent: readonly MessageDescriptor[];
  /**
   * Returns the sample with a number, taking turns among the messages; undefined if no message can
   * be sent.
   */
  sample(messages: readonly MessageDescriptor[], number: number): unknown;
  /** The time between two changes, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * Answers each key with a snapshot, and sends changes of the keys in turn, until the client
 * disconnects.
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
  /** The keys, each with the number of its last message. */
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
        // A client that subscribes again has lost the state.
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
