import type { Connection } from "./connection.ts";

/** The connection of a `Request`. The Fetch standard exposes only a part of it. */
export class FetchConnection implements Connection {
  readonly #controller = new AbortController();
  readonly #listeners: (() => void)[] = [];
  #isClosed = false;
  #cut: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    const leave = (): void => this.#leave();
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#listeners.push(listener);
  }

  cut(): void {
    this.#cut?.();
    this.#leave();
  }

  /** Records that the response was sent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Wraps a body. The wrapper closes the connection at the end of the body, and records when the client
   * disconnects.
   */
  follow(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#cut = () => {
            controller.error(new Error("The server aborted the stream."));
            void reader.cancel();
          };
        },
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (this.#isClosed) return;
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
          this.close();
        },
        cancel: async (reason) => {
          this.#leave();
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  #leave(): void {
    if (this.#isClosed) return;
    this.#controller.abort();
    this.close();
  }
}
