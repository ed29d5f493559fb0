// How items become records of one stream: what waits while an append is under way is the next one,
// without a timer; an id that is known is answered, not appended.

import type { LogRecord, SequencedLog, StreamKey } from "@specwright/sequenced-log";

/** Puts the items of one append together. */
export interface RecordBatch<Item, Answer> {
  /** What there is to append so far. */
  readonly records: readonly LogRecord[];
  /** Adds the records of an item, the last of them under the id; or throws and adds none. */
  add(item: Item, id: string | undefined): Answer;
  /** Is called once all are durable. */
  committed(): void;
}

/** Configures `createPublishQueue`. */
export interface PublishQueueOptions<Item, Answer> {
  readonly log: SequencedLog;
  readonly stream: StreamKey;
  /** Most items in an append. Default any number. */
  readonly maxItems?: number;
  /** Begins a batch behind what the log holds. */
  begin(): RecordBatch<Item, Answer> | Promise<RecordBatch<Item, Answer>>;
  /** Gives the answer to an item whose record the log has already. */
  answerOf(seq: bigint): Answer | Promise<Answer>;
  /** Learns that nobody knows what the log holds now. */
  failed(): void;
}

/** Appends items in the order in which they come, one batch at a time. */
export interface PublishQueue<Item, Answer> {
  push(item: Item, id: string | undefined): Promise<Answer>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly id: string | undefined;
  readonly settle: PromiseWithResolvers<Answer>;
}

/** Is an answer, and who waits for it: several when they gave the same id. */
interface Answered<Answer> {
  readonly answer: Answer;
  readonly settles: PromiseWithResolvers<Answer>[];
}

/** Makes an empty queue. */
export function createPublishQueue<Item, Answer>(
  options: PublishQueueOptions<Item, Answer>,
): PublishQueue<Item, Answer> {
  const { log, stream, maxItems = Number.POSITIVE_INFINITY } = options;
  let waiting: Waiting<Item, Answer>[] = [];
  let writing = false;

  async function drain(): Promise<void> {
    if (writing) return;
    writing = true;
    // What the caller publishes in this turn is one batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
      waiting = waiting.length <= maxItems ? [] : waiting.slice(maxItems);
      await append(batch);
    }
    writing = false;
  }

  async function append(items: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const fresh = await withoutKnown(items);
      const batch = await options.begin();
      const answered = compose(batch, fresh);
      await log.append(stream, batch.records);
      batch.committed();
      for (const { answer, settles } of answered) {
        for (const settle of settles) settle.resolve(answer);
      }
    } catch (error) {
      options.failed();
      for (const { settle } of items) settle.reject(error);
    }
  }

  /** Answers those whose id the log knows; gives the rest. */
  async function withoutKnown(
    items: readonly Waiting<Item, Answer>[],
  ): Promise<readonly Waiting<Item, Answer>[]> {
    if (items.every(({ id }) => id === undefined)) return items;
    const known = await Promise.all(
      items.map(({ id }) => (id === undefined ? undefined : log.seqOf(stream, id))),
    );
    await Promise.all(
      items.map(async ({ settle }, at) => {
        const seq = known[at];
        if (seq !== undefined) settle.resolve(await options.answerOf(seq));
      }),
    );
    return items.filter((_, at) => known[at] === undefined);
  }

  return {
    push(item, id) {
      const settle = Promise.withResolvers<Answer>();
      waiting.push({ item, id, settle });
      void drain();
      return settle.promise;
    },
  };
}

/** Refuses the items that the batch does not take, and joins those of one id. */
function compose<Item, Answer>(
  batch: RecordBatch<Item, Answer>,
  items: readonly Waiting<Item, Answer>[],
): readonly Answered<Answer>[] {
  const all: Answered<Answer>[] = [];
  const byId = new Map<string, Answered<Answer>>();
  for (const { item, id, settle } of items) {
    const same = id === undefined ? undefined : byId.get(id);
    if (same !== undefined) {
      same.settles.push(settle);
      continue;
    }
    try {
      const answered = { answer: batch.add(item, id), settles: [settle] };
      all.push(answered);
      if (id !== undefined) byId.set(id, answered);
    } catch (error) {
      settle.reject(error);
    }
  }
  return all;
}
