// The venues whose requests have an `op`, for the conformance kit (see judged-venues.ts).

import { market as bitget } from "../../examples/feeds/bitget/gen/descriptors.ts";
import { simulateBitget } from "../../examples/feeds/bitget/simulator.ts";
import { market as bybit } from "../../examples/feeds/bybit/gen/descriptors.ts";
import { simulateBybit } from "../../examples/feeds/bybit/simulator.ts";
import { market as okx } from "../../examples/feeds/okx/gen/descriptors.ts";
import { simulateOkx } from "../../examples/feeds/okx/simulator.ts";
import {
  beat,
  checksum,
  habit,
  incident,
  type MisbehavingVenue,
  type Noticed,
  source,
  step,
  unsubscribe,
  updates,
} from "./noticed.ts";

const silent = ["x-subscription.refusal", "x-subscription.unsubscribed"];

const KEEPS = "It keeps the rules: every clause passes.";

/** The faults that the kit must notice, by venue. */
const common: Readonly<Record<string, Noticed>> = {
  // The venue does not respond to requests either.
  stall: incident("stall", [...beat, ...silent]),
  cut: incident("cut", ["x-endings.close"]),
  "no-acknowledgement": habit("no-acknowledgement", ["x-subscription.acknowledgement"]),
  "no-pong": habit("no-pong", beat),
  "no-snapshot": habit("no-snapshot", source),
  "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
};

/** The faults to notice where each frame of a book has its own number. */
const numbered: Readonly<Record<string, Noticed>> = {
  ...common,
  drop: incident("drop", step),
  double: incident("double", step),
  corrupt: incident("corrupt", updates),
  "wrong-acknowledgement-id": habit("wrong-acknowledgement-id", ["x-subscription.correlation"]),
};

/** The venues by name. */
export const judgedOpVenues: Readonly<Record<string, MisbehavingVenue>> = {
  bitget: {
    channel: bitget,
    create: simulateBitget,
    topics: ["book symbol=BTCUSDT", "book symbol=ETHUSDT", "trade symbol=BTCUSDT"],
    noticed: {
      ...common,
      drop: incident("drop", checksum),
      double: incident("double", step),
      // Frames of two books have no common order.
      reorder: {
        ...incident("reorder", [...step, ...checksum]),
        topics: ["book symbol=BTCUSDT"],
      },
      corrupt: incident("corrupt", checksum),
      "wrong-checksum": habit("wrong-checksum", checksum),
      "sequence-falls": habit("sequence-falls", step),
    },
    unnoticed: { age: KEEPS },
  },
  bybit: {
    channel: bybit,
    create: simulateBybit,
    topics: ["book symbol=BTCUSDT", "book symbol=ETHUSDT", "trade symbol=BTCUSDT"],
    noticed: {
      ...numbered,
      reorder: { ...incident("reorder", step), topics: ["book symbol=BTCUSDT"] },
    },
    unnoticed: { age: KEEPS, restart: KEEPS, resnapshot: KEEPS },
  },
  okx: {
    channel: okx,
    create: simulateOkx,
    topics: ["book instrument=BTC-USDT", "book instrument=ETH-USDT", "trade instrument=BTC-USDT"],
    noticed: {
      ...numbered,
      reorder: { ...incident("reorder", step), topics: ["book instrument=BTC-USDT"] },
    },
    unnoticed: {
      age: KEEPS,
      reset: KEEPS,
      "service-upgrade": KEEPS,
      "no-keepalive": "The contract expects no frame of a book without changes.",
      "snapshot-with-previous": "A snapshot begins the numbers, whatever it names.",
    },
  },
};
