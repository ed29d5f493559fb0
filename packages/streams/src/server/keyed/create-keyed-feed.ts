import { type Clock, type Logger, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { LogReader, LogRecord } from "../../log/sequenced-log.ts";
import { nowNs } from "../connection/control-frames.ts";
import { type StreamLogger, streamLogger } from "../stream-logger.ts";
import { createKeyedFrames } from "./keyed-frames.ts";
import { createKeyedReplica, type KeyedState, keyedStream } from "./keyed-replica.ts";
import type { KeyedSource } from "./keyed-source.ts";
import { CLOSED } from "./read-keyed-log.ts";

/** Options for `createKeyedFeed`. */
export interface KeyedFeedOptions {
  readonly channel: ChannelDescriptor;
  /** The log to which `createKeyedPublisher` writes, in this process or a different one. */
  readonly log: LogReader;
  /**
   * Keeps the current state of each key, from which snapshots are made. Pass an empty state that nothing
   * else uses.
   */
  readonly state: KeyedState;
  readonly clock?: Clock;
  /** Receives log entries. See `logger` of the stream server. */
  readonly logger?: StreamLogger | Logger;
}

/** The source of a channel with subscriptions. It reads the states of keys from a log. */
export interface KeyedFeed extends KeyedSource {
  ready(): Promise<void>;
  /** Lists the open keys. */
  keys(): readonly string[];
  /** Resolves when the feed has applied the record at a position of the log. */
  reached(position: bigint): Promise<void>;
  /** Ends the feed. Does not close the log. */
  close(): void;
}

const RETRY_MS = 1_000;

/**
 * Creates the source of a channel with subscriptions (`x-subscription`), such as /market-data, from a log.
 * At the first connection, the feed reads the state of every key from the log. From then on it follows the
 * log.
 */
export function createKeyedFeed(options: KeyedFeedOptions): KeyedFeed {
  const { channel, log, state, clock = systemClock } = options;
  const logger = streamLogger(options.logger);
  const replica = createKeyedReplica(channel, log, state);
  const frames = createKeyedFrames(channel);
  const listeners = new Set<(key: string, frame: Uint8Array) => void>();
  const restarts = new Set<() => void>();
  /** The snapshot frames of keys that have not changed since the frame was created. */
  const snapshots = new Map<string, Uint8Array>();
  const waiting = new Set<{ readonly position: bigint; readonly resolve: () => void }>();
  let endTail: (() => void) | undefined;
  let loading: Promise<void> | undefined;
  let loaded = false;
  /** Whether records were added to the log while the states were read. */
  let behind = false;
  let closed = false;
  let cancelRetry = (): void => {};

  async function loadStates(): Promise<void> {
    loaded = false;
    // The tail is opened first, so that records which are added in the meantime are noticed.
    endTail ??= log.tail(keyedStream(channel), takeRecords, restartWithNewLog);
    do {
      behind = false;
      await replica.catchUp();
    } while (behind);
    snapshots.clear();
    loaded = true;
    // After a reload, the next change may not continue the state that readers have. A snapshot replaces
    // that state.
    for (const key of replica.entries().keys()) notifyListeners(key, snapshot(key));
    resolveWaiting();
    readClosed();
  }

  /** Finds the keys that existed in the past. No connection waits for this. */
  function readClosed(): void {
    replica.readClosed().catch((error: unknown) => {
      if (closed) return;
      logger({ level: "warn", event: "closed_keys_unknown", channel: channel.id, error });
    });
  }

  function ready(): Promise<void> {
    loading ??= loadStates().catch((error: unknown) => {
      // If the log is unavailable now, the next connection tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /**
   * Called when the log was replaced. The numbers of keys in the new log are unrelated to those in the old
   * one.
   */
  function restartWithNewLog(): void {
    endTail = undefined;
    logger({ level: "warn", event: "log_replaced", channel: channel.id });
    for (const each of [...restarts]) each();
    reloadStates();
  }

  function reloadStates(): void {
    loading = undefined;
    ready().catch((error: unknown) => {
      logger({ level: "error", event: "keyed_feed_unavailable", channel: channel.id, error });
      if (!closed) cancelRetry = clock.setTimer(RETRY_MS, reloadStates);
    });
  }

  function takeRecords(records: readonly LogRecord[]): void {
    if (!loaded) {
      behind = true;
      return;
    }
    try {
      for (const record of records) {
        if (record.seq <= replica.position()) continue;
        const key = replica.take(record);
        snapshots.delete(key);
        if (record.type !== CLOSED) notifyListeners(key, record.frame);
      }
      resolveWaiting();
    } catch (error) {
      logger({ level: "warn", event: "keyed_feed_gap", channel: channel.id, error });
      reloadStates();
    }
  }

  function notifyListeners(key: string, frame: Uint8Array): void {
    if (!replica.entries().has(key)) return;
    for (const listener of [...listeners]) listener(key, frame);
  }

  function resolveWaiting(): void {
    for (const each of [...waiting]) {
      if (each.position > replica.position()) continue;
      waiting.delete(each);
      each.resolve();
    }
  }

  function snapshot(key: string): Uint8Array {
    const kept = snapshots.get(key);
    if (kept !== undefined) return kept;
    const counter = replica.entries().get(key)?.counter ?? 0n;
    const { frame } = frames.write(state.snapshot(key), counter, nowNs(clock));
    snapshots.set(key, frame);
    return frame;
  }

  return {
    ready,
    ...(log.viewAgeMs !== undefined && {
      viewAgeMs: () => log.viewAgeMs?.(keyedStream(channel)) ?? 0,
    }),
    knows: (key) => replica.entries().has(key),
    hasClosed: (key) => replica.closed().has(key),
    snapshot,
    listen(listener, replaced) {
      listeners.add(listener);
      if (replaced !== undefined) restarts.add(replaced);
      return () => {
        listeners.delete(listener);
        if (replaced !== undefined) restarts.delete(replaced);
      };
    },
    keys: () => [...replica.entries().keys()],
    async reached(position) {
      await ready();
      if (position <= replica.position()) return;
      await new Promise<void>((resolve) => waiting.add({ position, resolve }));
    },
    close() {
      closed = true;
      cancelRetry();
      endTail?.();
      for (const { resolve } of waiting) resolve();
      waiting.clear();
    },
  };
}
