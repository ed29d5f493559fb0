import type { LiveBook } from "./live-book.ts";

/** Collects changed books, each once, until they are consumed. */
export interface ChangedBooks extends AsyncIterableIterator<LiveBook, undefined> {
  add(live: LiveBook): void;
  /** Ends the iteration after the collected books, with an error if one is given. */
  end(error?: unknown): void;
}

/**
 * Creates a collector. Even for a slow consumer, it keeps at most one entry for each market.
 */
export function createChangedBooks(onReturn: (self: ChangedBooks) => void): ChangedBooks {
  const gathered = new Set<LiveBook>();
  let waiting = Promise.withResolvers<void>();
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** Wakes all consumers. Each consumer checks for an entry, and waits again if there is no entry. */
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
