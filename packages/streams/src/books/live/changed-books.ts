import type { LiveBook } from "./live-book.ts";

/** Collects the books that have changed, until they are read. Each book is collected once. */
export interface ChangedBooks extends AsyncIterableIterator<LiveBook, undefined> {
  add(live: LiveBook): void;
  /**
   * Ends the iteration after the collected books. If an error is given, the iteration throws it at the end.
   */
  end(error?: unknown): void;
}

/** Creates a collector. It has at most one entry for each market, even if the consumer is slow. */
export function createChangedBooks(onReturn: (self: ChangedBooks) => void): ChangedBooks {
  const gathered = new Set<LiveBook>();
  let waiting = Promise.withResolvers<void>();
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** Wakes all consumers. A consumer that finds no entry waits again. */
  function wakeConsumers(): void {
    const { resolve } = waiting;
    waiting = Promise.withResolvers();
    resolve();
  }

  const self: ChangedBooks = {
    add(live) {
      gathered.add(live);
      wakeConsumers();
    },
    end(error) {
      ended = true;
      if (error !== undefined) failure = { error };
      wakeConsumers();
    },
    async next() {
      for (;;) {
        const [live] = gathered;
        if (live !== undefined) {
          gathered.delete(live);
          return { done: false, value: live };
        }
        if (failure !== undefined) {
          const { error } = failure;
          failure = undefined;
          throw error;
        }
        if (ended) return { done: true, value: undefined };
        await waiting.promise;
      }
    },
    async return() {
      gathered.clear();
      self.end();
      onReturn(self);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => self,
  };
  return self;
}
