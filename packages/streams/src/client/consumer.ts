import type { DeliveryQueue } from "./delivery-queue.ts";
import type { ReaderMark } from "./numbering.ts";
import type { ReaderPosition } from "./reader-position.ts";

/** A message, and the position to save once the message is consumed. */
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
   * Returns a message without waiting. Returns undefined if the queue is empty, or if there is a cursor,
   * whose position `next` must save first.
   */
  nextNow(): { readonly message: unknown } | undefined {
    return this.#position.kept ? undefined : this.#queue.takeNow();
  }

  /** Saves the position of the previous message, then returns the next message. */
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
