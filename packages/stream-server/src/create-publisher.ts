// The way data enters a sequenced channel (S18): numbered, stamped, written once, made durable,
// and only then seen by anyone (S20).

import { type Clock, StreamError, systemClock } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelParameters,
  MessageDescriptor,
  SequenceDescriptor,
} from "@specwright/runtime/codegen";
import {
  checkRecords,
  type LogRecord,
  type RecordKeys,
  type SequencedLog,
  type StreamKey,
} from "@specwright/sequenced-log";
import { messageByTag, nowNs } from "./control-frames.ts";
import { memberOf } from "./read-client-frame.ts";
import type { Unstamped } from "./unstamped.ts";

/** Is a frame to publish. */
export interface PublishInput<ServerMessage> {
  /** Whose stream it goes to. */
  readonly brokerId: string;
  /** Everything but the number and the time. */
  readonly message: Unstamped<ServerMessage>;
  /** The values that query parameters select it by: `{ market: ["M1"], account_id: ["A"] }`. */
  readonly keys?: RecordKeys;
  /**
   * What the caller knows the frame by, 1 to 256 bytes of UTF-8. Publishing again under an id that
   * the stream still keeps appends nothing and gives the first number, so that what failed, or
   * whose answer was lost, can be repeated.
   */
  readonly id?: string;
}

/** Publishes to sequenced channels. There must be one per log, as the log has one writer. */
export interface Publisher {
  /**
   * Publishes a data frame; resolves with its number once it is durable. Calls for one stream keep
   * their order, but for those with a known `id`, which are answered at once. Rejects with `CodecError` when the message breaks its schema, with `StreamError`
   * `invalid_message` when it is not a data frame of the channel, or with the log's error; no
   * number is used then, except that after `log_unavailable` the frame may have been kept: publish
   * it again under the same `id` to find out.
   */
  publish<ServerMessage>(
    channel: ChannelDescriptor<ChannelParameters, ServerMessage>,
    input: PublishInput<ServerMessage>,
  ): Promise<bigint>;
}

/** Configures `createPublisher`. */
export interface PublisherOptions {
  readonly log: SequencedLog;
  readonly clock?: Clock;
}

interface Waiting {
  readonly tag: string;
  readonly discriminator: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly descriptor: MessageDescriptor;
  readonly keys: RecordKeys;
  readonly id: string | undefined;
  readonly settle: PromiseWithResolvers<bigint>;
}

/** Is a record, and who waits for its number: several when they gave the same id. */
interface Composed {
  readonly record: LogRecord;
  readonly waiting: Waiting[];
}

interface Queue {
  readonly stream: StreamKey;
  readonly sequence: SequenceDescriptor;
  waiting: Waiting[];
  writing: boolean;
  /** Unknown at first, and after the log refused. */
  last: bigint | undefined;
}

/** Makes a publisher. */
export function createPublisher({ log, clock = systemClock }: PublisherOptions): Publisher {
  const queues = new Map<string, Queue>();

  function queueOf(channel: ChannelDescriptor, brokerId: string): Queue {
    const name = JSON.stringify([brokerId, channel.id]);
    const known = queues.get(name);
    if (known !== undefined) return known;
    const sequence = sequenceOf(channel);
    const stream = { brokerId, channelId: channel.id };
    const made: Queue = { stream, sequence, waiting: [], writing: false, last: undefined };
    queues.set(name, made);
    return made;
  }

  /** Writes all that waits; what comes meanwhile is the next batch, without a timer. */
  async function drain(queue: Queue): Promise<void> {
    if (queue.writing) return;
    queue.writing = true;
    // What the caller publishes in this turn is one batch.
    await Promise.resolve();
    while (queue.waiting.length > 0) {
      const batch = queue.waiting;
      queue.waiting = [];
      await append(queue, batch);
    }
    queue.writing = false;
  }

  async function append(queue: Queue, batch: readonly Waiting[]): Promise<void> {
    try {
      const fresh = await withoutKnown(queue, batch);
      queue.last ??= (await log.bounds(queue.stream)).last;
      const last = queue.last;
      const kept = compose(queue.sequence, fresh, last, nowNs(clock));
      await log.append(
        queue.stream,
        kept.map(({ record }) => record),
      );
      queue.last = last + BigInt(kept.length);
      for (const { waiting, record } of kept) {
        for (const { settle } of waiting) settle.resolve(record.seq);
      }
    } catch (error) {
      queue.last = undefined;
      for (const waiting of batch) waiting.settle.reject(error);
    }
  }

  /** Answers those whose id the log knows; gives the rest. */
  async function withoutKnown(
    { stream }: Queue,
    batch: readonly Waiting[],
  ): Promise<readonly Waiting[]> {
    if (batch.every(({ id }) => id === undefined)) return batch;
    const known = await Promise.all(
      batch.map(({ id }) => (id === undefined ? undefined : log.seqOf(stream, id))),
    );
    return batch.filter(({ settle }, at) => {
      const seq = known[at];
      if (seq !== undefined) settle.resolve(seq);
      return seq === undefined;
    });
  }

  return {
    publish(channel, { brokerId, message, keys = {}, id }) {
      const settle = Promise.withResolvers<bigint>();
      try {
        const { discriminator = "type" } = channel;
        const queue = queueOf(channel, brokerId);
        const tag = memberOf(message, discriminator);
        const descriptor = messageByTag(channel.serverMessages, tag);
        if (
          typeof tag !== "string" ||
          descriptor === undefined ||
          !queue.sequence.counts.includes(tag)
        ) {
          throw new StreamError("invalid_message", `${String(tag)} is no data frame`, {
            channelId: channel.id,
          });
        }
        queue.waiting.push({
          tag,
          discriminator,
          message: { ...message },
          descriptor,
          keys,
          id,
          settle,
        });
        void drain(queue);
      } catch (error) {
        settle.reject(error);
      }
      return settle.promise;
    },
  };
}

/**
 * Numbers and writes a batch; a message that breaks its schema, or has an id that no log takes, is
 * refused and takes no number.
 */
function compose(
  sequence: SequenceDescriptor,
  batch: readonly Waiting[],
  last: bigint,
  tsNs: bigint,
): readonly Composed[] {
  const kept: Composed[] = [];
  const byId = new Map<string, Composed>();
  for (const waiting of batch) {
    const { tag, discriminator, message, descriptor, keys, id, settle } = waiting;
    const same = id === undefined ? undefined : byId.get(id);
    if (same !== undefined) {
      same.waiting.push(waiting);
      continue;
    }
    const seq = last + BigInt(kept.length) + 1n;
    try {
      const stamps = { [sequence.field]: seq, ts_ns: tsNs };
      // First for readers of the wire, and last so that nothing given replaces them.
      const stamped = { [discriminator]: tag, ...stamps, ...message, ...stamps };
      const frame = descriptor.codec.encodeBytes(stamped);
      const record: LogRecord = { seq, tsNs, type: tag, frame, keys, id };
      checkRecords([record]);
      const composed = { record, waiting: [waiting] };
      kept.push(composed);
      if (id !== undefined) byId.set(id, composed);
    } catch (error) {
      settle.reject(error);
    }
  }
  return kept;
}

function sequenceOf({ id, sequence }: ChannelDescriptor): SequenceDescriptor {
  if (sequence !== undefined) return sequence;
  throw new StreamError("invalid_parameters", `${id} has no x-sequence`);
}
