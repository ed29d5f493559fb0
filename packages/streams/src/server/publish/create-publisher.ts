// Publishes to a sequenced channel. Each frame is numbered, gets its time, and is stored in the log before
// it is sent to readers.

import {
  type ChannelParameters,
  type Clock,
  CodecError,
  memberOf,
  StreamError,
  systemClock,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  encodeBytes,
  type MessageDescriptor,
  type SequenceDescriptor,
} from "@specwright/runtime/transport";
import { checkRecords } from "../../log/check-records.ts";
import type { LogRecord, RecordKeys, SequencedLog, StreamKey } from "../../log/sequenced-log.ts";
import { writeStreamKey } from "../../log/write-stream-key.ts";
import { messageByTag, nowNs } from "../connection/control-frames.ts";
import { hasOwners, SHARED, sequenceKey } from "../sequence-key.ts";
import { checkSent } from "./check-sent.ts";
import { createFilterValues } from "./filter-values.ts";
import { createPublishQueue, type PublishQueue } from "./publish-queue.ts";
import { PublishRefusal, shortJson } from "./publish-refusal.ts";
import type { ReferenceStore } from "./reference-store.ts";
import { createStampWriter, type StampWriter } from "./stamps.ts";
import { textsAt } from "./texts-at.ts";
import type { Unstamped } from "./unstamped.ts";

/** A frame to publish. */
export interface PublishInput<ServerMessage, Stamped extends string = string> {
  /**
   * The owner of the sequence. Required on a channel with a signature or with `owner` in `x-sequence`,
   * which has a sequence for each owner. Any other channel has one sequence for all clients.
   */
  readonly brokerId?: string;
  /** The message, without the members for its number and time. */
  readonly message: Unstamped<ServerMessage, Stamped>;
  /**
   * The values by which query parameters select the frame, such as `{ market: ["M1"], account_id: [] }`.
   * Needed only if the values follow neither from the frame nor from earlier frames. An empty list means no
   * value.
   */
  readonly keys?: RecordKeys;
  /**
   * The caller's id for the frame, with 1 to 256 bytes of UTF-8. If the stream still keeps a frame with the
   * same id, `publish` appends nothing and resolves with the number of that frame. A frame that failed, or
   * whose answer was lost, can therefore be published again.
   */
  readonly id?: string;
}

/** The parameters of a channel's address, if it has any. */
export type AddressInput<Parameters extends ChannelParameters> = Pick<
  Parameters,
  keyof Parameters & "path"
>;

/** Publishes to sequenced channels. Create one publisher for each log, because a log allows one writer. */
export interface Publisher {
  /**
   * Publishes a data frame, and resolves with its number when the frame is durable. Rejects with
   * `CodecError` if the message breaks its schema. Rejects with `StreamError` `invalid_message` if the
   * message is not a data frame of the channel, and `invalid_parameters` if `path` does not match the
   * parameters of the address. Rejects with `PublishRefusal` if the contract does not define a member or
   * value of the message, if the channel does not have the given owner or filter, or if a filter has no
   * value. Rejects with any error of the log. A rejected frame uses no number. After `log_unavailable`,
   * however, the frame may have been stored. To find out, publish it again with the same `id`.
   *
   * Frames of a stream keep the order of the calls. A frame with a known `id` is answered at once. After a
   * temporary error (`mayPublishAgain`), later frames are rejected with `PublishRefusal` `behind_refused`
   * until the failed frame is published again with its `id`, or given up. Then publish the rejected frames
   * again in the same order.
   */
  publish<
    ServerMessage,
    Stamped extends string,
    Written = ServerMessage,
    Parameters extends ChannelParameters = ChannelParameters,
  >(
    channel: ChannelDescriptor<Parameters, ServerMessage, unknown, Stamped, Written>,
    input: PublishInput<Written, Stamped> & AddressInput<Parameters>,
  ): Promise<bigint>;
  /**
   * Throws the same errors as `publish` for a frame that breaks the contract. Does not check filter values,
   * nor whether the log accepts the frame.
   */
  check<
    ServerMessage,
    Stamped extends string,
    Written = ServerMessage,
    Parameters extends ChannelParameters = ChannelParameters,
  >(
    channel: ChannelDescriptor<Parameters, ServerMessage, unknown, Stamped, Written>,
    input: PublishInput<Written, Stamped> & AddressInput<Parameters>,
  ): void;
  /**
   * Gives up a frame that was rejected and could be published again, so that later frames are accepted.
   * Resolves after all earlier frames, with whether later frames were waiting for this one.
   */
  giveUp(channel: ChannelDescriptor, frame: FrameName): Promise<boolean>;
}

