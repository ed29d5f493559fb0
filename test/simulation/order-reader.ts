import type { SeededRandom } from "@specwright/runtime/testing";
import type { createStreamsClient } from "@specwright/streams-api/client";
import type { VirtualClock } from "./virtual-clock.ts";

export interface OrderReaderInput {
  readonly random: SeededRandom;
  readonly clock: VirtualClock;
  /** Returns the client of a new process. */
  readonly client: () => ReturnType<typeof createStreamsClient>;
  /** Whether faults still happen. */
  readonly isTroubled: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

const diskFull = new Error("the disk of the cursor is full");

/** A reader of the orders, which stalls, restarts and continues from its cursor. */
export class OrderReader {
  /** The markets that it reads; all if undefined. */
  readonly market: readonly string[] | undefined;
  /** The numbers of the frames that it received, over all its processes. */
  readonly seqs: bigint[] = [];
  restarts = 0;
  readonly #input: OrderReaderInput;
  #cursor: bigint | undefined;
  #stop: (() => void) | undefined;

  /** Creates a reader and starts it. */
  constructor(input: OrderReaderInput, market: readonly string[] | undefined) {
    this.#input = input;
    this.market = market;
    void this.#read();
  }

  /** Ends its process, and starts another. */
  restart(): void {
    this.restarts += 1;
    this.#stop?.();
    void this.#read();
  }

  end(): void {
    this.#stop?.();
  }

  async #read(): Promise<void> {
    const { client, onFailure } = this.#input;
    const abort = new AbortController();
    const { signal } = abort;
    /** The last number of this process; frames up to its cursor must not arrive again. */
    let last = this.#cursor ?? 0n;
    this.#stop = () => abort.abort();
    const query = { since: 1n, ...(this.market !== undefined && { market: [...this.market] }) };
    const resume = {
      load: async () => this.#cursor,
      save: (position: bigint) => this.#save(position),
    };
    try {
      for await (const frame of client().orders({ query }, { resume, signal })) {
        if (signal.aborted) return;
        if (frame.type === "$unknown") throw new Error(`an unknown frame: ${frame.reason}`);
        if (frame.type !== "order_reject") continue;
        if (frame.seq <= last) throw new Error(`${frame.seq} after ${last} in one process`);
        last = frame.seq;
        // Frames that a process received but did not store arrive again, with the same number.
        if (frame.seq <= (this.seqs.at(-1) ?? 0n) && this.restarts > 0) continue;
        this.seqs.push(frame.seq);
        await this.#stall();
      }
    } catch (error) {
      if (error === diskFull) this.restart();
      else if (!signal.aborted) onFailure(error);
    }
  }

  async #save(position: bigint): Promise<void> {
    const { isTroubled, random } = this.#input;
    if (isTroubled() && random.chance(0.002)) throw diskFull;
    this.#cursor = position;
  }

  /** Waits now and then, as a slow consumer does. */
  async #stall(): Promise<void> {
    const { isTroubled, random, clock } = this.#input;
    if (!isTroubled() || !random.chance(0.02)) return;
    await new Promise<void>((resolve) => {
      clock.setTimer(random.below(10_000), () => resolve());
    });
  }
}
