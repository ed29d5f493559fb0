// Parses commands from lines of JSON. Int64 values stay exact. Each message is validated against
// the contract before it gets a number.

import { type Codec, isSpecwrightError, parseJson } from "@specwright/runtime";
import type { RecordKeys } from "@specwright/streams/log";
import {
  AccountingPayoutFrameCodec,
  AccountingUpdateFrameCodec,
  BookDiffFrameCodec,
  BookSnapshotFrameCodec,
  EventUpdateFrameCodec,
  OrderRejectFrameCodec,
  OrderUpdateFrameCodec,
  PayoutFrameCodec,
  TradeFrameCodec,
} from "@specwright/streams-api/codec";
import type {
  GiveUpCommand,
  MarketDataCommand,
  PublishCommand,
} from "@specwright/streams-sdk/publish";
import { StreamsAppError } from "./streams-app-error.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const channels: readonly unknown[] = ["orders", "accounting", "payouts", "events", "market-data"];

/**
 * Parses a line as a JSON object. Int64 values stay exact.
 *
 * @throws StreamsAppError `bad_command`.
 */
export function parseCommand(line: string): JsonObject {
  const value = parseLine(line);
  if (!isObject(value)) throw badCommand("the line must be a JSON object");
  return value;
}

/**
 * Reads a command from a line or a parsed object:
 * `{"channel":"orders","broker_id":"B","keys":{...},"message":{"type":"order_update","payload":{...}}}`,
 * or `{"channel":"market-data","type":"book_diff","market_id":"M","bids":[...],"asks":[...]}`. An
 * `id` next to the channel makes a repeated command harmless. The service sets the number and time
 * of a frame, and ignores these members in a line.
 *
 * @throws StreamsAppError `bad_command`.
 * @throws CodecError if the message breaks its schema.
 */
export function readPublishCommand(line: string | JsonObject): PublishCommand {
  const value = typeof line === "string" ? parseCommand(line) : line;
  const { channel, broker_id, message, keys, id } = value;
  if (id !== undefined && typeof id !== "string") throw badCommand("id must be a string");
  if (!channels.includes(channel)) throw unknownChannel(channel);
  if (channel === "market-data") {
    return { channel, ...(id !== undefined && { id }), message: readMarketData(value) };
  }
  if (typeof broker_id !== "string") throw badCommand("broker_id is missing");
  if (!isObject(message)) throw badCommand("message is missing");
  const rest = {
    broker_id,
    ...(id !== undefined && { id }),
    ...(keys !== undefined && { keys: readKeys(keys) }),
  };
  switch (channel) {
    case "orders": {
      const rejects = message["type"] === "order_reject";
      const read = rejects
        ? readFrame(OrderRejectFrameCodec, message)
        : readFrame(OrderUpdateFrameCodec, message);
      return { channel, ...rest, message: read };
    }
    case "accounting": {
      const pays = message["type"] === "accounting_payout";
      const read = pays
        ? readFrame(AccountingPayoutFrameCodec, message)
        : readFrame(AccountingUpdateFrameCodec, message);
      return { channel, ...rest, message: read };
    }
    case "payouts":
      return { channel, ...rest, message: readFrame(PayoutFrameCodec, message) };
    case "events": {
      // Each case is written out, because a generic function would lose the relation between the
      // types of event_type and payload.
      const { seq, ts_ns, ...read } = EventUpdateFrameCodec.parse({
        ...message,
        seq: 0n,
        ts_ns: 0n,
      });
      return { channel, ...rest, message: read };
    }
    default:
      throw unknownChannel(channel);
  }
}

/**
 * Reads a command that gives up an earlier command:
 * `{"channel":"orders","broker_id":"B","give_up":"7"}`.
 *
 * @throws StreamsAppError `bad_command`.
 */
export function readGiveUpCommand({ channel, broker_id, give_up }: JsonObject): GiveUpCommand {
  if (typeof give_up !== "string") throw badCommand("give_up must be a string");
  if (!channels.includes(channel)) throw unknownChannel(channel);
  if (channel === "market-data") return { channel, give_up };
  if (typeof broker_id !== "string") throw badCommand("broker_id is missing");
  switch (channel) {
    case "orders":
    case "accounting":
    case "payouts":
    case "events":
      return { channel, broker_id, give_up };
    default:
      throw unknownChannel(channel);
  }
}

function readMarketData({ channel, id, ...message }: JsonObject): MarketDataCommand["message"] {
  switch (message["type"]) {
    case "book_diff":
      return readKeyed(BookDiffFrameCodec, message);
    case "book_snapshot":
      return readKeyed(BookSnapshotFrameCodec, message);
    case "trade":
      return readKeyed(TradeFrameCodec, message);
    default:
      throw badCommand("type must be one of book_diff, book_snapshot, trade");
  }
}

function readFrame<Frame extends { seq: bigint; ts_ns: bigint }>(
  codec: Codec<Frame>,
  message: JsonObject,
): Omit<Frame, "seq" | "ts_ns"> {
  const { seq, ts_ns, ...read } = codec.parse({ ...message, seq: 0n, ts_ns: 0n });
  return read;
}

function readKeyed<Frame extends { md_seq: bigint; ts_ns: bigint }>(
  codec: Codec<Frame>,
  message: JsonObject,
): Omit<Frame, "md_seq" | "ts_ns"> {
  const { md_seq, ts_ns, ...read } = codec.parse({ ...message, md_seq: 0n, ts_ns: 0n });
  return read;
}

function readKeys(keys: unknown): RecordKeys {
  if (!isObject(keys)) throw badCommand("keys must be an object");
  const entries = Object.entries(keys).map(([name, values]): [string, readonly string[]] => {
    if (!isTextList(values)) throw badCommand(`keys.${name} must be a list of strings`);
    return [name, values];
  });
  return Object.fromEntries(entries);
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch (cause) {
    if (!isSpecwrightError(cause)) throw cause;
    throw new StreamsAppError("bad_command", cause.message, { cause });
  }
}

function unknownChannel(channel: unknown): StreamsAppError {
  const what = typeof channel === "string" ? `Unknown channel ${channel}` : "channel is missing";
  return badCommand(`${what}. Channels: ${channels.join(", ")}`);
}

function badCommand(message: string): StreamsAppError {
  return new StreamsAppError("bad_command", message);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
