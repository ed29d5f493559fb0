// Channels whose frames are numbered.

import type { ChannelParameters } from "@specwright/runtime";
import {
  allOf,
  type ChannelDescriptor,
  constant,
  enumeration,
  items,
  minimum,
  object,
  parameterWriter,
  pattern,
  properties,
  type Rule,
  reject,
  type StreamCodec,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import type { FilterSource } from "@specwright/runtime/transport";
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

const logId = allOf(string, pattern(/^[0-9a-f]{32}$/u));

const Heartbeat = object(
  {
    type: constant("heartbeat"),
    ts_ns: int64,
    payload: object({ interval_sec: allOf(type("integer"), minimum(1)) }, { log_id: logId }),
  },
  { seq, watermark_seq: seq },
);
const BacklogEnd = object({
  type: constant("backlog_end"),
  seq,
  ts_ns: int64,
  payload: object({ last_seq: seq }, { log_id: logId }),
});
const ErrorFrame = object({ type: constant("error"), seq, ts_ns: int64, payload: ErrorPayload });

/** A frame of the channel `orders`. */
export interface OrderUpdate {
  type: "order_update";
  seq: bigint;
  ts_ns: bigint;
  payload: { order_id: string; note?: string };
}

/** A frame of the channel `events`. */
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
    serverPaths: ["/v1"],
    parameters: [
      query("since"),
      query("log_id"),
      ...[...filters, ...Object.keys(others)].map((name) => query(name, true)),
    ],
    validators: {
      query: ruleCodec(
        object(
          {},
          { since: allOf(type("int64"), minimum(1n)), log_id: logId, ...shape, ...others },
          { additional: reject },
        ),
      ),
    },
    writer: parameterWriter,
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
      error,
    },
    heartbeats: [
      {
        from: "server",
        message: "heartbeat",
        every: { path: ["payload", "interval_sec"], unit: "s", as: "number" },
      },
    ],
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
    endings: { closes },
  };
}

/** A channel that is filtered by market and account. */
export const orders: ChannelDescriptor<ChannelParameters, OrderUpdate, never, "seq" | "ts_ns"> =
  sequenced(
    "orders",
    { tag: "order_update", codec: ruleCodec(OrderUpdateFrame) },
    ["market", "account_id"],
    {},
  );

/** A channel that is filtered by event, in the languages requested. */
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
            title: allOf(type("object"), properties({}, { additional: string })),
          }),
        }),
      ),
    },
    ["event_id"],
    { lang: allOf(type("array"), items([], enumeration(["en", "pt", "id"]))) },
  );

/** Creates a channel of frames `data` with any members, and with the given filters. */
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
