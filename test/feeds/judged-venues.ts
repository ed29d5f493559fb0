// The venues for tests of the conformance kit, with the clauses that each misbehaviour breaks.

import { market as binance } from "../../examples/feeds/binance/gen/descriptors.ts";
import { simulateBinance } from "../../examples/feeds/binance/simulator.ts";
import { market as bitfinex } from "../../examples/feeds/bitfinex/gen/descriptors.ts";
import { createBitfinexSimulator } from "../../examples/feeds/bitfinex/simulator.ts";
import { market as kalshi } from "../../examples/feeds/kalshi/gen/descriptors.ts";
import { simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import { market as kraken } from "../../examples/feeds/kraken/gen/descriptors.ts";
import { createKrakenSimulator } from "../../examples/feeds/kraken/simulator.ts";
import { judgedLevelVenues } from "./judged-level-venues.ts";
import { judgedOpVenues } from "./judged-op-venues.ts";
import {
  beat,
  checksum,
  habit,
  incident,
  KEEPS,
  type MisbehavingVenue,
  source,
  step,
  unsubscribe,
  updates,
} from "./noticed.ts";

const correlation = ["x-subscription.correlation"];
const acknowledgement = ["x-subscription.acknowledgement"];
const topics = ["x-subscription.topics"];

const ACCOUNT = "The contract describes no account.";
const NO_PING = "The contract describes no ping of the client.";

/** The venues by name. */
export const judgedVenues: Readonly<Record<string, MisbehavingVenue>> = {
  binance: {
    channel: binance,
    create: simulateBinance,
    topics: ["book symbol=btcusdt", "trade symbol=btcusdt"],
    noticed: {
      drop: incident("drop", step),
      double: incident("double", step),
      reorder: incident("reorder", step),
      corrupt: incident("corrupt", updates),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", acknowledgement),
      "wrong-acknowledgement-id": habit("wrong-acknowledgement-id", correlation),
      "no-heartbeat": habit("no-heartbeat", beat),
      "no-shutdown-notice": {
        habits: ["no-shutdown-notice"],
        incident: "age",
        clauses: ["x-endings.declared"],
      },
      "overlapping-ranges": habit("overlapping-ranges", step),
      "relative-quantities": habit("relative-quantities", updates),
      "keeps-empty-levels": habit("keeps-empty-levels", updates),
      "stale-snapshot": habit("stale-snapshot", ["x-snapshot.book.join"]),
      "unwrapped-events": habit("unwrapped-events", ["messages"]),
      "wrong-stream": habit("wrong-stream", topics),
      "numbers-without-quotes": habit("numbers-without-quotes", [
        "message.depthUpdate",
        "message.trade",
      ]),
      "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
    },
    unnoticed: {
      age: KEEPS,
      "ignores-missing-pong": "The contract does not say what happens without a pong.",
      "ignores-message-limit":
        "The contract's limit is what a client keeps to, with no consequence.",
      "accepts-any-signature": ACCOUNT,
      "wrong-subscription-id": ACCOUNT,
    },
  },
  bitfinex: {
    channel: bitfinex,
    create: createBitfinexSimulator,
    topics: ["book symbol=tBTCUSD", "trade symbol=tBTCUSD"],
    noticed: {
      drop: incident("drop", step),
      double: incident("double", step),
      reorder: incident("reorder", step),
      corrupt: incident("corrupt", checksum),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", acknowledgement),
      "wrong-acknowledgement-id": habit("wrong-acknowledgement-id", correlation),
      "no-heartbeat": habit("no-heartbeat", beat),
      "no-snapshot": habit("no-snapshot", source),
      "wrong-checksum": habit("wrong-checksum", checksum),
      "no-checksum": habit("no-checksum", checksum),
      "sequence-skips-heartbeats": habit("sequence-skips-heartbeats", step),
      // An extra level is behind the best levels until one of these is deleted.
      "keeps-fallen-levels": habit("keeps-fallen-levels", [...updates, ...checksum]),
      "wrong-deletion-side": habit("wrong-deletion-side", checksum),
      "data-after-unsubscribe": habit("data-after-unsubscribe", unsubscribe),
      "stranger-channel": habit("stranger-channel", topics),
    },
    unnoticed: {
      age: KEEPS,
      maintenance: KEEPS,
      "no-pong": NO_PING,
      "auth-sequence-gap": ACCOUNT,
      "plain-numbers": "Both forms are the same number of JSON, and of the checksum.",
      "accepts-old-nonce": ACCOUNT,
    },
  },
  kalshi: {
    channel: kalshi,
    create(options) {
      const venue = simulateKalshi({ ...options, key: { keyId: "k", publicKey: "" } });
      venue.misbehave("accepts-any-signature");
      return venue;
    },
    url: "wss://venue.example/trade-api/ws",
    topics: [
      "book ticker=FED-26DEC-T3.00",
      "book ticker=KXBTCD-26DEC3117-T149999.99",
      "trade ticker=FED-26DEC-T3.00",
    ],
    noticed: {
      drop: incident("drop", step),
      double: incident("double", step),
      reorder: incident("reorder", step),
      corrupt: incident("corrupt", updates),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", acknowledgement),
      "wrong-acknowledgement-id": habit("wrong-acknowledgement-id", correlation),
      "no-heartbeat": habit("no-heartbeat", beat),
      "sequence-per-market": habit("sequence-per-market", step),
      "sequence-from-zero": habit("sequence-from-zero", ["x-sequence.1.first"]),
      "shared-sid": habit("shared-sid", ["x-subscription.alias"]),
      "no-first-snapshot": habit("no-first-snapshot", source),
      "wrong-side": habit("wrong-side", updates),
      "absolute-quantities": habit("absolute-quantities", updates),
      "yes-prices-unasked": habit("yes-prices-unasked", ["x-book.book.sides"]),
      "numbers-without-quotes": habit("numbers-without-quotes", [
        "message.bookSnapshot",
        "message.bookDelta",
        "message.trade",
      ]),
      "ignores-get-snapshot": habit("ignores-get-snapshot", ["x-snapshot.book.request"]),
      "snapshot-without-id": habit("snapshot-without-id", ["x-snapshot.book.request"]),
      "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
    },
    unnoticed: {
      age: KEEPS,
      "buffer-overflow": KEEPS,
      "wrong-heartbeat-body": "The contract does not say what pings hold.",
      "sequence-not-counted-on-ok": "No request of the contract is answered by `ok`.",
      "empty-sides": "The schema of the contract allows both, and they mean the same.",
      "ignores-delete-markets": "Unknown request.",
      "accepts-any-signature": ACCOUNT,
    },
  },
  kraken: {
    channel: kraken,
    create: createKrakenSimulator,
    topics: ["book symbol=BTC/USD", "book symbol=ETH/USD", "trade symbol=BTC/USD"],
    noticed: {
      drop: incident("drop", checksum),
      // Frames of two books have no common order.
      reorder: { ...incident("reorder", checksum), topics: ["book symbol=BTC/USD"] },
      corrupt: incident("corrupt", checksum),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", acknowledgement),
      "one-acknowledgement": habit("one-acknowledgement", acknowledgement),
      "wrong-acknowledgement-id": habit("wrong-acknowledgement-id", correlation),
      "no-heartbeat": habit("no-heartbeat", beat),
      "no-snapshot": habit("no-snapshot", source),
      "wrong-checksum": habit("wrong-checksum", checksum),
      "no-truncation-refill": habit("no-truncation-refill", checksum),
      "trimmed-zeros": habit("trimmed-zeros", checksum),
      "data-after-unsubscribe": habit("data-after-unsubscribe", unsubscribe),
    },
    unnoticed: {
      age: KEEPS,
      maintenance: KEEPS,
      double: "Books have no number, and the same levels twice are the same book.",
      "no-pong": NO_PING,
      "sequence-gap": ACCOUNT,
      "long-lived-tokens": ACCOUNT,
      "accepts-old-nonce": ACCOUNT,
    },
  },
  ...judgedLevelVenues,
  ...judgedOpVenues,
};
