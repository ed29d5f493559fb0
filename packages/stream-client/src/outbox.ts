import type { StreamConnection } from "./stream-connection.ts";

/** Messages that wait for a connection. */
export class Outbox {
  #unsent: { readonly frame: Uint8Array; readonly settle: PromiseWithResolvers<void> }[] = [];

  /** Adds a frame. Resolves once a connection has sent it. */
  add(frame: Uint8Array): Promise<void> {
    const settle = Promise.withResolvers<void>();
    this.#unsent.push({ frame, settle });
    return settle.promise;
  }

  /** Sends everything that waits. */
  sendTo(connection: StreamConnection | undefined): void {
    for (const { frame, settle } of this.#unsent.splice(0)) {
      connection?.send(frame).then(settle.resolve, settle.reject);
    }
  }

  /** Rejects everything that waits. */
  reject(error: unknown): void {
    for (const { settle } of this.#unsent.splice(0)) settle.reject(error);
  }
}
