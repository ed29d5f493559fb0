// The known state of a stream: its log, its bounds, and the index of its ids.

import type { LogBounds } from "../sequenced-log.ts";
import { createIdIndex, type IdIndex } from "./id-index.ts";
import { createIdStore } from "./id-store.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import type { ReadPlace } from "./read-direct.ts";
import { readStream } from "./read-stream.ts";
import type { StreamLook } from "./stream-admin.ts";
import type { StreamLog } from "./stream-config.ts";

const EMPTY: LogBounds = { first: 1n, last: 0n };

/** The state of a stream. Appends, reads and tails share it. */
export class StreamHead {
  /** The log to which the stream belongs. Undefined until it is known. */
  current: StreamLog | undefined;
  /** The highest number that a record is known to have. Saves readers a request. */
  seen = 0n;
  index: IdIndex;
  readonly #context: JetStreamContext;
  readonly #onReplaced: (identity: string) => void;
  /** The starts of tails that do not know their first number yet. Later calls wait for them. */
  readonly #starting = new Set<Promise<unknown>>();
  #looking: Promise<LogBounds> | undefined;

  /** Creates the state. `onReplaced` is called when the stream belongs to a different log than before. */
  constructor(context: JetStreamContext, onReplaced: (identity: string) => void) {
    this.#context = context;
    this.#onReplaced = onReplaced;
    this.index = this.#createIndex();
  }

  #createIndex(): IdIndex {
    const read = (from: bigint, limit: number) => readStream(this.#context, this, from, limit);
    const identity = async () => (await this.located()).identity;
    return createIdIndex(read, createIdStore(this.#context, identity, read));
  }

  /** Asks the server for the bounds. */
  async look(): Promise<LogBounds> {
    const { health, admin, name } = this.#context;
    await health.up();
    const found = await admin.look(name);
    return found === undefined ? EMPTY : this.adopt(found);
  }

  /**
   * Stores the state that the server has reported. If the stream belongs to a different log than before,
   * drops everything that was known about the old log.
   */
  adopt(found: StreamLook): LogBounds {
    const before = this.current;
    this.current = found;
    if (before !== undefined && before.identity !== found.identity) {
      this.seen = 0n;
      this.index = this.#createIndex();
      this.#onReplaced(found.identity);
    }
    this.note(found.last);
    return { first: found.first, last: found.last };
  }

  /** Records the number of a record that exists. */
  note(last: bigint): void {
    if (last > this.seen) this.seen = last;
  }

  /** Returns the log to which the stream belongs. Creates the stream if it is missing. */
  async located(): Promise<StreamLog> {
    if (this.current !== undefined) return this.current;
    const { health, admin, name, key } = this.#context;
    await health.up();
    const found = await admin.ensure(name, key, false);
    this.adopt(found);
    return found;
  }

  /** Returns where to read records. */
  async place(): Promise<ReadPlace> {
    const { reads: inbox, name } = this.#context;
    const { subject } = await this.located();
    return { inbox, name, subject };
  }

  /** Returns the bounds. Calls in the same turn of the event loop share a request. */
  async bounds(): Promise<LogBounds> {
    await this.started();
    // Calls after this turn need a new request, because records may have been appended in between.
    this.#looking ??= Promise.resolve().then(() => {
      this.#looking = undefined;
      return this.look();
    });
    return this.#looking;
  }

  /** Makes later calls wait until a tail knows its first number. */
  holdFor(start: Promise<unknown>): void {
    this.#starting.add(start);
    void start.finally(() => this.#starting.delete(start)).catch(() => {});
  }

  /** Resolves when every tail that has been started knows its first number. */
  async started(): Promise<void> {
    await Promise.allSettled(this.#starting);
  }
}
