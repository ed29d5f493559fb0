import { type Clock, memberOf, type SendOptions, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { encodeMessage, type ReplyTaker } from "@specwright/runtime/transport";
import type { SubscriptionTracker } from "../numbering/subscription.ts";
import type { Ending } from "./connection/ending.ts";
import { describeEnding } from "./decide-ending.ts";
import type { StreamConnection } from "./stream-connection.ts";

/** A message on its way to a connection. */
interface Unsent {
  readonly frame: Uint8Array;
  readonly options: SendOptions;
  readonly settle: PromiseWithResolvers<void>;
}

/** The messages of a channel on their way to its connections. */
export class Outbox {
  readonly #channelId: string;
  #unsent: Unsent[] = [];

  constructor(channelId: string) {
    this.#channelId = channelId;
  }

  /** Adds a frame that waits for a connection. Resolves once one has sent it. */
  add(frame: Uint8Array, options: SendOptions): Promise<void> {
    const settle = Promise.withResolvers<void>();
    const unsent: Unsent = { frame, options, settle };
    this.#unsent.push(unsent);
    const { signal } = options;
    const withdraw = (): void => {
      if (!this.#unsent.includes(unsent)) return;
      this.#unsent = this.#unsent.filter((one) => one !== unsent);
      settle.reject(this.withdrawn(signal));
    };
    signal?.addEventListener("abort", withdraw, { once: true });
    return settle.promise.finally(() => signal?.removeEventListener("abort", withdraw));
  }

  /** Writes a frame to a connection. Resolves once the connection has sent it. */
  async write(
    connection: StreamConnection,
    frame: Uint8Array,
    { onWritten }: SendOptions,
  ): Promise<void> {
    const sent = connection.send(frame);
    onWritten?.();
    try {
      await sent;
    } catch (cause) {
      const message = "the connection ended while the message was sent; it may have arrived";
      const options = { channelId: this.#channelId, sent: true, cause };
      throw new StreamError("send_lost", message, options);
    }
  }

  /** Writes everything that waits. */
  writeTo(connection: StreamConnection): void {
    for (const { frame, options, settle } of this.#unsent.splice(0)) {
      this.write(connection, frame, options).then(settle.resolve, settle.reject);
    }
  }

  /** Rejects everything that waits. */
  reject(error: unknown): void {
    for (const { settle } of this.#unsent.splice(0)) settle.reject(error);
  }

  /** Returns the error of a message that its signal withdrew. */
  withdrawn(signal: AbortSignal | undefined): StreamError {
    const message = "the caller's signal withdrew the message before it was sent";
    const options = { channelId: this.#channelId, sent: false, cause: signal?.reason };
    return new StreamError("send_aborted", message, options);
  }
}

/** Writes a message of the client. Throws `StreamError` `invalid_message`. */
export function writeMessage(
  channel: ChannelDescriptor,
  message: unknown,
): { readonly frame: Uint8Array; readonly tag: unknown } {
  const { discriminator, clientMessages } = channel;
  const tag = discriminator === undefined ? undefined : memberOf(message, discriminator);
  return { frame: encodeMessage(channel, clientMessages, message), tag };
}

/** Rejects the requests that a connection has sent; `undefined` if this side ended the channel. */
export function loseReplies(replies: ReplyTaker | undefined, ending: Ending | undefined): void {
  if (ending === undefined) {
    replies?.lost("this side closed the channel");
    return;
  }
  const { code, reason = "" } = describeEnding(ending);
  if (ending.kind === "closed") {
    const why = `closed with ${ending.code}${reason === "" ? "" : `: ${reason}`}`;
    replies?.lost(why, ending.code);
  } else replies?.lost(reason || `${code ?? ending.kind}`);
}

// Composes the control frames of a channel with subscriptions from the earlier ones.

/** Records subscriptions from the frames that requested them. */
export interface Resubscriber {
  /** Records a frame that is about to be sent; returns whether it subscribes or unsubscribes. */
  note(tag: unknown, message: unknown): boolean;
  /** Returns the frames that repeat all subscriptions on a new connection. */
  restart(): readonly Uint8Array[];
  /** Returns the frames that request a new snapshot of a key. */
  refresh(key: string): readonly Uint8Array[];
  /**
   * Records that a snapshot of a key is expected, so that it is requested again if it does not
   * arrive.
   */
  expect(key: string): void;
  /** Restarts the timeouts of all expected snapshots, because none could arrive until now. */
  postpone(): void;
  /** Returns the frames that request overdue snapshots again. */
  overdue(timeoutMs: number): readonly Uint8Array[];
}

/**
 * The number of keys in one frame. With 60 characters each, they stay well below the 64 KiB of a
 * frame.
 */
const KEYS_PER_FRAME = 256;

/** Creates a resubscriber; on a channel without subscriptions it does nothing. */
export function createResubscriber(
  channel: ChannelDescriptor,
  keys: SubscriptionTracker,
  clock: Clock,
): Resubscriber {
  const { subscription, discriminator, clientMessages } = channel;
  /** When a snapshot of a key was last requested. */
  const asked = new Map<string, number>();

  function noteAsked(list: readonly string[]): void {
    for (const key of list) if (keys.awaits(key)) asked.set(key, clock.elapsed());
  }

  function write(tag: string, members: object): readonly Uint8Array[] {
    const message = clientMessages.find((one) => one.tag === tag);
    return message === undefined || discriminator === undefined
      ? []
      : [message.codec.encodeBytes({ [discriminator]: tag, ...members })];
  }

  function refresh(key: string): readonly Uint8Array[] {
    if (subscription === undefined) return [];
    const { subscribe, unsubscribe, keysField, forceSnapshotField: force } = subscription;
    const members = { [keysField]: [key] };
    noteAsked([key]);
    if (force !== undefined) return write(subscribe, { ...members, [force]: true });
    return [...write(unsubscribe, members), ...write(subscribe, members)];
  }

  return {
    refresh,
    note(tag, message) {
      if (subscription === undefined) return false;
      if (tag !== subscription.subscribe && tag !== subscription.unsubscribe) return false;
      const named = memberOf(message, subscription.keysField);
      const list = Array.isArray(named) ? named.map(String) : [];
      if (tag === subscription.subscribe) keys.subscribe(list);
      else keys.unsubscribe(list);
      noteAsked(list);
      return true;
    },
    restart() {
      if (subscription === undefined) return [];
      const list = keys.restart();
      asked.clear();
      noteAsked(list);
      const frames: Uint8Array[] = [];
      for (let at = 0; at < list.length; at += KEYS_PER_FRAME) {
        const part = list.slice(at, at + KEYS_PER_FRAME);
        frames.push(...write(subscription.subscribe, { [subscription.keysField]: part }));
      }
      return frames;
    },
    expect: (key) => noteAsked([key]),
    postpone: () => noteAsked([...asked.keys()]),
    overdue(timeoutMs) {
      const frames: Uint8Array[] = [];
      for (const [key, askedMs] of asked) {
        if (!keys.awaits(key)) asked.delete(key);
        else if (clock.elapsed() - askedMs >= timeoutMs) frames.push(...refresh(key));
      }
      return frames;
    },
  };
}
