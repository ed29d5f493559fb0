/** The limits of the messages that wait for a consumer. */
export interface QueueMarks {
  /** While at least this number of messages wait, the socket is paused. */
  readonly high: number;
  /** When the number of waiting messages has fallen to this number, the socket is resumed. */
  readonly low: number;
}

/** Passes messages to a consumer in order, and reports when too many messages wait. */
export interface DeliveryQueue<T> {
  push(item: T): void;
  /**
   * Calls `tell` once the consumer has processed all messages that are in the queue now, and requests the
   * next one.
   */
  note(tell: () => void): void;
  /** Ends the queue after the waiting messages. If an error is given, the consumer gets the error last. */
  end(error?: unknown): void;
  /** Ends the queue at once; waiting messages are dropped. */
  discard(): void;
  next(): Promise<IteratorResult<T, undefined>>;
  /** Removes and returns the first waiting message; undefined if no message waits. */
  takeNow(): T | undefined;
  /**
   * True from the moment the number of waiting messages reaches the high mark, until it falls to
   * the low mark.
   */
  readonly full: boolean;
  /**
   * True if at least twice the high mark of messages wait. A socket that cannot be paused is then closed.
   */
  readonly overfull: boolean;
}

/** Creates a queue. `onRelief` is called when a full queue has fallen to the low mark. */
export function createDeliveryQueue<T>(marks: QueueMarks, onRelief: () => void): DeliveryQueue<T> {
  let items: T[] = [];
  let head = 0;
  let full = false;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  /** The number of items that consumers have taken so far. */
  let taken = 0;
  let notes: readonly { readonly before: number; readonly tell: () => void }[] = [];
  const waiting: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];

  function takeItem(): T | undefined {
    const item = items[head];
    head += 1;
    taken += 1;
    if (head > 64 && head * 2 > items.length) {
      items = items.slice(head);
      head = 0;
    }
    if (full && items.length - head <= marks.low) {
      full = false;
      onRelief();
    }
    return item;
  }

  /** Calls the callbacks that are due before the next item. */
  function tellNotes(): void {
    const due = notes.filter(({ before }) => before <= taken);
    notes = notes.filter(({ before }) => before > taken);
    for (const { tell } of due) tell();
  }

  function serveConsumers(): void {
    for (;;) {
      if (notes.length > 0 && waiting.length > 0) tellNotes();
      if (items.length === head && failure === undefined && !ended) return;
      // The consumer is removed first: resolving its promise may make the socket push the next item.
      const consumer = waiting.shift();
      if (consumer === undefined) return;
      if (items.length > head) {
        const value = takeItem();
        if (value !== undefined) consumer.resolve({ done: false, value });
      } else if (failure !== undefined) {
        consumer.reject(failure.error);
        failure = undefined;
      } else {
        consumer.resolve({ done: true, value: undefined });
      }
    }
  }

  return {
    get full() {
      return full;
    },
    get overfull() {
      return items.length - head >= marks.high * 2;
    },
    takeNow() {
      if (notes.length > 0) tellNotes();
      return waiting.length === 0 && items.length > head ? takeItem() : undefined;
    },
    note(tell) {
      notes = [...notes, { before: taken + items.length - head, tell }];
      serveConsumers();
    },
    push(item) {
      if (ended) return;
      items.push(item);
      full ||= items.length - head >= marks.high;
      serveConsumers();
    },
    end(...errors) {
      if (ended) return;
      ended = true;
      if (errors.length > 0 && errors[0] !== undefined) failure = { error: errors[0] };
      serveConsumers();
    },
    discard() {
      ended = true;
      failure = undefined;
      items = [];
      head = 0;
      notes = [];
      serveConsumers();
    },
    next() {
      const consumer = Promise.withResolvers<IteratorResult<T, undefined>>();
      waiting.push(consumer);
      serveConsumers();
      return consumer.promise;
    },
  };
}
