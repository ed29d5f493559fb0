// A simulated venue and a client made from its contract that reads its private topic, with a manual clock.

import type { Clock } from "@specwright/runtime";
import type { FeedStream, FeedTransport, TopicStream } from "@specwright/runtime/codegen";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import {
  type OpenSocket,
  type StreamCredentials,
  type StreamEvent,
  type StreamTransportOptions,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { createBinanceClient } from "../../examples/feeds/binance/gen/client.ts";
import { exampleKey, simulateBinance } from "../../examples/feeds/binance/simulator.ts";
import { createBitfinexClient } from "../../examples/feeds/bitfinex/gen/client.ts";
import { createBitfinexSimulator } from "../../examples/feeds/bitfinex/simulator.ts";
import { createKalshiClient } from "../../examples/feeds/kalshi/gen/client.ts";
import { simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import { createKrakenClient } from "../../examples/feeds/kraken/gen/client.ts";
import { createKrakenSimulator } from "../../examples/feeds/kraken/simulator.ts";
import type { SimulatedRequest, SimulatedVenue } from "../../examples/feeds/simulator.ts";
import { kalshiKeys } from "./rules.ts";
import { lineTo, type ManualClock, manualClock, waitOn } from "./world.ts";

/** A venue with the private topic of its user. */
export interface PrivateVenue {
  create(options: { readonly clock: Clock; readonly random: SeededRandom }): SimulatedVenue;
  readonly url: string;
  readonly credentials: StreamCredentials;
  /** Opens the feed, and subscribes to the private topic. */
  open(transport: FeedTransport): { readonly feed: FeedStream; topic(): TopicStream<unknown> };
  /** Reports whether a frame on the wire belongs to the private topic. */
  isPrivate(frame: string): boolean;
  /** Returns the number of a private frame; undefined if the venue does not number it. */
  numberOf?(frame: unknown): number | undefined;
  /** The faults after which the private topic is complete again. */
  readonly faults: readonly string[];
}

const secret = "a secret that nobody may see";
const secretOfKraken = Buffer.from(secret).toString("base64");

export const privateVenues = {
  binance: {
    create: simulateBinance,
    url: "wss://venue.example",
    credentials: { hmac: { key: exampleKey.apiKey, secret: exampleKey.secretKey } },
    open(transport) {
      const feed = createBinanceClient(transport).account();
      return { feed, topic: () => feed.events() };
    },
    isPrivate: (frame) => /"e":"(?:executionReport|outboundAccountPosition)"/.test(frame),
    faults: ["cut", "age"],
  },
  bitfinex: {
    create: (options) => createBitfinexSimulator({ ...options, apiKey: "k", apiSecret: secret }),
    url: "wss://venue.example",
    credentials: { "api-key": { key: "k", secret } },
    open(transport) {
      const feed = createBitfinexClient(transport).market();
      return { feed, topic: () => feed.account() };
    },
    isPrivate: (frame) => frame.startsWith("[0,") && !frame.startsWith('[0,"hb"'),
    // Notifications repeat the number; failure notifications have no number.
    numberOf(frame) {
      if (!Array.isArray(frame) || frame[1] === "n") return undefined;
      return Number(frame.at(-1));
    },
    faults: ["drop", "double", "reorder", "cut", "age", "stall"],
  },
  kalshi: {
    create: (options) => simulateKalshi({ ...options, key: kalshiKeys.access }),
    url: "wss://venue.example/trade-api/ws",
    credentials: { "api-key": kalshiKeys.credentials },
    open(transport) {
      const feed = createKalshiClient(transport).market();
      return { feed, topic: () => feed.fill() };
    },
    isPrivate: (frame) => frame.startsWith('{"type":"fill"'),
    faults: ["cut", "age", "stall"],
  },
  kraken: {
    create: (options) =>
      createKrakenSimulator({ ...options, apiKey: "k", apiSecret: secretOfKraken }),
    url: "wss://venue.example",
    credentials: { "api-key": { key: "k", secret: secretOfKraken } },
    open(transport) {
      const feed = createKrakenClient(transport).account();
      return { feed, topic: () => feed.executions() };
    },
    isPrivate: (frame) => frame.includes('"channel":"executions"') && frame.includes('"sequence"'),
    numberOf: (frame) => Number((frame as { readonly sequence: number }).sequence),
    faults: ["drop", "double", "reorder", "cut", "age", "stall"],
  },
} satisfies Readonly<Record<string, PrivateVenue>>;

/** The private topic of a venue, with its recorded events. */
export interface PrivateWorld {
  readonly clock: ManualClock;
  readonly random: SeededRandom;
  readonly venue: SimulatedVenue;
  readonly feed: FeedStream;
  readonly topic: TopicStream<unknown>;
  readonly events: StreamEvent[];
  /** The topic's messages as the client decoded them. */
  readonly messages: unknown[];
  /** The private frames that arrived. */
  readonly frames: string[];
  /** Everything that the client sent: upgrades, HTTP requests and frames. */
  readonly upgrades: { readonly url: URL; readonly headers: Readonly<Record<string, string>> }[];
  readonly fetched: SimulatedRequest[];
  readonly sent: string[];
  /** The error that ended the iteration of the topic. */
  error(): unknown;
  /** Lets the market move `steps` times. */
  move(steps: number): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the private topic of a venue. */
export async function openPrivate(
  rule: PrivateVenue,
  seed: number,
  options: Partial<StreamTransportOptions> & {
    readonly clockOfVenue?: (clock: Clock) => Clock;
  } = {},
): Promise<PrivateWorld> {
  const { clockOfVenue = (same) => same, ...further } = options;
  const clock = manualClock();
  const random = seededRandom(seed);
  const venue = rule.create({ clock: clockOfVenue(clock), random: seededRandom(seed + 1) });
  const world = {
    events: [] as StreamEvent[],
    messages: [] as unknown[],
    frames: [] as string[],
    upgrades: [] as PrivateWorld["upgrades"],
    fetched: [] as SimulatedRequest[],
    sent: [] as string[],
  };
  const line = lineTo(venue, clock, random, (_, frame) => {
    if (rule.isPrivate(frame)) world.frames.push(frame);
  });
  const openSocket: OpenSocket = (url, headers, handlers) => {
    world.upgrades.push({ url, headers });
    const socket = line(url, headers, handlers);
    return {
      ...socket,
      send(text) {
        world.sent.push(new TextDecoder().decode(text));
        return socket.send(text);
      },
    };
  };
  const transport = streamTransport({
    topics,
    url: rule.url,
    credentials: rule.credentials,
    clock,
    random: () => random.next(),
    openSocket,
    fetch: fetchFrom(venue, clock, world.fetched),
    onEvent: (event) => world.events.push(event),
    ...further,
  });
  const { feed, topic: subscribe } = rule.open(transport);
  feed.done.catch(() => {});
  const topic = subscribe();
  topic.onMessage((message) => world.messages.push(message));
  let error: unknown;
  topic[Symbol.asyncIterator]()
    .next()
    .catch((thrown: unknown) => {
      error = thrown;
    });
  return {
    ...world,
    clock,
    random,
    venue,
    feed,
    topic,
    error: () => error,
    async move(steps) {
      for (let step = 0; step < steps; step += 1) {
        await clock.advance(random.between(50, 500));
        venue.step();
      }
      await clock.advance(200);
    },
    async stop() {
      feed.close();
      venue.stop();
      await clock.advance(10_000);
    },
  };
}

function fetchFrom(
  venue: SimulatedVenue,
  clock: Clock,
  fetched: SimulatedRequest[],
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input));
    const headers = [...new Headers(init.headers)];
    const request: SimulatedRequest = {
      method: init.method ?? "GET",
      target: url.pathname + url.search,
      headers: Object.fromEntries(headers),
      body: typeof init.body === "string" ? init.body : "",
    };
    fetched.push(request);
    await waitOn(clock, 50);
    const { status, headers: answered, body } = venue.request(request);
    return new Response(body, { status, headers: answered });
  };
}