/** Identifies a frame of a channel. */
export interface FrameName {
  /** The owner that was passed to `publish`. */
  readonly brokerId?: string;
  /** The parameters of the address that were passed to `publish`. */
  readonly path?: object;
  readonly id: string;
}

/** Options for `createPublisher`. */
export interface PublisherOptions {
  readonly log: SequencedLog;
  /** The channels whose frames have filter values that later frames need. Default none. */
  readonly channels?: readonly ChannelDescriptor[];
  /** Stores filter values for longer than the log keeps frames. If absent, only the log has them. */
  readonly references?: ReferenceStore;
  /**
   * The maximum number of values that are remembered of each kind, such as orders or markets. The latest
   * ones are kept. Default 262,144.
   */
  readonly maxReferences?: number;
  readonly clock?: Clock;
}

interface AnyInput extends PublishInput<unknown> {
  readonly path?: object | undefined;
  readonly message: object;
}

interface Item {
  readonly tag: string;
  /** The frame, with a preliminary number and time. */
  readonly frame: Record<string, unknown>;
  readonly descriptor: MessageDescriptor;
  readonly keys: RecordKeys;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { log, channels = [], references: store, clock = systemClock } = options;
  const queues = new Map<string, PublishQueue<Item, bigint>>();
  /** The number of frames of each stream that wait until the log has been read. */
  const waiting = new Map<string, number>();
  const values = createFilterValues({
    log,
    channels,
    store,
    most: options.maxReferences ?? 262_144,
  });

  function queueFor(channel: ChannelDescriptor, stream: StreamKey): PublishQueue<Item, bigint> {
    const name = writeStreamKey(stream);
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = makeQueue(stream, stampsOf(channel));
    queues.set(name, made);
    return made;
  }

