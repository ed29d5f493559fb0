import { createMemoryLog } from "@specwright/streams/log";
import { createAccessKeys, createStreamsService } from "@specwright/streams-service";
import { expect, test } from "vitest";
import { createExchange } from "../src/exchange/create-exchange.ts";

test("T3 every frame of the sandbox has its event, market and account, rejects included", async () => {
  const log = createMemoryLog();
  const service = createStreamsService({ accessKeys: createAccessKeys(), log });
  const exchange = createExchange({ brokerId: "B", seed: 7 });
  const startMs = 1_767_225_600_000;
  let rejects = 0;
  for (let step = 0; step < 900; step += 1) {
    await Promise.all(exchange.step(startMs + step * 400).map(service.publish));
  }
  for (const channelId of ["orders", "accounting", "payouts"]) {
    const { last } = await log.bounds({ brokerId: "B", channelId });
    const records = await log.read({ brokerId: "B", channelId }, 1n, Number(last));
    for (const { type, keys } of records) {
      if (type === "order_reject") rejects += 1;
      expect(keys["market"]).toHaveLength(1);
      expect(keys["account_id"]).toHaveLength(1);
      if (channelId !== "accounting") expect(keys["event_id"]).toHaveLength(1);
    }
  }
  expect(rejects).toBeGreaterThan(0);
  await service.close();
});
