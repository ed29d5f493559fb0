// The index from ids to records. JetStream has none, so each process builds it from the message
// headers, once per stream, when it is first needed, and keeps it up to date from then on.

import type { Clock } from "@specwright/runtime";
import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import { followStream } from "./follow-stream.ts";
import type { NatsStreamClient } from "./nats.ts";
import { ID_HEADER } from "./publish-batch.ts";

/** An index of records by their ids. */
export interface IdIndex {
  /** Reads the missing records up to the end of `bounds`, the current bounds of the stream. */
  catchUp(bounds: LogBounds): Promise<void>;
  /** Adds records that were just appended, unless earlier ones are still missing from the index. */
  add(records: readonly LogRecord[]): void;
  /** Returns the number of a record that is still kept. */
  find(id: string, first: bigint): bigint | undefined;
}

const LOOK_MS = 1000;

/** Creates the index of a stream. `look` returns the bounds of the stream. */
export function createIdIndex(
  client: NatsStreamClient,
  name: string,
  clock: Clock,
  look: () => Promise<LogBounds>,
): IdIndex {
  const numbers = new Map<string, bigint>();
  let indexed = 0n;
  let loading: Promise<void> = Promise.resolve();

  function set(id: string, seq: bigint): void {
    // Deleted first, so that the map stays ordered by number.
    numbers.delete(id);
    numbers.set(id, seq);
  }

  function forget(first: bigint): void {
    for (const [id, seq] of numbers) {
      if (seq >= first) return;
      numbers.delete(id);
    }
  }

  async function load({ first, last }: LogBounds): Promise<void> {
    forget(first);
    const from = indexed + 1n > first ? indexed + 1n : first;
    if (from <= last) await scan(from, last);
    indexed = last;
  }

  function scan(from: bigint, last: bigint): Promise<void> {
    return new Promise((resolve) => {
      let reached = 0n;
      let done = false;
      let cancelLook = (): void => {};
      function finish(): void {
        done = true;
        following.stop();
        cancelLook();
        resolve();
      }
      /** Reports whether the missing records have expired or the stream was replaced. */
      function isGone(now: LogBounds): boolean {
        return now.first > last || now.last < last;
      }
      // In that case, or if the server restarts, no message will arrive.
      function lookAgain(): void {
        if (done) return;
        const before = reached;
        cancelLook = clock.setTimer(LOOK_MS, () => {
          if (reached === before) following.renew();
          look().then((now) => (isGone(now) ? finish() : lookAgain()), lookAgain);
        });
      }
      lookAgain();
      const following = followStream(client, name, {
        from,
        headersOnly: true,
        clock,
        verify: async () => {},
        onGap() {},
        take(messages) {
          for (const { headers, seq } of messages) {
            const id = headers?.get(ID_HEADER);
            if (id !== undefined && id !== "") set(decodeURIComponent(id), BigInt(seq));
          }
          reached = BigInt(messages.at(-1)?.seq ?? 0);
          if (reached >= last) finish();
        },
      });
    });
  }

  return {
    catchUp(bounds) {
      loading = loading.then(() => (indexed >= bounds.last ? undefined : load(bounds)));
      return loading;
    },
    add(records) {
      if (records[0]?.seq !== indexed + 1n) return;
      for (const { id, seq } of records) {
        if (id !== undefined) set(id, seq);
        indexed = seq;
      }
    },
    find(id, first) {
      const seq = numbers.get(id.toWellFormed());
      return seq === undefined || seq < first ? undefined : seq;
    },
  };
}
