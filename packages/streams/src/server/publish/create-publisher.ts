// Publishes to a sequenced channel: frames are numbered, stamped, written once and made durable before they
// are sent to readers.

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
   * The owner of the sequence, on a channel with a sequence for each owner: a channel with a signature, or
   * with `owner` in `x-sequence`. Other channels have one sequence for all clients.
   */
  readonly brokerId?: string;
  /** The message without its number and time. */
  readonly message: Unstamped<ServerMessage, Stamped>;
  /**
   * The values by which query parameters select the frame, such as `{ market: ["M1"], account_id: [] }`, if
   * they follow neither from the frame nor from earlier frames. An empty list means no values.
   */
  readonly keys?: RecordKeys;
  /**
   * The caller's id of the frame, 1 to 256 bytes of UTF-8. Publishing again with an id that the
   * stream still keeps appends nothing and returns the first number, so that it is safe to repeat a
   * frame that failed or whose answer was lost.
   */
  readonly id?: string;
}

/** The parameters of a channel's address, if it has any. */
export type AddressInput<Parameters extends ChannelParameters> = Pick<
  Parameters,
  keyof Parameters & "path"
>;

/** Publishes to sequenced channels. Use one for each log, because a log has one writer. */
export interface Publisher {
  /**
   * Publishes a data frame; resolves with its number once it is durable. Rejects with `CodecError` if the
   * message breaks its schema. Rejects with `StreamError` `invalid_message` if it is not a data frame of the
   * channel, and `invalid_parameters` if `path` does not have the parameters of the address. Rejects with
   * `PublishRefusal` if the message contains members or values that only readers accept, names an owner or
   * filter that the channel does not have, or lacks a value for a filter. Rejects with the error of the log.
   * A rejected frame uses no number. But after `log_unavailable` the frame may have been stored: publish it
   * again with the same `id` to find out.
   *
   * Calls for one stream keep their order, except those with a known `id`, which are answered at once. After
   * a temporary error (`mayPublishAgain`), later frames are rejected with `PublishRefusal` `behind_refused`
   * until the frame is published again with its `id`, or given up; they are then expected in the same order.
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
   * Throws the error with which `publish` rejects a frame that breaks the contract. Only `publish` checks
   * the filter values and whether the log accepts the frame.
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
   * Gives up a frame that was rejected and might be published again, so that later frames are accepted.
   * Resolves after all frames that were published before, with whether a frame with this id was expected.
   */
  giveUp(channel: ChannelDescriptor, frame: FrameName): Promise<boolean>;
}

/** Identifies a frame of a channel. */
export interface FrameName {
  /** As given to `publish`. */
  readonly brokerId?: string;
  /** The parameters of the address, as given to `publish`. */
  readonly path?: object;
  readonly id: string;
}

/** Options for `createPublisher`. */
export interface PublisherOptions {
  readonly log: SequencedLog;
  /** The channels whose frames provide filter values for later ones. Default none. */
  readonly channels?: readonly ChannelDescriptor[];
  /** Stores filter values for longer than the retention of the log; by default only the log keeps them. */
  readonly references?: ReferenceStore;
  /**
   * The maximum number of remembered orders, of remembered markets and so on; the latest are kept.
   * Default 262,144 each.
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
  /** The message has a preliminary number and time. */
  readonly frame: Record<string, unknown>;
  readonly descriptor: MessageDescriptor;
  readonly keys: RecordKeys;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { log, channels = [], references: store, clock = systemClock } = options;
  const queues = new Map<string, PublishQueue<Item, bigint>>();
  /** How many frames of a stream may wait until the log has been read. */
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
    /** The last number of the stream. Undefined at first, and after an error of the log. */
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
   * Checks a message, finds its keys, and remembers its values for later messages. Returns undefined if the
   * log must be read first.
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

  /**
   * Creates an item after the log has been read. Frames that arrive in the meantime wait behind this item.
   */
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
      // Reading a long log takes seconds, and few frames need its values.
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
      // `giveUp` takes effect after all earlier calls of `publish`, even if these fail.
      await values.load(stream).catch(() => {});
      return queue.giveUp(frame.id);
    },
  };
}

/** Composes the frame of a message that a sender may publish; its number and time are preliminary. */
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
  // These members come first because readers of the wire format expect that. They are repeated last
  // so that members of the message cannot replace them.
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
 * Returns the stream of a frame.
 *
 * @throws PublishRefusal `wrong_owner` for an owner on a channel without owners, or for a missing
 * owner on a channel with owners.
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

/** Refuses a frame whose owner is not the owner of its stream. */
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
