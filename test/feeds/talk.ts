// Conversations with feed servers, frame by frame, with a stopped clock.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { fakeClock } from "@specwright/runtime/testing";
import {
  createFeedServer,
  type FeedConnection,
  type FeedServer,
  type FeedServerEvent,
  type FeedServerOptions,
  type FeedSocket,
} from "@specwright/streams/server";
import { servedRules } from "./served-rules.ts";

/** A conversation between a server and one client. */
export interface Talk {
  readonly server: FeedServer;
  readonly connection: FeedConnection;
  readonly events: FeedServerEvent[];
  readonly clock: ReturnType<typeof fakeClock>;
  readonly pings: () => number;
  readonly closes: (readonly [number, string])[];
  say(request: unknown): void;
  /** Returns the frames since the last call. */
  heard(): unknown[];
}

/** Connects to a server of a channel. */
export function talkTo(
  channel: ChannelDescriptor,
  options: FeedServerOptions,
  socketParts: Partial<FeedSocket> = {},
  account?: unknown,
): Talk {
  const events: FeedServerEvent[] = [];
  const clock = fakeClock();
  const server = createFeedServer(channel, {
    clock,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const closes: (readonly [number, string])[] = [];
  let frames: unknown[] = [];
  let pings = 0;
  const connection = server.connect(
    {
      send: (text) => frames.push(JSON.parse(text)),
      ping: () => {
        pings += 1;
      },
      close: (code, reason) => closes.push([code, reason]),
      terminate: () => closes.push([1006, ""]),
      ...socketParts,
    },
    account,
  );
  return {
    server,
    connection,
    events,
    clock,
    pings: () => pings,
    closes,
    say: (request) =>
      connection.receive(typeof request === "string" ? request : JSON.stringify(request)),
    heard() {
      const unread = frames;
      frames = [];
      return unread;
    },
  };
}

/** Connects to the server of a venue with the book of one market. */
export function talkToVenue(
  venue: string,
  market: string,
  socketParts: Partial<FeedSocket> = {},
): Talk {
  const rule = servedRules[venue];
  if (rule === undefined) throw new Error(`no venue ${venue}`);
  const options = {
    topics: Object.fromEntries(rule.others.map((name) => [name, { open: () => true }])),
    ...(rule.fill !== undefined && { fill: rule.fill }),
  };
  const talk = talkTo(rule.channel, options, socketParts);
  talk.server.book("book", rule.parametersOf(market)).set({
    bids: [
      ["0.40", "5.50"],
      ["0.39", "1"],
    ],
    asks: [["0.60", "7"]],
  });
  return talk;
}
