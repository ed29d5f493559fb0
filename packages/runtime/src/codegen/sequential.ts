// Descriptors of sequential media types: bodies that are items one after another; each is read,
// checked and handed over when it has arrived.

import type { RestErrorCode } from "../errors/error-codes.ts";
import type { Codec } from "./codec.ts";

/** A body of items one after another, such as `text/event-stream` or `application/jsonl`. */
export interface SequentialDescriptor {
  readonly kind: "sequential";
  readonly format: SequentialFormat;
  /** Checks each item. */
  readonly codec: Codec<unknown>;
}

/** How items follow each other. */
export interface SequentialFormat {
  /** Reads items as they arrive. The iteration throws what `source` makes of an error. */
  read(codec: Pick<Codec<unknown>, "decode">, source: ItemSource): AsyncGenerator<unknown, void>;
  /** Reads the items of a whole text. Throws what `source` makes of an error. */
  readAll(
    codec: Pick<Codec<unknown>, "decode">,
    text: string,
    source: Pick<ItemSource, "error">,
  ): readonly unknown[];
  /**
   * Returns the text of one item.
   *
   * @throws CodecError if the item does not match its schema, TypeError if it cannot be written.
   */
  write(codec: Codec<unknown>, item: unknown): string;
  /** Text that a server writes while it has no item, so that proxies keep the connection open. */
  readonly keepAlive?: string;
}

/** Where the items of a body come from. */
export interface ItemSource {
  readonly response: Response;
  /** The longest item that is read, in bytes. */
  readonly maxBytes: number;
  /** Creates the error for a connection or an item that fails; `index` counts the items. */
  error(
    code: RestErrorCode,
    message: string,
    details?: { readonly cause?: unknown; readonly index?: number },
  ): Error;
  /** Set if the request may be sent again when its answer has ended. */
  readonly resumption?: Resumption | undefined;
}

/** The functions with which an event stream is requested again. */
export interface Resumption {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /**
   * Whether to resume; undefined to do so if the stream gave an `id` to resume from or a `retry`
   * time.
   */
  readonly wanted: boolean | undefined;
  /** Sends the request with further headers. Rejects if there is no answer. */
  request(headers: Readonly<Record<string, string>>): Promise<Response>;
  /** Waits; rejects when the caller gives up. */
  sleep(milliseconds: number): Promise<void>;
}
