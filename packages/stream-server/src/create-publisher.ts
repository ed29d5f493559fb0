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
import { createPublishQueue, type PublishQueue } from "./publish-queue.ts";
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
   * Publishes a data frame; resolves with its number once it is durable. Rejects with `CodecError`
   * when the message breaks its schema, with `StreamError` `invalid_message` when it is not a data
   * frame of the channel, or with the log's error; no number is used then, except that after
   * `log_unavailable` the frame may have been kept: publish it again under the same `id` to find
   * out.
   *
   * Calls for one stream keep their order, but for those with a known `id`, which are answered.
   * After an error that passes (`mayPublishAgain`) those behind it are rejected with
   * `PublishRefusal` `behind_refused`, until it is published again under its `id`, or given up;
   * then they are expected in the same order.
   */
  publish<ServerMessage>(
    channel: ChannelDescriptor<ChannelParameters, ServerMessage>,
    input: PublishInput<ServerMessage>,
  ): Promise<bigint>;
  /**
   * Gives up a frame that was rejected and might be published again, so that those behind it are
   * taken. Resolves, behind what was published before, with whether one under the id was expected.
   */
  giveUp(channel: ChannelDescriptor, frame: FrameName): Promise<boolean>;
}

/** Says which frame of a channel is meant. */
export interface FrameName {
  readonly brokerId: string;
  readonly id: string;
}

/** Configures `createPublisher`. */
export interface PublisherOptions {
  readonly log: SequencedLog;
  readonly clock?: Clock;
}

interface Item {
  readonly tag: string;
  readonly discriminator: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly descriptor: MessageDescriptor;
  readonly keys: RecordKeys;
}

interface Queue extends PublishQueue<Item, bigint> {
  readonly sequence: SequenceDescriptor;
}

/** Makes a publisher. */
export function createPublisher({ log, clock = systemClock }: PublisherOptions): Publisher {
  const queues = new Map<string, Queue>();

  function queueOf(channel: ChannelDescriptor, brokerId: string): Queue {
    const name = JSON.stringify([brokerId, channel.id]);
    const known = queues.get(name);
    if (known !== undefined) return known;
    const sequence = sequenceOf(channel);
    const made = { sequence, ...makeQueue({ brokerId, channelId: channel.id }, sequence) };
    queues.set(name, made);
    return made;
  }

  function makeQueue(stream: StreamKey, { field }: SequenceDescriptor): PublishQueue<Item, bigint> {
    /** Unknown at first, and after the log refused. */
    let last: bigint | undefined;
    return createPublishQueue<Item, bigint>({
      log,
      stream,
      async begin() {
        last ??= (await log.bounds(stream)).last;
        const records: LogRecord[] = [];
        const [before, tsNs] = [last, nowNs(clock)];
        return {
          records,
          add(item, id) {
            const seq = before + BigInt(records.length) + 1n;
            records.push(recordOf(item, { [field]: seq, ts_ns: tsNs }, { seq, tsNs, id }));
            return seq;
          },
          committed() {
            last = before + BigInt(records.length);
          },
        };
      },
      answerOf: (seq) => seq,
      failed() {
        last = undefined;
      },
    });
  }

  return {
    async publish(channel, { brokerId, message, keys = {}, id }) {
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
      return queue.push({ tag, discriminator, message: { ...message }, descriptor, keys }, id);
    },
    async giveUp(channel, { brokerId, id }) {
      return queueOf(channel, brokerId).giveUp(id);
    },
  };
}

/** Writes the record of an item. Throws when it breaks its schema, or has an id that no log takes. */
function recordOf(
  { tag, discriminator, message, descriptor, keys }: Item,
  stamps: Readonly<Record<string, bigint>>,
  rest: Pick<LogRecord, "seq" | "tsNs" | "id">,
): LogRecord {
  // First for readers of the wire, and last so that nothing given replaces them.
  const stamped = { [discriminator]: tag, ...stamps, ...message, ...stamps };
  const record = { ...rest, type: tag, frame: descriptor.codec.encodeBytes(stamped), keys };
  checkRecords([record]);
  return record;
}

function sequenceOf({ id, sequence }: ChannelDescriptor): SequenceDescriptor {
  if (sequence !== undefined) return sequence;
  throw new StreamError("invalid_parameters", `${id} has no x-sequence`);
}
