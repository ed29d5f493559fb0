import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createPublisher, createStreamServer } from "@specwright/streams/server";
import { expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { connect, lookupKey } from "../peer.ts";

it("S28 a replay that does not get on sends no heartbeats, which would look like its end", async () => {
  const log = createMemoryLog();
  const publisher = createPublisher({ log });
  for (const order_id of ["1", "2", "3", "4"]) {
    const message = { type: "order_update", payload: { order_id } } as const;
    const keys = { market: [order_id === "3" ? "M2" : "M1"] };
    await publisher.publish(orders, { brokerId: "b1", message, keys });
  }
  let goOn = (): void => {};
  const stuck = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: SequencedLog = {
    ...log,
    async read(stream, from, limit) {
      if (from > 3n) await stuck;
      return log.read(stream, from, limit);
    },
  };
  const settings = { heartbeatMs: 100, replayBatchFrames: 1 };
  const server = createStreamServer({ channels: [orders], log: slow, lookupKey, settings });
  const { url } = await server.listen();
  const peer = await connect(`${url}/orders?since=1&market=M1`);
  const whole = connect(`${url}/orders?since=1`);
  setTimeout(goOn, 1_000);
  const kinds = (await peer.take(5)).map(({ type, seq, watermark_seq: at }) => [type, seq, at]);
  expect(kinds).toEqual([
    ["order_update", 1, undefined],
    ["order_update", 2, undefined],
    // It has skipped unselected frames, and reports this once.
    ["heartbeat", 2, 3],
    ["order_update", 4, undefined],
    ["backlog_end", 4, undefined],
  ]);
  const all = (await (await whole).take(5)).map(({ type }) => type);
  expect(all).toEqual([...Array(4).fill("order_update"), "backlog_end"]);
  await server.close();
});
