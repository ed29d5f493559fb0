import type { ConnectionHost } from "./connection-host.ts";
import type { FrameBatch } from "./frame-batch.ts";
import { PendingFrames } from "./pending-frames.ts";
import type { ServerSocket } from "./server-socket.ts";

/** Writes the frames of a connection, and counts those that the operating system has not accepted yet. */
export class Outbox {
  readonly #host: ConnectionHost;
  readonly #socket: ServerSocket;
  /** Created when the operating system for the first time does not accept all bytes at once. */
  #frames: PendingFrames | undefined;
  #writable: PromiseWithResolvers<void> | undefined;

  constructor(host: ConnectionHost, socket: ServerSocket) {
    this.#host = host;
    this.#socket = socket;
  }

  get pendingBytes(): number {
    return this.#socket.pendingBytes;
  }

  get pendingFrames(): number {
    return this.#frames?.count(this.pendingBytes) ?? 0;
  }

  /** Whether the pending data exceeds a limit (streams source §4.7). */
  get isFull(): boolean {
    const { maxPendingBytes, maxPendingFrames } = this.#host;
    return this.pendingBytes > maxPendingBytes || this.pendingFrames > maxPendingFrames;
  }

  /** Writes frames. Returns the number of pending bytes afterwards. */
  write(batch: FrameBatch): number {
    const { counters } = this.#host;
    counters.sentFrames += batch.count;
    counters.sentBytes += batch.bytes.byteLength;
    this.#socket.write(batch.bytes);
    const { pendingBytes } = this.#socket;
    if (pendingBytes > 0) {
      this.#frames ??= new PendingFrames();
      this.#frames.add(batch);
    }
    return pendingBytes;
  }

  /**
   * Resolves when no data is pending, or when `wake` is called. Resolves at once if little data is pending.
   */
  writable(): Promise<void> {
    if (this.#hasRoom) return Promise.resolve();
    if (this.#writable === undefined) {
      this.#writable = Promise.withResolvers();
      this.#socket.whenTaken(() => this.wake());
    }
    return this.#writable.promise;
  }

  /** Resolves a pending `writable`. */
  wake(): void {
    this.#writable?.resolve();
    this.#writable = undefined;
  }

  get #hasRoom(): boolean {
    const { settings, maxPendingFrames } = this.#host;
    if (this.pendingBytes * 2 > settings.replayAboveBytes) return false;
    return this.pendingFrames * 2 <= maxPendingFrames;
  }
}
