// Our handlers: the client generated from a venue's contract, with an in-memory socket.

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

/** A handler of frames, with the ten best levels after them. */
export interface FeedHandler<Frame> {
  handle(frame: Frame): void;
  /** Returns price and quantity of the best levels as numbers, bids first. */
  top(): (readonly number[])[];
}

/** The start of a venue's book. */
export interface VenueOpening {
  /** The folder of its contract in `examples/feeds`. */
  readonly folder: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Returns the frames in response to a request. */
  answer(request: Readonly<Record<string, unknown>>): readonly unknown[];
  /** The snapshot in its HTTP response. */
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

/** The client of a venue with a subscribed book. */
export interface ClientHandler extends FeedHandler<Uint8Array> {
  /** Throws if the client found a faulty frame, or its book is not ready. */
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

/** Waits for all pending promises of this turn. */
async function awaitPromises(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}
