// Publishes to a channel with subscriptions. The frames of each key are numbered, and stored in one log
// before they are sent to readers. The log always contains a snapshot of every open key, so that a reader
// of the log learns the state of every key.

import { type ChannelParameters, type Clock, StreamError, systemClock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { checkRecords } from "../../log/check-records.ts";
import { LogError } from "../../log/log-error.ts";
import type { LogRecord, SequencedLog } from "../../log/sequenced-log.ts";
import { nowNs } from "../connection/control-frames.ts";
import { createPublishQueue, type RecordBatch } from "../publish/publish-queue.ts";
import type { Unstamped } from "../publish/unstamped.ts";
import { createBookGuard } from "./book-guard.ts";
import { createKeyedFrames, type KeyedFrame } from "./keyed-frames.ts";
import {
  createKeyedReplica,
  type KeyedEntry,
  type KeyedState,
  keyedStream,
} from "./keyed-replica.ts";
import { CLOSED, OPEN_KEYS, snapshotEvery } from "./read-keyed-log.ts";

/** Options for `createKeyedPublisher`. */
export interface KeyedPublisherOptions<
  ServerMessage,
  Stamped extends string = string,
  Written = ServerMessage,
> {
  readonly channel: ChannelDescriptor<ChannelParameters, ServerMessage, unknown, Stamped, Written>;
  readonly log: SequencedLog;
  /**
   * Keeps the current state of each key, from which snapshots are made. Pass an empty state that nothing
   * else uses.
   */
  readonly state: KeyedState;
  /**
   * How often each changed key gets a snapshot, in milliseconds (§4.6 rule 7). Default: only as often as
   * the retention of the log requires.
   */
  readonly snapshotIntervalMs?: number;
  readonly clock?: Clock;
}

/** The numbers of a published frame. */
export interface KeyedPosition {
  /** The number of the frame within its key, such as `md_seq`. 0 if the key was ended. */
  readonly counter: bigint;
  /** The number of the record in the log. All keys share these numbers. */
  readonly position: bigint;
}

/**
 * Publishes to a channel with subscriptions. Create one publisher for each log, because a log allows one
 * writer.
 */
export interface KeyedPublisher<ServerMessage, Stamped extends string = string> {
  /**
   * Publishes a data frame of a key, and resolves when the frame is durable. If the key is not open, opens
   * it first. `id` has 1 to 256 bytes of UTF-8. If a frame with the same `id` was published before, appends
   * nothing, and resolves with the numbers of that frame. Rejects like `Publisher.publish`; a rejected
   * frame uses no number. Frames of all keys keep the order of the calls.
   */
  publish(message: Unstamped<ServerMessage, Stamped>, id?: string): Promise<KeyedPosition>;
  /** Gives up a rejected frame. See `Publisher.giveUp`. */
  giveUp(id: string): Promise<boolean>;
  /** Opens a key with the snapshot of an empty state. Does nothing if the key is open. */
  open(key: string): Promise<KeyedPosition>;
  /** Ends a key and drops its state. */
  close(key: string): Promise<KeyedPosition>;
  /** Stops the periodic snapshots. */
  stop(): void;
}

type Item =
  | { readonly kind: "publish"; readonly message: object }
  | { readonly kind: "open" | "close"; readonly key: string }
  /** Starts a batch without items, which only adds the snapshots that are due. */
  | { readonly kind: "refresh" };

/**
 * The items of a batch may use a quarter of the retention. So may the snapshots at the start of the batch.
 */
const PARTS = 4;
/**
 * The maximum interval at which the publisher looks for keys that need a new snapshot, in milliseconds.
 */
const LOOK_MS = 3_600_000;

/** Creates a publisher. Throws `StreamError` if the channel has no `x-subscription`. */
export function createKeyedPublisher<
  ServerMessage,
  Stamped extends string,
  Written = ServerMessage,
>(
  options: KeyedPublisherOptions<ServerMessage, Stamped, Written>,
): KeyedPublisher<Written, Stamped> {
  const { channel, log, state, snapshotIntervalMs, clock = systemClock } = options;
  const { maxFrames, maxAgeMs } = log.retention;
  const frames = createKeyedFrames(channel);
  const { keyField, snapshot } = frames.subscription;
  const stream = keyedStream(channel);
  const replica = createKeyedReplica(channel, log, state);
  const books = createBookGuard(channel, (key) => state.snapshot(key));
  const part = Math.max(1, Math.floor(maxFrames / PARTS));
  /** Whether the log may contain records that the replica has not read. */
  let stale = true;
  /** Whether all keys that have changed are due for a snapshot. */
  let periodic = false;

  const queue = createPublishQueue<Item, KeyedPosition>({
    log,
    stream,
    // Each item may need two records: a snapshot that opens the key, and its own.
    maxItems: Math.max(1, Math.floor(part / 2)),
    async begin() {
      if (stale) await replica.catchUp();
      stale = false;
      return createBatch();
    },
    async answerOf(position) {
      const [record] = await log.read(stream, position, 1);
      if (record?.seq !== position) {
        throw new LogError("log_unavailable", `record ${position} is no longer kept`);
      }
      return { counter: frames.read(record.type, record.frame).counter, position };
    },
    failed() {
      stale = true;
      books?.clear();
    },
  });

  /**
   * Reports whether a key needs a new snapshot: the last one is too many records back for new readers, or
   * will soon be older than the retention.
   */
  function isOld({ snapshotSeq, snapshotNs }: KeyedEntry, tsNs: bigint): boolean {
    const most = Math.min(part, snapshotEvery(replica.entries().size));
    if (replica.position() - snapshotSeq >= BigInt(most)) return true;
    return Number(tsNs - snapshotNs) / 1e6 > maxAgeMs / 2;
  }

  function createBatch(): RecordBatch<Item, KeyedPosition> {
    const tsNs = nowNs(clock);
    const records: LogRecord[] = [];
    const written: (KeyedFrame | undefined)[] = [];
    /** The last numbers of the keys in this batch. Undefined for a key that the batch has ended. */
    const counters = new Map<string, bigint | undefined>();
    let openKeys = replica.entries().size;

    function lastNumber(): bigint {
      return replica.position() + BigInt(records.length);
    }

    function counterOf(key: string): bigint | undefined {
      return counters.has(key) ? counters.get(key) : replica.entries().get(key)?.counter;
    }

    function addMessages(
      key: string,
      messages: readonly object[],
      id?: string,
      check: () => void = () => {},
    ): KeyedPosition {
      const known = counterOf(key);
      if (known === undefined) makeRoom();
      const open = String(known === undefined ? openKeys + 1 : openKeys);
      // A new key starts at the position of its record in the log. If an ended key is opened again, its new
      // numbers are therefore higher than its old ones.
      let counter = known ?? lastNumber();
      let seq = lastNumber();
      const made = messages.map((message, at) => {
        counter += 1n;
        seq += 1n;
        const keyed = frames.write(message, counter, tsNs);
        const { tag: type, frame } = keyed;
        const own = at === messages.length - 1 ? id : undefined;
        const count = type === snapshot ? { [OPEN_KEYS]: [open] } : {};
        const record = { seq, tsNs, type, frame, keys: { [keyField]: [key], ...count }, id: own };
        checkRecords([record]);
        return { record, keyed };
      });
      check();
      for (const { record, keyed } of made) {
        records.push(record);
        written.push(keyed);
      }
      counters.set(key, counter);
      openKeys = Number(open);
      return { counter, position: seq };
    }

    function makeRoom(): void {
      if (openKeys < part) return;
      const most = `more than ${part} open keys (the limit is a quarter of the records that the log keeps)`;
      throw new StreamError("invalid_message", most, { channelId: channel.id });
    }

    function closeKey(key: string): void {
      const record = { tsNs, type: CLOSED, frame: new Uint8Array(), keys: { [keyField]: [key] } };
      records.push({ seq: lastNumber() + 1n, ...record });
      written.push(undefined);
      counters.set(key, undefined);
      openKeys -= 1;
      // The state still has the old book until the batch is committed.
      books?.begin(key);
    }

    function add(item: Item, id: string | undefined): KeyedPosition {
      switch (item.kind) {
        case "publish": {
          const { message } = item;
          const key = frames.keyOf(message);
          const isOpen = counterOf(key) !== undefined || frames.tagOf(message) === snapshot;
          return addMessages(key, isOpen ? [message] : [state.empty(key), message], id, () => {
            frames.checkSent(message);
            books?.take(key, message);
          });
        }
        case "open":
          if (counterOf(item.key) === undefined)
            return addMessages(item.key, [state.empty(item.key)]);
          break;
        case "close":
          if (counterOf(item.key) !== undefined) closeKey(item.key);
          break;
        case "refresh":
          break;
        default:
          item satisfies never;
      }
      return { counter: 0n, position: lastNumber() };
    }

    for (const [key, entry] of replica.entries()) {
      const old = isOld(entry, tsNs);
      // The keys are in the order of their snapshots, so the remaining ones are not due either.
      if (!old && !periodic) break;
      if (old || entry.changed) addMessages(key, [state.snapshot(key)]);
    }
    periodic = false;
    return {
      records,
      add,
      committed() {
        for (const [at, record] of records.entries()) replica.take(record, written[at]);
        for (const [key, counter] of counters) if (counter === undefined) books?.forget(key);
      },
    };
  }

  function pushItem(item: Item, id?: string): Promise<KeyedPosition> {
    return queue.push(item, id);
  }

  const lookMs = Math.min(snapshotIntervalMs ?? LOOK_MS, maxAgeMs / 8, LOOK_MS);
  let cancel = clock.setTimer(lookMs, refreshLater);
  function refreshLater(): void {
    periodic = snapshotIntervalMs !== undefined;
    // If the batch fails, publishers get its error, and the next check tries again.
    pushItem({ kind: "refresh" }).catch(() => {});
    cancel = clock.setTimer(lookMs, refreshLater);
  }

  return {
    async publish(message, id) {
      frames.tagOf(message);
      return pushItem({ kind: "publish", message: { ...message } }, id);
    },
    giveUp: (id) => queue.giveUp(id),
    open: (key) => pushItem({ kind: "open", key }),
    close: (key) => pushItem({ kind: "close", key }),
    stop: () => cancel(),
  };
}
