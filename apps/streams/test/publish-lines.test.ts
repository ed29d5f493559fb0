// The publish protocol of standard input and NATS: one command on each line, one answer for each.

import { Readable } from "node:stream";
import { createMemoryLog, LogError, type SequencedLog } from "@specwright/streams/log";
import { createAccessKeys, createStreamsService } from "@specwright/streams-service";
import { expect, test } from "vitest";
import { publishLines } from "../src/publish-lines.ts";

/** Publishes lines through a log that refuses appends on request. */
function start() {
  const real = createMemoryLog();
  const state = { isFull: false };
  const log: SequencedLog = {
    ...real,
    async append(key, records) {
      if (state.isFull) throw new LogError("log_full", "there is no room");
      return real.append(key, records);
    },
  };
  const service = createStreamsService({ accessKeys: createAccessKeys(), log });
  return {
    state,
    async publish(...commands: readonly object[]): Promise<readonly unknown[]> {
      const answers: unknown[] = [];
      await publishLines({
        input: Readable.from(commands.map((command) => `${JSON.stringify(command)}\n`)),
        service,
        logger() {},
        answer: (line) => answers.push(JSON.parse(line)),
      });
      return answers;
    },
    async kept(channelId: string, brokerId = "B"): Promise<readonly unknown[]> {
      const records = await real.read({ brokerId, channelId }, 1n, 100);
      return records.flatMap(({ id }) => id ?? []);
    },
    stop: () => service.close(),
  };
}

const zero = { units: 0, nanos: 0 };
const stock = { market_id: "M", account_id: "A", payout_amount: zero, settlement_price: zero };
const payout = (id: string) => ({
  id,
  channel: "payouts",
  broker_id: "B",
  keys: { event_id: ["E"] },
  message: {
    type: "payout",
    payload: { ...stock, qty_held_at_settlement: zero, settled_at_wall_time_ns: 1 },
  },
});
const change = (id: string) => ({
  id,
  channel: "market-data",
  type: "book_diff",
  market_id: "M",
  bids: [],
  asks: [],
});

test.each([
  ["payouts", payout, { channel: "payouts", broker_id: "B" }, "payouts", "B"],
  ["market data", change, { channel: "market-data" }, "marketData", ""],
] as const)(
  "T5 a refusal that passes stops %s until it is fixed",
  async (_name, command, stream, channelId, brokerId) => {
    const { state, publish, kept, stop } = start();
    state.isFull = true;
    const refused = await publish(command("1"), command("2"));
    expect(refused).toMatchObject([
      { id: "1", error: { code: "log_full", retry: true } },
      { id: "2", error: { retry: true } },
    ]);
    state.isFull = false;
    expect(await publish(command("3"))).toMatchObject([
      { id: "3", error: { code: "behind_refused", behind: "1", retry: true } },
    ]);
    expect(await publish({ ...stream, give_up: "1" }, { ...stream, give_up: "1" })).toEqual([
      { id: "1", given_up: true },
      { id: "1", given_up: false },
    ]);
    await publish(command("2"), command("3"), command("4"));
    expect(await kept(channelId, brokerId)).toEqual(["2", "3", "4"]);
    await stop();
  },
);

test.each([
  ["no text", { channel: "orders", broker_id: "B", give_up: 7, id: "x" }],
  ["no broker", { channel: "orders", give_up: "7", id: "x" }],
  ["no channel", { channel: "order", broker_id: "B", give_up: "7", id: "x" }],
])("refuses to give up a command with %s", async (_name, line) => {
  const { publish, stop } = start();
  expect(await publish(line)).toMatchObject([
    { id: "x", error: { code: "bad_command", retry: false } },
  ]);
  await stop();
});
