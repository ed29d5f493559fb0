// Our handlers. Each is the client that is generated from a venue's contract, with a socket in
// memory.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FeedStream, FeedTransport } from "@specwright/runtime/codegen";
import {
  type SocketHandlers,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { lastNumber } from "./feed-frames.ts";

/** A handler of frames. After the frames, its ten best levels can be read. */
export interface FeedHandler<Frame> {
  handle(frame: Frame): void;
  /** Returns the price and quantity of the best levels as numbers. The bids are first. */
  top(): (readonly number[])[];
}

/** The first data of a venue for a subscription, before the book changes. */
export interface VenueOpening {
  /** The folder of the venue's contract in `examples/feeds`. */
  readonly folder: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Returns the frames in response to a request. */
  answer(request: Readonly<Record<string, unknown>>): readonly unknown[];
  /**
   * The snapshot of the book, as an HTTP response of the venue; absent if the venue sends the
   * snapshot as a frame.
   */
  readonly snapshot?: unknown;
}

export const binanceOpening: VenueOpening = {
  folder: "binance",
  parameters: { symbol: "btcusdt" },
  answer: ({ id }) => [{ result: null, id }],
  snapshot: { lastUpdateId: lastNumber(11), bids: [], asks: [] },
};

export const kalshiOpening: VenueOpening = {
  folder: "kalshi",
  parameters: { ticker: "KXFED-26DEC-T3.00" },
  answer: ({ id }) => [
    { id, type: "subscribed", msg: { channel: "orderbook_delta", sid: 2 } },
    {
      type: "orderbook_snapshot",
      sid: 2,
      // Higher than the first number of a subscription, so that the client sees a gap.
      seq: lastNumber(9),
      msg: { market_ticker: "KXFED-26DEC-T3.00", market_id: "9b0f6b43", yes_dollars_fp: [] },
    },
  ],
};

export const bitfinexOpening: VenueOpening = {
  folder: "bitfinex",
  parameters: { symbol: "tBTCUSD" },
  answer: ({ event, subId }) =>
    event === "conf"
      ? [{ event: "conf", status: "OK", flags: 196_608 }]
      : [
          { event: "subscribed", channel: "book", chanId: 17_470, symbol: "tBTCUSD", subId },
          [17_470, [[66_999, 1, 1]], lastNumber(9)],
        ],
};

export const krakenOpening: VenueOpening = {
  folder: "kraken",
  parameters: { symbol: "BTC/USD" },
  answer: ({ req_id }) => [
    {
      method: "subscribe",
      req_id,
      result: { channel: "book", depth: 10, snapshot: true, symbol: "BTC/USD" },
      success: true,
    },
  ],
};

/** The client of a venue. It is subscribed to a book. */
export interface ClientHandler extends FeedHandler<Uint8Array> {
  /** Throws if the client has reported a faulty frame, or its book is not ready. */
  check(): void;
  close(): void;
}

/** Opens the generated client of a venue and subscribes to its book. */
export async function openClient(root: string, opening: VenueOpening): Promise<ClientHandler> {
  const path = join(root, "examples/feeds", opening.folder, "gen/client.ts");
  const { market } = (await import(pathToFileURL(path).href)) as {
    readonly market: (transport: FeedTransport) => FeedStream;
  };
  let handlers: SocketHandlers | undefined;
  const requests: Record<string, unknown>[] = [];
  const wrong: StreamEvent[] = [];
  let opened = false;
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    openSocket: (_url, _headers, given) => {
      handlers = given;
      return {
        writable: true,
        send: async (bytes) => {
          requests.push(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>);
        },
        close: () => {},
        terminate: () => {},
      };
    },
    fetch: async () => Response.json(opening.snapshot),
    onEvent: (event) => {
      if (opened) wrong.push(event);
    },
  });
  const feed = market(transport);
  const stream = feed.subscribeBook("book", opening.parameters);
  let changes = 0;
  stream.onChange(() => {
    changes += 1;
  });
  await awaitPromises();
  handlers?.opened();
  for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
    for (const frame of opening.answer(request)) {
      handlers?.received(Buffer.from(JSON.stringify(frame)));
    }
    await awaitPromises();
  }
  if (handlers === undefined || stream.state !== "subscribed") {
    throw new Error(`${opening.folder}: the book is ${stream.state}`);
  }
  opened = true;
  const { received } = handlers;
  return {
    handle: (bytes) => received(bytes),
    top: () =>
      (["bids", "asks"] as const).flatMap((side) =>
        (stream.book?.topTexts(side, 10) ?? []).map((level) => level.map(Number)),
      ),
    check() {
      if (stream.status === "ready" && wrong.length === 0 && changes > 0) return;
      throw new Error(
        `${opening.folder}: the book is ${stream.status}: ${JSON.stringify(wrong[0])}`,
      );
    },
    close: () => feed.close(),
  };
}

/** Resolves when all promises have settled that are pending now. */
async function awaitPromises(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}
