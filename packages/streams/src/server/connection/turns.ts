/**
 * Limits how many frames the connections of one client handle in a turn of the event loop. The rest
 * of the turn belongs to the other clients of the process.
 */
export class Turns {
  readonly #frames: number;
  #left: number;
  #waiting: (() => void)[] = [];
  #next: NodeJS.Immediate | undefined;

  /** @param frames the number of frames in a turn */
  constructor(frames: number) {
    this.#frames = frames;
    this.#left = frames;
  }

  /** Whether all frames of this turn are handled. */
  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** Counts a frame that is handled. */
  count(): void {
    this.#left -= 1;
    this.#next ??= setImmediate(() => this.#beginTurn());
  }

  /** Calls `run` in a later turn; returns a function that cancels the call. */
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
