// Converts items to records of a stream and appends them to the log. While an append is running, further
// items wait; all of them are in the next append. An item whose id is already in the log is answered and
// not appended. Items are appended in the order in which they were first pushed. If an item is refused but
// may be pushed again, all later items are refused until then.

import type { LogRecord, SequencedLog, StreamKey } from "../../log/sequenced-log.ts";
import { trackSending } from "../../numbering/track-sending.ts";
import { mayPublishAgain, PublishRefusal } from "./publish-refusal.ts";

/** Collects the records of an append. */
export interface RecordBatch<Item, Answer> {
  /** The records that were added so far. */
  readonly records: readonly LogRecord[];
  /**
   * Adds the records of an item. The last of them has the id. If it throws an error, it adds no record.
   */
  add(item: Item, id: string | undefined): Answer;
  /** Called when all records are durable. */
  committed(): void;
}

/** Options for `createPublishQueue`. */
export interface PublishQueueOptions<Item, Answer> {
  readonly log: SequencedLog;
  readonly stream: StreamKey;
  /** The maximum number of items in an append. Default: no limit. */
  readonly maxItems?: number;
  /** Starts a batch. Its records follow the last record of the log. */
  begin(): RecordBatch<Item, Answer> | Promise<RecordBatch<Item, Answer>>;
  /** Returns the answer for an item whose record is in the log. */
  answerOf(seq: bigint): Answer | Promise<Answer>;
  /** Called after an error, when it is unknown which records the log contains. */
  failed(): void;
}

/** Appends items in order. Only one append runs at a time. */
export interface PublishQueue<Item, Answer> {
  push(item: Item, id: string | undefined): Promise<Answer>;
  /**
   * Rejects an item that could not be created, in its turn. If the error is temporary, later items are
   * refused until the item is pushed again.
   */
  refuse(error: unknown, id: string | undefined): Promise<Answer>;
  /**
   * Gives up an item that was refused and could be pushed again. Later items then no longer wait for it.
   * Resolves when all earlier items are done, with whether later items were waiting for this one.
   */
  giveUp(id: string): Promise<boolean>;
}

interface Waiting<Item, Answer> {
  /**
   * Undefined if the item could not be created. The entry then keeps its place, so that it is rejected in
   * its turn.
   */
  readonly item: Item | undefined;
  readonly refusal?: unknown;
  readonly id: string | undefined;
  readonly settle: PromiseWithResolvers<Answer>;
}

interface GivingUp {
  readonly giveUp: string;
  readonly settle: PromiseWithResolvers<boolean>;
}

/** An answer, and the callers that get it. Several callers may have used the same id. */
interface Answered<Item, Answer> {
  readonly answer: Answer;
  readonly waiting: Waiting<Item, Answer>[];
}

/** The maximum number of items that wait. Further items are refused, and may be pushed again. */
const MAX_WAITING = 65_536;

