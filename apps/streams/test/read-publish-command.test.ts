import { readPublishCommand } from "@specwright/streams-service";
import { expect, test } from "vitest";

const payout =
  '{"type":"payout","payload":{"market_id":"M","account_id":"A",' +
  '"qty_held_at_settlement":{"units":9007199254740993,"nanos":0},' +
  '"settlement_price":{"units":1,"nanos":0},"payout_amount":{"units":1,"nanos":0},' +
  '"settled_at_wall_time_ns":1763700000123456789}}';

test("keeps every digit and drops members that the service sets", () => {
  const line = `{"channel":"payouts","broker_id":"B","keys":{"event_id":["E"]},"message":${payout}}`;
  expect(readPublishCommand(line)).toMatchObject({
    channel: "payouts",
    broker_id: "B",
    keys: { event_id: ["E"] },
    message: {
      payload: {
        qty_held_at_settlement: { units: 9007199254740993n, nanos: 0 },
        settled_at_wall_time_ns: 1763700000123456789n,
      },
    },
  });
  const numbered = line.replace('"type":"payout"', '"type":"payout","seq":7,"ts_ns":8');
  expect(readPublishCommand(numbered)).toEqual(readPublishCommand(line));
});

test("reads market data", () => {
  const line =
    '{"channel":"market-data","type":"trade","market_id":"M","trade_id":"T","taker_side":"BUY",' +
    '"price":{"units":0,"nanos":620000000},"qty":{"units":1,"nanos":0}}';
  const { message } = readPublishCommand(line);
  expect(message).toEqual({
    type: "trade",
    market_id: "M",
    trade_id: "T",
    taker_side: "BUY",
    price: { units: 0n, nanos: 620000000 },
    qty: { units: 1n, nanos: 0 },
  });
});

test.each([
  ["no JSON", "{", "bad_command"],
  ["no object", "[]", "bad_command"],
  ["an unknown channel", '{"channel":"x","broker_id":"B","message":{}}', "bad_command"],
  ["no broker", `{"channel":"payouts","message":${payout}}`, "bad_command"],
  ["no message", '{"channel":"payouts","broker_id":"B"}', "bad_command"],
  ["an unknown market-data type", '{"channel":"market-data","type":"payout"}', "bad_command"],
  [
    "keys that are not lists",
    `{"channel":"payouts","broker_id":"B","keys":{"a":"b"},"message":${payout}}`,
    "bad_command",
  ],
  [
    "a message of another channel",
    `{"channel":"orders","broker_id":"B","message":${payout}}`,
    "decode",
  ],
  ["a heartbeat", '{"channel":"orders","broker_id":"B","message":{"type":"heartbeat"}}', "decode"],
])("refuses %s", (_name, line, code) => {
  expect(() => readPublishCommand(line)).toThrow(expect.objectContaining({ code }));
});

const channels = "Channels: orders, accounting, payouts, events, market-data";
test.each([
  ['{"channel":"zzz"}', `Unknown channel zzz. ${channels}`],
  ['{"channel":7,"broker_id":"B"}', `channel is missing. ${channels}`],
  ['{"broker_id":"B","message":{}}', `channel is missing. ${channels}`],
  ['{"channel":"orders","message":{}}', "broker_id is missing"],
])("says what is wrong with %s", (line, message) => {
  expect(() => readPublishCommand(line)).toThrow(message);
});
