import type { ChannelParameters } from "@specwright/runtime";
import {
  allOf,
  type ChannelDescriptor,
  constant,
  minItems,
  object,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import {
  closes,
  ErrorPayload,
  error,
  int64,
  seq,
  signature,
  string,
  strings,
  time,
} from "./envelope.ts";

/** The state of a market: a total instead of an order book. */
export type BookSnapshot = {
  type: "book_snapshot";
  market_id: string;
  md_seq: bigint;
  ts_ns: bigint;
  total: number;
};

/** A change of the total. */
export type BookDiff = {
  type: "book_diff";
  market_id: string;
  md_seq: bigint;
  ts_ns: bigint;
  add: number;
};

const keyed = { market_id: string, md_seq: seq, ts_ns: int64 };
const markets = allOf(strings, minItems(1));

/** A channel to whose markets readers subscribe. */
export const marketData: ChannelDescriptor<
  ChannelParameters,
  BookSnapshot | BookDiff,
  unknown,
  "md_seq" | "ts_ns"
> = {
  id: "marketData",
  address: "/market-data",
  serverPaths: ["/v1"],
  parameters: [],
  validators: {},
  discriminator: "type",
  serverMessages: [
    {
      id: "bookSnapshot",
      tag: "book_snapshot",
      codec: ruleCodec(
        object({ type: constant("book_snapshot"), ...keyed, total: type("integer") }),
      ),
    },
    {
      id: "bookDiff",
      tag: "book_diff",
      codec: ruleCodec(object({ type: constant("book_diff"), ...keyed, add: type("integer") })),
    },
    {
      id: "heartbeat",
      tag: "heartbeat",
      codec: ruleCodec(object({ type: constant("heartbeat"), ts_ns: int64 })),
    },
    {
      id: "error",
      tag: "error",
      codec: ruleCodec(object({ type: constant("error"), ts_ns: int64, payload: ErrorPayload })),
    },
  ],
  clientMessages: [
    {
      id: "subscribe",
      tag: "subscribe",
      codec: ruleCodec(
        object({ type: constant("subscribe"), markets }, { force_snapshot: type("boolean") }),
      ),
    },
    {
      id: "unsubscribe",
      tag: "unsubscribe",
      codec: ruleCodec(object({ type: constant("unsubscribe"), markets })),
    },
  ],
  envelope: { time, error },
  heartbeats: [{ from: "server", message: "heartbeat" }],
  subscription: {
    subscribe: "subscribe",
    unsubscribe: "unsubscribe",
    keysField: "markets",
    keyField: "market_id",
    forceSnapshotField: "force_snapshot",
    snapshot: "book_snapshot",
    diffs: ["book_diff"],
    counterField: "md_seq",
  },
  signature,
  endings: { closes },
};
