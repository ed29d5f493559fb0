// The known state of a stream: the log that it belongs to, its bounds, and its index of message
// ids.

import type { LogBounds } from "../sequenced-log.ts";
import { createIdIndex, type IdIndex } from "./id-index.ts";
import { createIdStore } from "./id-store.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import type { ReadPlace } from "./read-direct.ts";
import { readStream } from "./read-stream.ts";
import type { StreamLook } from "./stream-admin.ts";
import type { StreamLog } from "./stream-config.ts";

const EMPTY: LogBounds = { first: 1n, last: 0n };

/** The state of a stream that appending, reading and tailing share. */
export class StreamHead {
  /** The log that the stream currently belongs to; undefined if it is not known. */
  current: StreamLog | undefined;
  /** The highest number known to exist, which saves readers a request. */
  seen = 0n;
  index: IdIndex;
  readonly #context: JetStreamContext;
  readonly #onReplaced: (identity: string) => void;
  /** Tails that are still looking for their first number. Later calls wait for them. */
  readonly #starting = new Set<Promise<unknown>>();
  #looking: Promise<LogBounds> | undefined;

  /** Creates the state. `onReplaced` is called if the stream now belongs to a different log. */
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

  /** Requests the bounds from the server. */
  async look(): Promise<LogBounds> {
    const { health, admin, name } = this.#context;
    await health.up();
    const found = await admin.look(name);
    return found === undefined ? EMPTY : this.adopt(found);
  }

  /**
   * Stores the state that the server reported. If the stream now belongs to a different log, drops
   * all facts about the previous log.
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

  /** Records that the log has a record with this number. */
  note(last: bigint): void {
    if (last > this.seen) this.seen = last;
  }

  /** Returns the log that the stream belongs to, and creates the stream if it is missing. */
  async located(): Promise<StreamLog> {
    if (this.current !== undefined) return this.current;
    const { health, admin, name, key } = this.#context;
    await health.up();
    const found = await admin.ensure(name, key, false);
    this.adopt(found);
    return found;
  }

  /** Returns the source from which to read records. */
  async place(): Promise<ReadPlace> {
    const { reads: inbox, name } = this.#context;
    const { subject } = await this.located();
    return { inbox, name, subject };
  }

  /** Returns the bounds. Sends one request for all callers in the same turn of the event loop. */
  async bounds(): Promise<LogBounds> {
    await this.started();
    // Later callers must not share the answer: it may lack records that were appended in between.
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

  /** Resolves once every tail that is about to start knows its first number. */
  async started(): Promise<void> {
    await Promise.allSettled(this.#starting);
  }
}
