// Clients of every channel with the SDK's default policy. They record the applied frames and the events
// about the log. One client stores its position in a file and is restarted.

import { type StreamEvent, systemClock } from "@specwright/runtime";
import { streamTransport } from "@specwright/streams/client";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { createStreamsClient } from "@specwright/streams-api/client";
import type { Applied } from "../simulation/histories.ts";
import { type BookReader, startBookReader } from "../simulation/history-readers.ts";
import type { FaultKey } from "./service-process.ts";

/** The channels whose frames are numbered without gaps. */
export const sequencedChannels = ["orders", "accounting", "payouts", "events"] as const;

/** A client of a sequenced channel. */
export interface LogReaderWatch {
  readonly name: string;
  readonly channel: (typeof sequencedChannels)[number];
  readonly applied: () => readonly Applied[];
  /** Returns the number of received frames, including those before a restart. */
  readonly taken: () => number;
}

/** All clients. */
export interface LogWatch {
  readonly readers: readonly LogReaderWatch[];
  readonly books: BookReader;
  /** Returns the number of events about the log. */
  eventCount(): number;
  /** Returns the number of events by reason. */
  reasons(): Readonly<Record<string, number>>;
  /** Stops the client that stores its position, and restarts it from there. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Place {
  readonly query: { readonly since?: bigint };
  readonly cursorFile?: string;
}

/** Connects the clients. */
export function watchLog(
  url: string,
  key: FaultKey,
  markets: readonly string[],
  cursorFile: string,
): LogWatch {
  const reasons: Record<string, number> = {};
  let eventCount = 0;
  let failure: { readonly error: unknown } | undefined;

  function note(event: StreamEvent, applied: Applied[]): void {
    if (event.type !== "resync" && event.type !== "unverified") return;
    const reason = event.type === "resync" ? event.reason : event.cause;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    eventCount += 1;
    applied.push({ event: reason });
  }

  function open(channel: LogReaderWatch["channel"], { query, cursorFile: file }: Place) {
    let applied: Applied[] = [];
    let taken = 0;
    let saved = 0;
    let close = async (): Promise<void> => {};
    function start(): void {
      const cursor = file === undefined ? undefined : fileCursor(file);
      const resume = cursor && {
        load: () => cursor.load(),
        async save(seq: bigint, mark: () => string) {
          await cursor.save(seq, mark);
          saved = applied.length;
        },
        flush: async () => cursor.flush?.(),
      };
      const heard = applied;
      const transport = streamTransport({ url, ...key, onEvent: (event) => note(event, heard) });
      const stream = createStreamsClient(transport)[channel](
        { query },
        resume === undefined ? {} : { resume },
      );
      const running = stream
        .run((frame) => {
          if (!("ts_ns" in frame) || !("seq" in frame) || isControl(frame.type)) return;
          applied.push({ seq: frame.seq ?? 0n, id: String(frame.ts_ns) });
          taken += 1;
        })
        .catch((error: unknown) => {
          failure ??= { error };
        });
      close = async () => {
        await stream.close();
        await running;
      };
    }
    start();
    const kept = file === undefined ? `from ${query.since ?? "the live tail"}` : "with a file";
    return {
      name: `the reader of ${channel} ${kept}`,
      channel,
      applied: () => {
        if (failure !== undefined) throw failure.error;
        return applied;
      },
      taken: () => {
        if (failure !== undefined) throw failure.error;
        return taken;
      },
      close: () => close(),
      async restart() {
        await close();
        // The client forgets frames after its stored position when it ends.
        applied = applied.slice(0, saved);
        start();
      },
    };
  }

  const whole = { query: { since: 1n } };
  const keeper = open("orders", { ...whole, cursorFile });
  const readers = [
    ...sequencedChannels.map((channel) => open(channel, whole)),
    open("orders", { query: {} }),
    keeper,
  ];
  const transport = streamTransport({ url, ...key, onEvent: () => {} });
  const books = startBookReader(createStreamsClient(transport), markets, systemClock);
  return {
    readers,
    books,
    eventCount: () => eventCount,
    reasons: () => reasons,
    restart: () => keeper.restart(),
    async close() {
      books.close();
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

function isControl(type: string): boolean {
  return type === "heartbeat" || type === "backlog_end" || type === "error";
}
