// The venues with price levels, for the conformance kit (see judged-venues.ts).

import { market as coinbase } from "../../examples/feeds/coinbase/gen/descriptors.ts";
import { simulateCoinbase } from "../../examples/feeds/coinbase/simulator.ts";
import { market as dydx } from "../../examples/feeds/dydx/gen/descriptors.ts";
import { simulateDydx } from "../../examples/feeds/dydx/simulator.ts";
import { market as hyperliquid } from "../../examples/feeds/hyperliquid/gen/descriptors.ts";
import { simulateHyperliquid } from "../../examples/feeds/hyperliquid/simulator.ts";
import { market as polymarket } from "../../examples/feeds/polymarket/gen/descriptors.ts";
import { simulatePolymarket } from "../../examples/feeds/polymarket/simulator.ts";
import {
  beat,
  habit,
  incident,
  KEEPS,
  type MisbehavingVenue,
  source,
  step,
  unsubscribe,
  updates,
} from "./noticed.ts";

/** The venues by name. */
export const judgedLevelVenues: Readonly<Record<string, MisbehavingVenue>> = {
  coinbase: {
    channel: coinbase,
    create: simulateCoinbase,
    topics: ["book product=BTC-USD", "book product=ETH-USD", "trade product=BTC-USD"],
    noticed: {
      drop: incident("drop", step),
      double: incident("double", step),
      reorder: incident("reorder", step),
      corrupt: incident("corrupt", updates),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", [
        "x-subscription.setup.1",
        "x-subscription.acknowledgement",
      ]),
      "no-heartbeat": habit("no-heartbeat", beat),
      "no-snapshot": habit("no-snapshot", source),
      "sequence-skips-heartbeats": habit("sequence-skips-heartbeats", step),
      "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
    },
    unnoticed: { age: KEEPS },
  },
  dydx: {
    channel: dydx,
    create: simulateDydx,
    topics: ["book market=BTC-USD", "trade market=BTC-USD"],
    noticed: {
      drop: incident("drop", step),
      double: incident("double", step),
      reorder: incident("reorder", step),
      corrupt: incident("corrupt", updates),
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", ["x-subscription.unsubscribed"]),
      "no-snapshot": habit("no-snapshot", updates),
      "sequence-skips-batches": habit("sequence-skips-batches", step),
      "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
    },
    unnoticed: { age: KEEPS },
  },
  hyperliquid: {
    channel: hyperliquid,
    create: simulateHyperliquid,
    topics: ["roundedBook coin=BTC figures=3", "book coin=ETH", "trade coin=BTC"],
    noticed: {
      double: { ...incident("double", step), topics: ["book coin=BTC"] },
      reorder: { ...incident("reorder", step), topics: ["book coin=BTC"] },
      // Only the venue's pongs would show that it is alive.
      stall: incident("stall", [...beat, "x-subscription.unsubscribed", "x-subscription.refusal"]),
      cut: incident("cut", ["x-endings.close"]),
      "no-acknowledgement": habit("no-acknowledgement", ["x-subscription.acknowledgement"]),
      "no-pong": habit("no-pong", beat),
      "more-levels": habit("more-levels", ["x-book.book.truncate", "x-book.roundedBook.truncate"]),
      "ignores-unsubscribe": habit("ignores-unsubscribe", [
        ...unsubscribe,
        "x-subscription.roundedBook.unsubscribe",
      ]),
    },
    unnoticed: { age: KEEPS, drop: "Each frame has the whole book, and times have no step." },
  },
  polymarket: {
    channel: polymarket,
    create: simulatePolymarket,
    topics: [
      "book asset=71321045679252212594626385532706912750332728571942532289631379312",
      "book asset=65818619657568813474341868652308942079804919287380422192892211131",
    ],
    noticed: {
      stall: incident("stall", beat),
      cut: incident("cut", ["x-endings.close"]),
      "no-pong": habit("no-pong", beat),
      "no-snapshot": habit("no-snapshot", source),
      "ignores-unsubscribe": habit("ignores-unsubscribe", unsubscribe),
    },
    unnoticed: {
      age: KEEPS,
      drop: "Nothing is numbered, and a whole book comes after some trades.",
      double: "Nothing is numbered, and the same levels twice are the same book.",
      reorder: "Nothing is numbered, and most changes are of different levels.",
    },
  },
};
