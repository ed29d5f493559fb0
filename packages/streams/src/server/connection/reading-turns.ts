import type { ServerSocket } from "./server-socket.ts";

/** The number of messages of a client after which other clients have their turn. */
const BURST = 64;

/** Pauses the reading of a socket: while its session cannot accept more, and to let others proceed. */
export class ReadingTurns {
  readonly #socket: Pick<ServerSocket, "pause" | "resume">;
  #isHeld = false;
  #isYielding = false;
  /** The number of messages since others had their turn. */
  #burst = 0;

  constructor(socket: Pick<ServerSocket, "pause" | "resume">) {
    this.#socket = socket;
  }

  /** Stops reading until `release` is called. */
  hold(): void {
    this.#isHeld = true;
    this.#socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    if (!this.#isYielding) this.#socket.resume();
  }

  /** Counts a message, and lets other clients proceed after many. */
  count(): void {
    this.#burst += 1;
    if (this.#burst < BURST) return;
    this.#burst = 0;
    if (this.#isYielding) return;
    this.#isYielding = true;
    this.#socket.pause();
    setImmediate(() => {
      this.#isYielding = false;
      if (!this.#isHeld) this.#socket.resume();
    });
  }
}
