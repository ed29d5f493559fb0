/**
 * Limits how many frames of one client are handled in a turn of the event loop. In the rest of the turn,
 * the process serves other clients.
 */
export class Turns {
  readonly #frames: number;
  #left: number;
  #waiting: (() => void)[] = [];
  #next: NodeJS.Immediate | undefined;

  /** @param frames the maximum number of frames in a turn of the event loop */
  constructor(frames: number) {
    this.#frames = frames;
    this.#left = frames;
  }

  /** Whether no more frames may be handled in this turn. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** Counts a frame that is handled. */
  count(): void {
    this.#left -= 1;
    this.#next ??= setImmediate(() => this.#beginTurn());
  }

  /** Calls `run` in a later turn. Returns a function that cancels the call. */
  wait(run: () => void): () => void {
    this.#waiting.push(run);
    this.#next ??= setImmediate(() => this.#beginTurn());
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== run);
    };
  }

  #beginTurn(): void {
    this.#next = undefined;
    this.#left = this.#frames;
    while (!this.isOver) {
      const run = this.#waiting.shift();
      if (run === undefined) return;
      run();
    }
    this.#next ??= setImmediate(() => this.#beginTurn());
  }
}
