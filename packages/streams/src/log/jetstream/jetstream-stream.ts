// A stream of the log in NATS JetStream.

import type { LogBounds, LogRecord } from "../sequenced-log.ts";
import type { JetStreamContext } from "./jetstream-context.ts";
import { readStream } from "./read-stream.ts";
import { StreamHead } from "./stream-head.ts";
import { StreamTail } from "./stream-tail.ts";
import { StreamWriter } from "./stream-writer.ts";

/** A stream of the log. */
export interface JetStreamStream {
  append(records: readonly LogRecord[]): Promise<LogBounds>;
  read(from: bigint, limit: number): Promise<readonly LogRecord[]>;
  bounds(): Promise<LogBounds>;
  seqOf(id: string): Promise<bigint | undefined>;
  identity(): Promise<string>;
  tail(
    listener: (records: readonly LogRecord[]) => void,
    replaced?: (identity: string) => void,
  ): () => void;
  /** Returns the time since the tails were last known to be up to date, in milliseconds. */
  viewAgeMs(): number;
  /** Ends the tails and waits for pending appends. */
  close(): Promise<void>;
}

/** Creates the object for a stream. Sends nothing until a method is called. */
export function createJetStreamStream(context: JetStreamContext): JetStreamStream {
  const { name, notify } = context;
  const head = new StreamHead(context, reportReplacement);
  const writer = new StreamWriter(context, head);
  const tails = new Set<StreamTail>();

  function reportReplacement(identity: string): void {
    writer.forget();
    const message = `the stream ${name} was deleted and created again: it is a new log, whose numbers start at 1`;
    notify({ level: "warn", event: "log_replaced", message });
    for (const tail of [...tails]) {
      tails.delete(tail);
      tail.replace(identity);
    }
  }

  return {
    append: (records) => writer.append(records),
    read: (from, limit) => readStream(context, head, from, limit),
    bounds: () => head.bounds(),
    async seqOf(id) {
      if (id === "") return undefined;
      const known = await head.bounds();
      await head.index.catchUp(known);
      return (await head.index.find([id], known.first)).get(id);
    },
    identity: async () => (await head.located()).identity,
    tail(listener, replaced) {
      const tail = new StreamTail(context, head, { records: listener, replaced });
      tails.add(tail);
      tail.start(() => writer.nextToFollow());
      return () => {
        tails.delete(tail);
        tail.end();
      };
    },
    viewAgeMs: () => Math.max(0, ...[...tails].map((tail) => tail.ageMs())),
    async close() {
      for (const tail of [...tails]) tail.end();
      tails.clear();
      await writer.settled();
    },
  };
}
