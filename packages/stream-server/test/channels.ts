// A small contract with one channel of each kind, as an emitter would write it.

import {
  allOf,
  type ChannelDescriptor,
  type ChannelParameters,
  type CloseCodeDescriptor,
  constant,
  enumeration,
  type FilterSource,
  items,
  minItems,
  minimum,
  object,
  type Payload,
  pattern,
  properties,
  type Rule,
  reject,
  type SignatureDescriptor,
  type StreamCodec,
  toBigInt,
  types,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";

const string = types("string");
const strings = allOf(types("array"), items([], string));
const int64: Rule = (payload: Payload) => {
  payload.value = toBigInt(payload.value);
  types("int64")(payload);
};
const seq = allOf(int64, minimum(0n));
const logId = allOf(string, pattern(/^[0-9a-f]{32}$/u));

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

const Heartbeat = object(
  {
    type: constant("heartbeat"),
    ts_ns: int64,
    payload: object({ interval_sec: allOf(types("integer"), minimum(1)) }, { log_id: logId }),
  },
  { seq, watermark_seq: seq },
);
const BacklogEnd = object({
  type: constant("backlog_end"),
  seq,
  ts_ns: int64,
  payload: object({ last_seq: seq }, { log_id: logId }),
});
const ErrorPayload = object({ code: string, message: string }, { details: object({}) });
const ErrorFrame = object({ type: constant("error"), seq, ts_ns: int64, payload: ErrorPayload });

const time = { field: "ts_ns", unit: "ns", as: "bigint" } as const;
const error = {
  tag: "error",
  code: ["payload", "code"],
  text: ["payload", "message"],
  details: ["payload", "details"],
  codes: { unknown_key: "unknown_market" },
};

export interface OrderUpdate {
  type: "order_update";
  seq: bigint;
  ts_ns: bigint;
  payload: { order_id: string; note?: string };
}
export interface EventUpdate {
  type: "event_update";
  seq: bigint;
  ts_ns: bigint;
  payload: { title: Record<string, string> };
}

const OrderUpdateFrame = object({
  type: constant("order_update"),
  seq,
  ts_ns: int64,
  payload: object({ order_id: string }, { note: string }),
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
  data: { tag: string; codec: StreamCodec<unknown> },
  filters: readonly string[],
  others: Record<string, Rule>,
): ChannelDescriptor<ChannelParameters, Message, never, "seq" | "ts_ns"> {
  const shape = Object.fromEntries(filters.map((name) => [name, strings]));
  return {
    id,
    address: `/${id}`,
    parameters: [
      query("since"),
      query("log_id"),
      ...[...filters, ...Object.keys(others)].map((name) => query(name, true)),
    ],
    validators: {
      query: ruleCodec(
        object(
          {},
          { since: allOf(types("int64"), minimum(1n)), log_id: logId, ...shape, ...others },
          { additional: reject },
        ),
      ),
    },
    discriminator: "type",
    serverMessages: [
      { id: data.tag, ...data },
      { id: "heartbeat", tag: "heartbeat", codec: ruleCodec(Heartbeat) },
      { id: "backlogEnd", tag: "backlog_end", codec: ruleCodec(BacklogEnd) },
      { id: "error", tag: "error", codec: ruleCodec(ErrorFrame) },
    ],
    clientMessages: [],
    envelope: {
      time,
      beat: {
        tag: "heartbeat",
        every: { path: ["payload", "interval_sec"], unit: "s", as: "number" },
      },
      error,
    },
    sequence: {
      field: "seq",
      counts: [data.tag],
      repeats: ["heartbeat", "backlog_end", "error"],
      resumeParameter: "since",
      endOfBacklog: "backlog_end",
      lastNumberPath: ["payload", "last_seq"],
      tooOld: { errorCode: "resume_too_old", closeCode: 4009 },
      watermarkField: "watermark_seq",
      identity: { parameter: "log_id", header: "Log-Id", path: ["payload", "log_id"] },
      filters,
    },
    signature,
    closeCodes,
  };
}

export const orders: ChannelDescriptor<ChannelParameters, OrderUpdate, never, "seq" | "ts_ns"> =
  sequenced(
    "orders",
    { tag: "order_update", codec: ruleCodec(OrderUpdateFrame) },
    ["market", "account_id"],
    {},
  );

export const events: ChannelDescriptor<ChannelParameters, EventUpdate, never, "seq" | "ts_ns"> =
  sequenced(
    "events",
    {
      tag: "event_update",
      codec: ruleCodec(
        object({
          type: constant("event_update"),
          seq,
          ts_ns: int64,
          payload: object({
            title: allOf(types("object"), properties({}, { additional: string })),
          }),
        }),
      ),
    },
    ["event_id"],
    { lang: allOf(types("array"), items([], enumeration(["en", "pt", "id"]))) },
  );

/** A channel of frames `data` with any members, selected as its descriptor says. */
export function freeChannel(
  id: string,
  filterSources: Readonly<Record<string, readonly FilterSource[]>>,
  ownerPath?: readonly string[],
): ChannelDescriptor<
  ChannelParameters,
  { type: string; seq: bigint; ts_ns: bigint },
  never,
  "seq" | "ts_ns"
> {
  const data = { tag: "data", codec: ruleCodec(object({ type: constant("data"), seq })) };
  const made = sequenced<{ type: string; seq: bigint; ts_ns: bigint }>(
    id,
    data,
    Object.keys(filterSources),
    {},
  );
  const { sequence } = made;
  if (sequence === undefined) return made;
  return {
    ...made,
    sequence: { ...sequence, filterSources, ...(ownerPath !== undefined && { ownerPath }) },
  };
}

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

const keyed = { market_id: string, md_seq: seq, ts_ns: int64 };
const markets = allOf(strings, minItems(1));

export const marketData: ChannelDescriptor<
  ChannelParameters,
  BookSnapshot | BookDiff,
  unknown,
  "md_seq" | "ts_ns"
> = {
  id: "marketData",
  address: "/market-data",
  parameters: [],
  validators: {},
  discriminator: "type",
  serverMessages: [
    {
      id: "bookSnapshot",
      tag: "book_snapshot",
      codec: ruleCodec(
        object({ type: constant("book_snapshot"), ...keyed, total: types("integer") }),
      ),
    },
    {
      id: "bookDiff",
      tag: "book_diff",
      codec: ruleCodec(object({ type: constant("book_diff"), ...keyed, add: types("integer") })),
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
        object({ type: constant("subscribe"), markets }, { force_snapshot: types("boolean") }),
      ),
    },
    {
      id: "unsubscribe",
      tag: "unsubscribe",
      codec: ruleCodec(object({ type: constant("unsubscribe"), markets })),
    },
  ],
  envelope: { time, beat: { tag: "heartbeat" }, error },
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

const Line = object({ room: string, text: string }, {}, { additional: reject });

/** A channel without exchange features: no numbers, no signature, no discriminator. */
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
  serverMessages: [{ id: "line", codec: ruleCodec(Line) }],
  clientMessages: [{ id: "line", codec: ruleCodec(Line) }],
  closeCodes: [],
};
