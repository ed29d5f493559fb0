// Publishes to a channel with subscriptions: frames are numbered for each key and made durable in one log
// before they are sent to readers. The log always contains a snapshot of every open key, so that a reader
// of the whole log knows all states.

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
  /** The state from which snapshots are made. Pass an empty state that no other publisher uses. */
  readonly state: KeyedState;
  /**
   * How often changed keys get a snapshot (§4.6 rule 7), in milliseconds. Default: as often as the
   * retention requires.
   */
  readonly snapshotIntervalMs?: number;
  readonly clock?: Clock;
}

/** The position of a published frame. */
export interface KeyedPosition {
  /** The number within the key, such as `md_seq`; 0 for the end of a key. */
  readonly counter: bigint;
  /** The number in the log, which all keys share. */
  readonly position: bigint;
}

/**
 * Publishes to a channel with subscriptions. Use one for each log, because a log has one writer.
 */
export interface KeyedPublisher<ServerMessage, Stamped extends string = string> {
  /**
   * Publishes a data frame of a key; resolves once it is durable. A key that is not open is opened
   * first. Repeating an `id`, of 1 to 256 bytes of UTF-8, appends nothing and returns the first
   * answer. Rejects as `Publisher.publish` does; no number is used then. All keys are one stream
   * whose order is kept.
   */
  publish(message: Unstamped<ServerMessage, Stamped>, id?: string): Promise<KeyedPosition>;
  /** Gives up a frame that was rejected, as `Publisher.giveUp` does. */
  giveUp(id: string): Promise<boolean>;
  /** Opens a key with the snapshot of its empty state; an open key does not change. */
  open(key: string): Promise<KeyedPosition>;
  /** Ends a key. The key then has no state. */
  close(key: string): Promise<KeyedPosition>;
  /** Stops the periodic snapshots. */
  stop(): void;
}

type Item =
  | { readonly kind: "publish"; readonly message: object }
  | { readonly kind: "open" | "close"; readonly key: string }
  /** Causes a batch that only has the snapshots at its start. */
  | { readonly kind: "refresh" };

/**
 * The items of a batch, and the snapshots at its start, may each use at most this part (1/4) of the
 * retention.
 */
const PARTS = 4;
/**
 * How often the publisher checks for old snapshots if no interval is given and the retention is
 * long.
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
  /** Whether a snapshot of all changed keys is due. */
  let periodic = false;

  const queue = createPublishQueue<Item, KeyedPosition>({
    log,
    stream,
    // An item may require a snapshot, which is written before the item.
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
   * Reports whether the snapshot of a key is too far back for new readers, or will soon be older
   * than the retention.
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
    /** The changes of this batch; undefined for a key that the batch closed. */
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
      // A key that is new, or was closed and forgotten, starts with the position of its record,
      // which none of its numbers can have reached.
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
      const most = `more than ${part} open keys, a quarter of the records that the log keeps`;
      throw new StreamError("invalid_message", most, { channelId: channel.id });
    }

    function closeKey(key: string): void {
      const record = { tsNs, type: CLOSED, frame: new Uint8Array(), keys: { [keyField]: [key] } };
      records.push({ seq: lastNumber() + 1n, ...record });
      written.push(undefined);
      counters.set(key, undefined);
      openKeys -= 1;
      // Until it is committed, the state contains the previous book.
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
      // The remaining keys have later snapshots.
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
    // The next check retries a failed batch, and publishers get its error.
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
