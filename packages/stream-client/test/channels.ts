// A small contract with one channel of each kind, as an emitter would write it.

import {
  type ChannelDescriptor,
  type ChannelParameters,
  type CloseCodeDescriptor,
  jsonCodec,
  type SignatureDescriptor,
} from "@specwright/runtime/codegen";
import * as z from "zod";

const int64 = z.union([z.bigint(), z.int().transform((value) => BigInt(value))]);
const seq = int64.refine((value) => value >= 0n, "expected at least 0");

const signature: SignatureDescriptor = {
  algorithm: "blake2b-256-keyed",
  headers: {
    key: "PRE-ACCESS-KEY",
    timestamp: "PRE-ACCESS-TIMESTAMP",
    signature: "PRE-ACCESS-SIGNATURE",
  },
  lines: [
    "method",
    "path",
    "timestamp",
    "idempotency_key",
    "broker_id",
    "access_key",
    "body_digest",
  ],
  clockSkewMs: 300_000,
};

const closeCodes: readonly CloseCodeDescriptor[] = [
  { code: 1000, name: "normal", client: "stop" },
  { code: 1001, name: "going_away", client: "reconnect" },
  { code: 1011, name: "internal_error", client: "reconnect" },
  { code: 4008, name: "flow_control", client: "reconnect" },
  { code: 4009, name: "resume_too_old", client: "resync" },
  { code: 4401, name: "unauthorized", client: "stop" },
];

const Heartbeat = z.looseObject({
  type: z.literal("heartbeat"),
  seq: seq.optional(),
  ts_ns: int64,
  payload: z.looseObject({ interval_sec: z.int().min(1) }),
  watermark_seq: seq.optional(),
});
const BacklogEnd = z.looseObject({
  type: z.literal("backlog_end"),
  seq,
  ts_ns: int64,
  payload: z.looseObject({ last_seq: seq }),
});
const ErrorPayload = z.looseObject({
  code: z.string(),
  message: z.string(),
  details: z.looseObject({}).optional(),
});
const ErrorFrame = z.looseObject({
  type: z.literal("error"),
  seq,
  ts_ns: int64,
  payload: ErrorPayload,
});

export interface OrderUpdate {
  type: "order_update";
  seq: bigint;
  ts_ns: bigint;
  payload: { order_id: string; note?: string };
}
const OrderUpdateFrame = z.looseObject({
  type: z.literal("order_update"),
  seq,
  ts_ns: int64,
  payload: z.looseObject({ order_id: z.string(), note: z.string().optional() }),
});

const query = (name: string, array?: true) =>
  ({
    name,
    in: "query",
    required: false,
    type: name === "since" ? "bigint" : "string",
    style: "form",
    explode: true,
    ...(array && { array }),
  }) as const;

function sequenced<Message>(
  id: string,
  data: { tag: string; codec: ReturnType<typeof jsonCodec<unknown>> },
  filters: readonly string[],
  others: Record<string, z.ZodType>,
): ChannelDescriptor<ChannelParameters, Message, never> {
  const shape = Object.fromEntries(filters.map((name) => [name, z.array(z.string()).optional()]));
  return {
    id,
    address: `/${id}`,
    parameters: [
      query("since"),
      ...[...filters, ...Object.keys(others)].map((name) => query(name, true)),
    ],
    validators: {
      query: jsonCodec(
        z.strictObject({
          since: z.bigint().min(1n).max(9223372036854775807n).optional(),
          ...shape,
          ...others,
        }),
      ),
    },
    discriminator: "type",
    serverMessages: [
      { id: data.tag, ...data },
      { id: "heartbeat", tag: "heartbeat", codec: jsonCodec<unknown>(Heartbeat) },
      { id: "backlogEnd", tag: "backlog_end", codec: jsonCodec<unknown>(BacklogEnd) },
      { id: "error", tag: "error", codec: jsonCodec<unknown>(ErrorFrame) },
    ],
    clientMessages: [],
    sequence: {
      field: "seq",
      counts: [data.tag],
      repeats: ["heartbeat", "backlog_end", "error"],
      resumeParameter: "since",
      endOfBacklog: "backlog_end",
      tooOld: { errorCode: "resume_too_old", closeCode: 4009 },
      watermarkField: "watermark_seq",
      filters,
    },
    signature,
    closeCodes,
  };
}

export const orders: ChannelDescriptor<ChannelParameters, OrderUpdate, never> = sequenced(
  "orders",
  { tag: "order_update", codec: jsonCodec<unknown>(OrderUpdateFrame) },
  ["market", "account_id"],
  {},
);

export type BookSnapshot = {
  type: "book_snapshot";
  market_id: string;
  md_seq: bigint;
  ts_ns: bigint;
  total: number;
};
export type BookDiff = {
  type: "book_diff";
  market_id: string;
  md_seq: bigint;
  ts_ns: bigint;
  add: number;
};

const keyed = { market_id: z.string(), md_seq: seq, ts_ns: int64 };
const markets = z.array(z.string()).min(1);

export const marketData: ChannelDescriptor<ChannelParameters, BookSnapshot | BookDiff, unknown> = {
  id: "marketData",
  address: "/market-data",
  parameters: [],
  validators: {},
  discriminator: "type",
  serverMessages: [
    {
      id: "bookSnapshot",
      tag: "book_snapshot",
      codec: jsonCodec<unknown>(
        z.looseObject({ type: z.literal("book_snapshot"), ...keyed, total: z.int() }),
      ),
    },
    {
      id: "bookDiff",
      tag: "book_diff",
      codec: jsonCodec<unknown>(
        z.looseObject({ type: z.literal("book_diff"), ...keyed, add: z.int() }),
      ),
    },
    {
      id: "heartbeat",
      tag: "heartbeat",
      codec: jsonCodec<unknown>(z.looseObject({ type: z.literal("heartbeat"), ts_ns: int64 })),
    },
    {
      id: "error",
      tag: "error",
      codec: jsonCodec<unknown>(
        z.looseObject({ type: z.literal("error"), ts_ns: int64, payload: ErrorPayload }),
      ),
    },
  ],
  clientMessages: [
    {
      id: "subscribe",
      tag: "subscribe",
      codec: jsonCodec<unknown>(
        z.looseObject({
          type: z.literal("subscribe"),
          markets,
          force_snapshot: z.boolean().optional(),
        }),
      ),
    },
    {
      id: "unsubscribe",
      tag: "unsubscribe",
      codec: jsonCodec<unknown>(z.looseObject({ type: z.literal("unsubscribe"), markets })),
    },
  ],
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
  closeCodes,
};

export interface ChatLine {
  room: string;
  text: string;
}

const Line = z.strictObject({ room: z.string(), text: z.string() });

/** Belongs to nobody's exchange: no numbers, no signature, no discriminator. */
export const chat: ChannelDescriptor<
  { path: { room: string }; query?: { limit?: number } },
  ChatLine,
  ChatLine
> = {
  id: "chat",
  address: "/rooms/{room}",
  parameters: [
    { name: "room", in: "path", required: true, type: "string", style: "simple", explode: false },
    { name: "limit", in: "query", required: false, type: "integer", style: "form", explode: true },
  ],
  validators: {},
  serverMessages: [{ id: "line", codec: jsonCodec<unknown>(Line) }],
  clientMessages: [{ id: "line", codec: jsonCodec<unknown>(Line) }],
  closeCodes: [],
};
