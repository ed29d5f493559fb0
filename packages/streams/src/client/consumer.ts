import type { DeliveryQueue } from "./delivery-queue.ts";
import type { ReaderMark } from "./numbering.ts";
import type { ReaderPosition } from "./reader-position.ts";

/** A message, and the reader's position after the message is consumed. */
export interface Delivery {
  readonly message: unknown;
  readonly position: ReaderMark | undefined;
}

/**
 * Passes queued messages to the consumer. Before each message, saves the position after the
 * previous one.
 */
export class Consumer {
  readonly #queue: DeliveryQueue<Delivery>;
  readonly #position: ReaderPosition;
  readonly #onFailed: () => void;

  /** Creates a consumer. `onFailed` is called if the stream or the cursor failed. */
  constructor(queue: DeliveryQueue<Delivery>, position: ReaderPosition, onFailed: () => void) {
    this.#queue = queue;
    this.#position = position;
    this.#onFailed = onFailed;
  }

  /**
   * Returns a message without waiting; undefined if no message waits, or if the cursor must be saved first.
   */
  nextNow(): { readonly message: unknown } | undefined {
    return this.#position.kept ? undefined : this.#queue.takeNow();
  }

  /** Returns the next message, after the position of the previous one was saved. */
  async next(): Promise<IteratorResult<unknown, undefined>> {
    try {
      await this.#position.save();
      const result = await this.#queue.next();
      if (result.done) {
        await this.#position.flush();
        return result;
      }
      this.#position.hand(result.value.position);
      return { done: false, value: result.value.message };
    } catch (error) {
      this.#onFailed();
      this.#queue.discard();
      // The caller gets the error that ended the stream, not a later error of the cursor.
      await this.#position.flush().catch(() => {});
      throw error;
    }
  }
}