/** Creates an empty queue. */
export function createPublishQueue<Item, Answer>(
  options: PublishQueueOptions<Item, Answer>,
): PublishQueue<Item, Answer> {
  type Entry = Waiting<Item, Answer>;
  const { log, stream, maxItems = Number.POSITIVE_INFINITY } = options;
  const sending = trackSending();
  let waiting: (Entry | GivingUp)[] = [];
  let writing = false;

  async function appendWaiting(): Promise<void> {
    if (writing) return;
    writing = true;
    // Waits until all items of this turn of the event loop have been pushed.
    await Promise.resolve();
    while (waiting.length > 0) {
      const [first] = waiting;
      if (first !== undefined && "giveUp" in first) {
        waiting.shift();
        first.settle.resolve(sending.release(first.giveUp));
      } else {
        await appendBatch(takeBatch());
      }
    }
    writing = false;
  }

  /** Removes and returns the next items, up to a call of `giveUp`. */
  function takeBatch(): readonly Entry[] {
    const batch: Entry[] = [];
    for (const entry of waiting) {
      if ("giveUp" in entry || batch.length === maxItems) break;
      batch.push(entry);
    }
    waiting = batch.length === waiting.length ? [] : waiting.slice(batch.length);
    return batch;
  }

  /**
   * Releases an item for which others wait, if the log contains it. It was stored although its answer was
   * lost. Its sender may know that it was stored, and not push it again.
   */
  async function releaseKept(): Promise<void> {
    for (let id = sending.blocking; id !== undefined; id = sending.blocking) {
      const seq = await log.seqOf(stream, id).catch(() => undefined);
      if (seq === undefined) return;
      sending.release(id);
    }
  }

  async function appendBatch(batch: readonly Entry[]): Promise<void> {
    await releaseKept();
    let open = batch.filter(mayAppend);
    if (open.length === 0) return;
    try {
      open = await withoutKnown(open);
      const records = await options.begin();
      const answered = composeBatch(records, open);
      open = answered.flatMap((each) => each.waiting);
      await log.append(stream, records.records);
      records.committed();
      for (const { answer, waiting } of answered) {
        for (const { settle } of waiting) settle.resolve(answer);
      }
    } catch (error) {
      options.failed();
      rejectEntries(open, error);
    }
  }

  /**
   * Rejects an entry that must wait for an earlier one, or that has a refusal. Returns false in both cases.
   */
  function mayAppend(entry: Entry): boolean {
    const behind = sending.admit(entry.id);
    if (behind !== undefined) {
      const advice = "publish that frame again first, with the same id, or give it up";
      const message = `it waits for ${JSON.stringify(behind)}, which was refused: ${advice}`;
      entry.settle.reject(new PublishRefusal("behind_refused", message, behind));
      return false;
    }
    if (entry.item !== undefined) return true;
    rejectEntries([entry], entry.refusal);
    return false;
  }

  function rejectEntries(entries: readonly Entry[], error: unknown): void {
    if (mayPublishAgain(error)) sending.hold(entries.flatMap(({ id }) => id ?? []));
    for (const { settle } of entries) settle.reject(error);
  }

  /** Answers the entries whose id is in the log. Returns the other entries. */
  async function withoutKnown(entries: readonly Entry[]): Promise<Entry[]> {
    if (entries.every(({ id }) => id === undefined)) return [...entries];
    const known = await Promise.all(
      entries.map(async ({ id }) => {
        const seq = id === undefined ? undefined : await log.seqOf(stream, id);
        return seq === undefined ? undefined : { answer: await options.answerOf(seq) };
      }),
    );
    return entries.filter(({ settle }, at) => {
      const found = known[at];
      if (found !== undefined) settle.resolve(found.answer);
      return found === undefined;
    });
  }

  function enqueueEntry(entry: Omit<Entry, "settle">): Promise<Answer> {
    const settle = Promise.withResolvers<Answer>();
    waiting.push({ ...entry, settle });
    void appendWaiting();
    return settle.promise;
  }

  function refuseInPlace(refusal: unknown, id: string | undefined): Promise<Answer> {
    return enqueueEntry({ item: undefined, refusal, id });
  }

  return {
    push(item, id) {
      if (waiting.length < MAX_WAITING) return enqueueEntry({ item, id });
      return refuseInPlace(new PublishRefusal("overloaded", "too many frames are pending"), id);
    },
    refuse: refuseInPlace,
    giveUp(id) {
      const settle = Promise.withResolvers<boolean>();
      waiting.push({ giveUp: id, settle });
      void appendWaiting();
      return settle.promise;
    },
  };
}

/**
 * Adds items to a batch. Rejects those that the batch does not accept. Items with the same id share an
 * answer.
 */
function composeBatch<Item, Answer>(
  batch: RecordBatch<Item, Answer>,
  entries: readonly Waiting<Item, Answer>[],
): readonly Answered<Item, Answer>[] {
  const all: Answered<Item, Answer>[] = [];
  const byId = new Map<string, Answered<Item, Answer>>();
  for (const entry of entries) {
    const { item, id, settle } = entry;
    if (item === undefined) continue;
    const same = id === undefined ? undefined : byId.get(id);
    if (same !== undefined) {
      same.waiting.push(entry);
      continue;
    }
    try {
      const answered = { answer: batch.add(item, id), waiting: [entry] };
      all.push(answered);
      if (id !== undefined) byId.set(id, answered);
    } catch (error) {
      settle.reject(error);
    }
  }
  return all;
}
