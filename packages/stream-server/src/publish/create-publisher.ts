// The way data enters a sequenced channel: numbered, stamped, written once, made durable,
// and only then seen by anyone.

import { type Clock, CodecError, memberOf, StreamError, systemClock } from "@specwright/runtime";
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
import { messageByTag, nowNs } from "../connection/control-frames.ts";
import { checkSent } from "./check-sent.ts";
import { createFilterValues } from "./filter-values.ts";
import { createPublishQueue, type PublishQueue } from "./publish-queue.ts";
import { PublishRefusal } from "./publish-refusal.ts";
import type { ReferenceStore } from "./reference-store.ts";
import { createStampWriter, type StampWriter } from "./stamps.ts";
import { textsAt } from "./texts-at.ts";
import type { Unstamped } from "./unstamped.ts";

/** A frame to publish. */
export interface PublishInput<ServerMessage, Stamped extends string = string> {
  /** Whose stream it goes to. */
  readonly brokerId: string;
  /** Everything but the number and the time. */
  readonly message: Unstamped<ServerMessage, Stamped>;
  /**
   * The values that query parameters select it by, `{ market: ["M1"], account_id: [] }`, where they
   * follow neither from the frame nor from what was published before; an empty list says that there
   * are none.
   */
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
   * frame of the channel, with `PublishRefusal` when it has what only readers take, names another
   * broker, or has no value for a filter of the channel, or with the log's error; no number is used then, except that after `log_unavailable` the frame may
   * have been kept: publish it again under the same `id` to find out.
   *
   * Calls for one stream keep their order, but for those with a known `id`, which are answered.
   * After an error that passes (`mayPublishAgain`) those behind it are rejected with
   * `PublishRefusal` `behind_refused`, until it is published again under its `id`, or given up;
   * then they are expected in the same order.
   */
  publish<ServerMessage, Stamped extends string>(
    channel: ChannelDescriptor<ChannelParameters, ServerMessage, unknown, Stamped>,
    input: PublishInput<ServerMessage, Stamped>,
  ): Promise<bigint>;
  /**
   * Throws what `publish` rejects with when a frame breaks the contract. What filters select it by,
   * and whether the log takes it, only `publish` finds out.
   */
  check<ServerMessage, Stamped extends string>(
    channel: ChannelDescriptor<ChannelParameters, ServerMessage, unknown, Stamped>,
    input: PublishInput<ServerMessage, Stamped>,
  ): void;
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
  /** The channels whose frames tell what later ones are selected by. Default none. */
  readonly channels?: readonly ChannelDescriptor[];
  /** Keeps what they told beyond the retention of the log. Default: the log alone does. */
  readonly references?: ReferenceStore;
  /** How many orders, markets and the like are remembered, those told of last. Default 262,144 of each. */
  readonly maxReferences?: number;
  readonly clock?: Clock;
}

type AnyInput = PublishInput<unknown> & { readonly message: object };

interface Item {
  readonly tag: string;
  /** With a number and a time of no meaning yet. */
  readonly frame: Record<string, unknown>;
  readonly descriptor: MessageDescriptor;
  readonly keys: RecordKeys;
}

/** Creates a publisher. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { log, channels = [], references: store, clock = systemClock } = options;
  const queues = new Map<string, PublishQueue<Item, bigint>>();
  const values = createFilterValues({
    log,
    channels,
    store,
    most: options.maxReferences ?? 262_144,
  });

  function queueOf(channel: ChannelDescriptor, brokerId: string): PublishQueue<Item, bigint> {
    const name = JSON.stringify([brokerId, channel.id]);
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = makeQueue({ brokerId, channelId: channel.id }, stampsOf(channel));
    queues.set(name, made);
    return made;
  }

  function makeQueue(stream: StreamKey, stamps: StampWriter): PublishQueue<Item, bigint> {
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
          add({ tag: type, frame, descriptor, keys }, id) {
            const seq = before + BigInt(records.length) + 1n;
            const bytes = descriptor.codec.encodeBytes(Object.assign(frame, stamps(seq, tsNs)));
            const record = { seq, tsNs, type, frame: bytes, keys, id };
            checkRecords([record]);
            records.push(record);
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

  /** Checks a message and finds its keys; what it tells of later ones is known from then on. */
  function itemOf(channel: ChannelDescriptor, input: AnyInput): Item {
    const frame = checkedFrame(channel, input, nowNs(clock));
    const source = { channel, brokerId: input.brokerId };
    const keys = values.find(source, frame.frame, input.keys ?? {});
    values.learn(source, frame.frame, keys);
    return { ...frame, keys };
  }

  return {
    check(channel, input) {
      checkedFrame(channel, { ...input, message: input.message }, nowNs(clock));
    },
    async publish(channel, input) {
      const { brokerId, id } = input;
      const queue = queueOf(channel, brokerId);
      let item: Item;
      try {
        await values.load(brokerId);
        item = itemOf(channel, { ...input, message: input.message });
      } catch (error) {
        return queue.refuse(error, id);
      }
      return queue.push(item, id);
    },
    async giveUp(channel, { brokerId, id }) {
      const queue = queueOf(channel, brokerId);
      // Behind what was published before, whatever became of it.
      await values.load(brokerId).catch(() => {});
      return queue.giveUp(id);
    },
  };
}

/** Composes the frame of a message that a sender may publish; its number and its time mean nothing yet. */
function checkedFrame(
  channel: ChannelDescriptor,
  { brokerId, message }: AnyInput,
  tsNs: bigint,
): Omit<Item, "keys"> {
  const { discriminator, id: channelId } = channel;
  const sequence = sequenceOf(channel);
  if (discriminator === undefined) {
    throw new StreamError(
      "invalid_parameters",
      `${channelId} has no field that tells messages apart`,
    );
  }
  const tag = memberOf(message, discriminator);
  const descriptor = messageByTag(channel.serverMessages, tag);
  if (typeof tag !== "string" || descriptor === undefined || !sequence.counts.includes(tag)) {
    throw new StreamError("invalid_message", `${String(tag)} is no data frame`, { channelId });
  }
  const stamps = stampsOf(channel)(1n, tsNs);
  // First for readers of the wire, and last so that nothing given replaces them.
  const frame = { [discriminator]: tag, ...stamps, ...message, ...stamps };
  if (!descriptor.codec.is(frame)) {
    throw new CodecError("encode", descriptor.codec.validate(frame));
  }
  checkSent(channelId, descriptor, message);
  checkOwner(channel, frame, brokerId);
  return { tag, frame, descriptor };
}

/** Refuses a frame that names another owner than that of its stream. */
function checkOwner(channel: ChannelDescriptor, frame: unknown, brokerId: string): void {
  const path = channel.sequence?.ownerPath;
  const [owner = brokerId] = (path && textsAt(frame, path)) ?? [];
  if (owner === brokerId) return;
  const place = `/${path?.join("/")}`;
  const what = `${JSON.stringify(owner)} stands at ${place} of a frame of ${channel.id}`;
  const fix = "publish it to that one's stream, or correct it";
  throw new PublishRefusal("wrong_owner", `${what} for ${JSON.stringify(brokerId)}; ${fix}`);
}

function stampsOf(channel: ChannelDescriptor): StampWriter {
  const sequence = sequenceOf(channel);
  return createStampWriter(channel, sequence.field, sequence);
}

function sequenceOf({ id, sequence }: ChannelDescriptor): SequenceDescriptor {
  if (sequence !== undefined) return sequence;
  throw new StreamError("invalid_parameters", `${id} has no x-sequence`);
}
