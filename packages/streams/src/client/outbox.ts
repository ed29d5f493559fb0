import { memberOf, type SendOptions, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { encodeMessage, type ReplyTaker } from "@specwright/runtime/transport";
import type { Ending } from "./connection/ending.ts";
import { describeEnding } from "./decide-ending.ts";

/** The sending part of a connection. */
interface Sender {
  send(frame: Uint8Array, isBinary?: boolean): Promise<void>;
}

/** A message that no connection has sent yet. */
interface Unsent {
  readonly frame: Uint8Array;
  readonly isBinary: boolean;
  readonly options: SendOptions;
  readonly settle: PromiseWithResolvers<void>;
}

/** The messages of a channel that no connection has sent yet. */
export class Outbox {
  readonly #channelId: string;
  #unsent: Unsent[] = [];

  constructor(channelId: string) {
    this.#channelId = channelId;
  }

  /** How many messages wait. */
  get size(): number {
    return this.#unsent.length;
  }

  /** Adds a frame that waits for a connection. Resolves once a connection has sent the frame. */
  add(frame: Uint8Array, options: SendOptions, isBinary = false): Promise<void> {
    const settle = Promise.withResolvers<void>();
    const unsent: Unsent = { frame, isBinary, options, settle };
    this.#unsent.push(unsent);
    const { signal } = options;
    const withdrawMessage = (): void => {
      if (!this.#unsent.includes(unsent)) return;
      this.#unsent = this.#unsent.filter((one) => one !== unsent);
      settle.reject(this.withdrawn(signal));
    };
    signal?.addEventListener("abort", withdrawMessage, { once: true });
    return settle.promise.finally(() => signal?.removeEventListener("abort", withdrawMessage));
  }

  /** Writes a frame to a connection. Resolves once the connection has sent it. */
  async write(
    connection: Sender,
    frame: Uint8Array,
    { onWritten }: SendOptions,
    isBinary = false,
  ): Promise<void> {
    const sent = connection.send(frame, isBinary);
    onWritten?.();
    try {
      await sent;
    } catch (cause) {
      const message = "the connection ended while the message was sent; it may have arrived";
      const options = { channelId: this.#channelId, sent: true, cause };
      throw new StreamError("send_lost", message, options);
    }
  }

  /** Writes all waiting messages. */
  writeTo(connection: Sender): void {
    while (this.size > 0) this.writeFirst(connection);
  }

  /** Writes the first waiting message, if there is one. */
  writeFirst(connection: Sender): void {
    const first = this.#unsent.shift();
    if (first === undefined) return;
    const { frame, isBinary, options, settle } = first;
    this.write(connection, frame, options, isBinary).then(settle.resolve, settle.reject);
  }

  /** Rejects all waiting messages. */
  reject(error: unknown): void {
    for (const { settle } of this.#unsent.splice(0)) settle.reject(error);
  }

  /** Creates the error for a message whose signal aborted before the message was sent. */
  withdrawn(signal: AbortSignal | undefined): StreamError {
    const message = "the caller's signal withdrew the message before it was sent";
    const options = { channelId: this.#channelId, sent: false, cause: signal?.reason };
    return new StreamError("send_aborted", message, options);
  }
}

/** Encodes a message of the client. Throws `StreamError` `invalid_message`. */
export function writeMessage(
  channel: ChannelDescriptor,
  message: unknown,
): { readonly frame: Uint8Array; readonly tag: unknown } {
  const { discriminator, clientMessages } = channel;
  const tag = discriminator === undefined ? undefined : memberOf(message, discriminator);
  return { frame: encodeMessage(channel, clientMessages, message), tag };
}

/**
 * Rejects the requests without a reply after their connection has ended. `ending` is undefined if this side
 * ended the channel.
 */
export function rejectPendingReplies(
  replies: ReplyTaker | undefined,
  ending: Ending | undefined,
): void {
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