  function makeQueue(stream: StreamKey, stamps: StampWriter): PublishQueue<Item, bigint> {
    /** The last number of the stream. Undefined before the first batch, and after an error of the log. */
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
            const bytes = encodeBytes(descriptor, Object.assign(frame, stamps(seq, tsNs)));
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

  /**
   * Checks a message and finds the values for its filters. Remembers the values for later messages. Returns
   * undefined if the log must be read first.
   */
  function createItem(
    channel: ChannelDescriptor,
    stream: StreamKey,
    input: AnyInput,
  ): Item | undefined {
    const frame = checkedFrame(channel, stream, input, nowNs(clock));
    const source = { channel, stream };
    const keys = values.find(source, frame.frame, input.keys ?? {});
    if (keys === undefined) return undefined;
    values.learn(source, frame.frame, keys);
    return { ...frame, keys };
  }

  /** Waits until the log has been read, then creates an item. Later frames of the stream wait too. */
  async function itemAfter(
    loading: Promise<void>,
    channel: ChannelDescriptor,
    stream: StreamKey,
    input: AnyInput,
  ): Promise<Item> {
    await loading;
    const item = createItem(channel, stream, input);
    if (item === undefined) throw new Error("the log was read, but not for this frame");
    return item;
  }

  return {
    check(channel, input) {
      const stream = streamFor(channel, input);
      checkedFrame(channel, stream, { ...input, message: input.message }, nowNs(clock));
    },
    async publish(channel, input) {
      const { id } = input;
      const stream = streamFor(channel, input);
      const queue = queueFor(channel, stream);
      const given = { ...input, message: input.message };
      const name = writeStreamKey(stream);
      // Reading a long log takes seconds. Only frames that need values from the log wait for it.
      const loading = values.load(stream);
      loading.catch(() => {});
      if (!waiting.has(name) && !values.mustWait(stream)) {
        try {
          const item = createItem(channel, stream, given);
          if (item !== undefined) return queue.push(item, id);
        } catch (error) {
          return queue.refuse(error, id);
        }
      }
      waiting.set(name, (waiting.get(name) ?? 0) + 1);
      const found = await Promise.allSettled([itemAfter(loading, channel, stream, given)]);
      const left = (waiting.get(name) ?? 1) - 1;
      if (left > 0) waiting.set(name, left);
      else waiting.delete(name);
      const [outcome] = found;
      return outcome.status === "fulfilled"
        ? queue.push(outcome.value, id)
        : queue.refuse(outcome.reason, id);
    },
    async giveUp(channel, frame) {
      const stream = streamFor(channel, frame);
      const queue = queueFor(channel, stream);
      // `giveUp` must take effect after all earlier calls of `publish`, which may wait for the log.
      await values.load(stream).catch(() => {});
      return queue.giveUp(frame.id);
    },
  };
}

/**
 * Creates the frame of a message with a preliminary number and time. Checks that a publisher may send it.
 */
function checkedFrame(
  channel: ChannelDescriptor,
  { brokerId }: StreamKey,
  { message }: AnyInput,
  tsNs: bigint,
): Omit<Item, "keys"> {
  const { discriminator, id: channelId } = channel;
  const sequence = sequenceOf(channel);
  const descriptor = findMessage(channel, message);
  const tag = descriptor?.tag ?? descriptor?.id;
  if (descriptor === undefined || tag === undefined || !sequence.counts.includes(tag)) {
    const given = discriminator === undefined ? message : memberOf(message, discriminator);
    const known = sequence.counts.join(", ");
    const what = `${shortJson(given)} is not a numbered message of ${channelId}. Numbered messages: ${known}.`;
    throw new StreamError("invalid_message", what, { channelId });
  }
  const stamps = stampsOf(channel)(1n, tsNs);
  // These members are first because some readers of the wire format expect that. They are set again at the
  // end, so that the message cannot replace them.
  const start = discriminator === undefined ? {} : { [discriminator]: tag };
  const frame = { ...start, ...stamps, ...message, ...stamps };
  if (!descriptor.codec.is(frame)) {
    throw new CodecError("encode", descriptor.codec.validate(frame));
  }
  checkSent(channelId, descriptor, message);
  checkOwner(channel, frame, brokerId);
  return { tag, frame, descriptor };
}

function findMessage(
  { discriminator, serverMessages, select }: ChannelDescriptor,
  message: object,
): MessageDescriptor | undefined {
  return discriminator === undefined
    ? select?.choose(serverMessages, message)
    : messageByTag(serverMessages, memberOf(message, discriminator));
}

/**
 * Returns the stream to which a frame belongs.
 *
 * @throws PublishRefusal `wrong_owner` if the channel has owners but `brokerId` is missing, or the channel
 * has no owners but `brokerId` is given.
 */
function streamFor(
  channel: ChannelDescriptor,
  { brokerId, path }: Omit<AnyInput, "message">,
): StreamKey {
  const isOwned = hasOwners(channel);
  if (isOwned && brokerId === undefined) {
    const what = `${channel.id} has a sequence for each owner; pass \`brokerId\``;
    throw new PublishRefusal("wrong_owner", what);
  }
  if (!isOwned && brokerId !== undefined && brokerId !== SHARED) {
    const what = `${channel.id} has one sequence for all clients, not one for ${shortJson(brokerId)}`;
    throw new PublishRefusal("wrong_owner", `${what}; leave out \`brokerId\``);
  }
  return sequenceKey(channel, brokerId ?? SHARED, path);
}

/** Refuses a frame if it names an owner other than `brokerId`. */
function checkOwner(channel: ChannelDescriptor, frame: unknown, brokerId: string): void {
  const path = channel.sequence?.ownerPath;
  const [owner = brokerId] = (path && textsAt(frame, path)) ?? [];
  if (owner === brokerId) return;
  const place = `/${path?.join("/")}`;
  const what = `a frame of ${channel.id} has the owner ${JSON.stringify(owner)} at ${place}`;
  const fix = "publish it to the stream of that owner, or correct it";
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
