import type { LiveBook } from "./live-book.ts";

/** Gathers books that changed, each once, until they are asked for. */
export interface ChangedBooks extends AsyncIterableIterator<LiveBook, undefined> {
  add(live: LiveBook): void;
  /** Ends after what was gathered; with an error, the consumer then gets that. */
  end(error?: unknown): void;
}

/** Makes a gatherer: it holds no more than there are markets, however slow its consumer is. */
export function createChangedBooks(onReturn: (self: ChangedBooks) => void): ChangedBooks {
  const gathered = new Set<LiveBook>();
  let waiting = Promise.withResolvers<void>();
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** Wakes all that wait: each looks for itself, and waits again. */
  function wake(): void {
    const { resolve } = waiting;
    waiting = Promise.withResolvers();
    resolve();
  }

  const self: ChangedBooks = {
    add(live) {
      gathered.add(live);
      wake();
    },
    end(error) {
      ended = true;
      if (error !== undefined) failure = { error };
      wake();
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
