import { type ChannelParameters, type Clock, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { nowNs } from "../connection/control-frames.ts";
import type { Unstamped } from "../publish/unstamped.ts";
import { createKeyedFrames } from "./keyed-frames.ts";
import type { KeyedSource } from "./keyed-source.ts";

/** Options for `createKeyedBroadcast`. */
export interface KeyedBroadcastOptions<
  ServerMessage,
  Stamped extends string = string,
  Written = ServerMessage,
> {
  readonly channel: ChannelDescriptor<ChannelParameters, ServerMessage, unknown, Stamped, Written>;
  /** Reports whether a key exists. */
  readonly knows: (key: string) => boolean;
  /**
   * Returns the snapshot message of a key. The snapshot must include the last change that was broadcast,
   * and no later change.
   */
  readonly snapshot: (key: string) => NoInfer<Unstamped<Written, Stamped>>;
  /** How often each changed key gets a snapshot, in milliseconds (§4.6 rule 7). Default never. */
  readonly snapshotIntervalMs?: number;
  readonly clock?: Clock;
}

/** Numbers the messages of each key without gaps, starting at 1, and passes them to a stream server. */
export interface KeyedBroadcast<ServerMessage, Stamped extends string = string>
  extends KeyedSource {
  /**
   * Sends a change to all subscribers of its key, and returns the number of the change. In the same turn of
   * the event loop, update the state that `snapshot` reads. If the message breaks its schema, throws
   * `CodecError`, and uses no number.
   */
  broadcast(message: Unstamped<ServerMessage, Stamped>): bigint;
  /**
   * Sends a snapshot to all subscribers of a key, and returns its number, which is the next number of the
   * key.
   */
  broadcastSnapshot(key: string): bigint;
  /** Stops the periodic snapshots. */
  close(): void;
}

/**
 * Creates the source of a channel with subscriptions (`x-subscription`), such as /market-data. In the
 * result of `snapshot`, write the message type with `as const`; otherwise TypeScript infers `string`.
 */
export function createKeyedBroadcast<
  ServerMessage,
  Stamped extends string,
  Written = ServerMessage,
>(
  options: KeyedBroadcastOptions<ServerMessage, Stamped, Written>,
): KeyedBroadcast<Written, Stamped> {
  const { channel, knows, snapshot, snapshotIntervalMs, clock = systemClock } = options;
  const frames = createKeyedFrames(channel);
  const counters = new Map<string, bigint>();
  const snapshots = new Map<string, Uint8Array>();
  const changed = new Set<string>();
  const listeners = new Set<(key: string, frame: Uint8Array) => void>();
  let cancel: (() => void) | undefined;

  function writeFrame(message: object, counter: bigint): Uint8Array {
    return frames.write(message, counter, nowNs(clock)).frame;
  }

  function sendMessage(message: object): bigint {
    const key = frames.keyOf(message);
    const counter = (counters.get(key) ?? 0n) + 1n;
    const frame = writeFrame(message, counter);
    counters.set(key, counter);
    snapshots.delete(key);
    changed.add(key);
    for (const listener of [...listeners]) listener(key, frame);
    return counter;
  }

  function broadcastSnapshot(key: string): bigint {
    const counter = sendMessage(snapshot(key));
    changed.delete(key);
    return counter;
  }

  function scheduleSnapshots(): void {
    if (snapshotIntervalMs === undefined) return;
    cancel = clock.setTimer(snapshotIntervalMs, () => {
      for (const key of [...changed]) if (knows(key)) broadcastSnapshot(key);
      scheduleSnapshots();
    });
  }
  scheduleSnapshots();

  return {
    knows,
    snapshot(key) {
      const kept = snapshots.get(key);
      if (kept !== undefined) return kept;
      const frame = writeFrame(snapshot(key), counters.get(key) ?? 0n);
      snapshots.set(key, frame);
      return frame;
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    broadcast: sendMessage,
    broadcastSnapshot,
    close: () => cancel?.(),
  };
}
