// Descriptors of sequential media types: bodies that are a sequence of items. Each item is read, checked
// and delivered as it arrives.

import type { RestErrorCode } from "../errors/error-codes.ts";
import type { Codec } from "./codec.ts";

/** A body that is a sequence of items, such as `text/event-stream` or `application/jsonl`. */
export interface SequentialDescriptor {
  readonly kind: "sequential";
  readonly format: SequentialFormat;
  /** Checks each item. */
  readonly codec: Codec<unknown>;
}

/** How items follow each other. */
export interface SequentialFormat {
  /**
   * Reads items as they arrive. On an error, the iteration throws the error that `source.error` creates.
   */
  read(codec: Pick<Codec<unknown>, "decode">, source: ItemSource): AsyncGenerator<unknown, void>;
  /** Reads the items of a whole text. On an error, throws the error that `source.error` creates. */
  readAll(
    codec: Pick<Codec<unknown>, "decode">,
    text: string,
    source: Pick<ItemSource, "error">,
  ): readonly unknown[];
  /**
   * Returns the text of one item.
   *
   * @throws CodecError if the item does not match its schema. TypeError if the item cannot be written.
   */
  write(codec: Codec<unknown>, item: unknown): string;
  /** A text that a server writes when no item is ready, so that proxies keep the connection open. */
  readonly keepAlive?: string;
}

/** The source of the items of a body. */
export interface ItemSource {
  readonly response: Response;
  /** The maximum size of an item, in bytes. */
  readonly maxBytes: number;
  /**
   * Creates the error for a failed connection or an invalid item. `index` is the index of the item.
   */
  error(
    code: RestErrorCode,
    message: string,
    details?: { readonly cause?: unknown; readonly index?: number },
  ): Error;
  /** Set if the client may send the request again after its answer has ended. */
  readonly resumption?: Resumption | undefined;
}

/** The functions for requesting an event stream again. */
export interface Resumption {
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** Whether to resume. Undefined: resume if the stream has sent an `id` or a `retry` time. */
  readonly wanted: boolean | undefined;
  /** Sends the request with additional headers. Rejects if there is no answer. */
  request(headers: Readonly<Record<string, string>>): Promise<Response>;
  /** Waits; rejects when the caller cancels. */
  sleep(milliseconds: number): Promise<void>;
}
