// Well-behaved clients that stay connected throughout and must not be affected.

import { stringifyJson } from "@specwright/runtime";
import type { ChannelStream } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import type {
  AccountingServerMessage,
  EventsServerMessage,
  OrdersServerMessage,
  PayoutsServerMessage,
} from "@specwright/streams-api/types";
import { type BrokerChannel, brokerChannels, markets, type Party, parties } from "./parties.ts";
import { Finding } from "./read-answer.ts";

/** Clients of every channel of every broker. */
export interface Witnesses {
  /** Resolves when all are connected. */
  readonly live: Promise<void>;
  /** Resolves if each client has received every published frame, in order, once, and stayed connected. */
  check(published: Published): Promise<void>;
}

/** The number of published frames. */
export interface Published {
  /** Frames of each channel of each broker. */
  readonly frames: number;
  /** Changes of the book of each market. */
  readonly changes: number;
}

/** Connects a client to every channel of every broker. */
export function openWitnesses(url: string): Witnesses {
  const ended = new AbortController();
  const troubles: string[] = [];
  const readers = parties.flatMap((party) => [
    ...brokerChannels.map((channel) => readFrames(channel, party)),
    readBooks(party),
  ]);

  function clientOf(party: Party): ReturnType<typeof createStreamsClient> {
    return createStreamsClient(
      streamTransport({
        url,
        ...party,
        onEvent: (event) => {
          if (event.type === "state" || ended.signal.aborted) return;
          troubles.push(`${party.brokerId}: ${stringifyJson(event)}`);
        },
      }),
    );
  }

  function readFrames(channel: BrokerChannel, party: Party): Reader {
    const stream: ChannelStream<SequencedMessage, never> = clientOf(party)[channel](
      { query: { since: 1n } },
      { signal: ended.signal },
    );
    const live = Promise.withResolvers<void>();
    stream.on("state", ({ state }) => {
      if (state === "replaying" || state === "live") live.resolve();
    });
    let last = 0n;
    const done = follow(stream, (frame) => {
      if (frame.type === "heartbeat" || frame.type === "backlog_end") return;
      if (!("seq" in frame) || frame.type === "error") throw new Finding(`it got ${frame.type}`);
      last += 1n;
      const text = stringifyJson(frame);
      if (!text.includes(`${party.mark}-${last}"`) || frame.seq !== last) {
        throw new Finding(`${channel} of ${party.brokerId} got ${text} as frame ${last}`);
      }
    });
    return { live: live.promise, done, has: ({ frames }) => last >= BigInt(frames) };
  }

  function readBooks(party: Party): Reader {
    const stream = clientOf(party).marketData({}, { signal: ended.signal });
    const sent = stream.send({ type: "subscribe", markets: [...markets] });
    const numbers = new Map<string, bigint>();
    const live = Promise.withResolvers<void>();
    const done = follow(stream, (frame) => {
      if (frame.type !== "book_snapshot" && frame.type !== "book_diff") return;
      const before = numbers.get(frame.market_id);
      const want = before === undefined ? frame.md_seq : before + 1n;
      if (frame.md_seq !== want)
        throw new Finding(`${frame.market_id}: ${frame.md_seq}, not ${want}`);
      numbers.set(frame.market_id, frame.md_seq);
      if (numbers.size === markets.length) live.resolve();
    });
    return {
      live: Promise.all([sent, live.promise]).then(() => {}),
      done,
      has: ({ changes }) => markets.every((name) => (numbers.get(name) ?? 0n) >= BigInt(changes)),
    };
  }

  async function follow<Frame>(
    stream: AsyncIterable<Frame>,
    take: (frame: Frame) => void,
  ): Promise<void> {
    try {
      for await (const frame of stream) take(frame);
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    }
  }

  const failed = Promise.all(readers.map(({ done }) => done));
  // `check` rejects with the failure; earlier handlers are optional.
  failed.catch(() => {});
  return {
    live: Promise.all(readers.map(({ live }) => live)).then(() => {}),
    async check(published) {
      const deadline = Date.now() + 60_000;
      while (!readers.every(({ has }) => has(published))) {
        if (Date.now() > deadline)
          throw new Finding("a client that did nothing wrong lost a frame");
        await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 20))]);
      }
      if (troubles.length > 0) throw new Finding(`a client was disturbed: ${troubles[0]}`);
      ended.abort();
      await failed;
    },
  };
}

type SequencedMessage =
  | OrdersServerMessage
  | AccountingServerMessage
  | PayoutsServerMessage
  | EventsServerMessage;

interface Reader {
  readonly live: Promise<void>;
  readonly done: Promise<void>;
  has(published: Published): boolean;
}
