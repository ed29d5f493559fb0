import { createKeyedBroadcast, createStreamServer } from "@specwright/streams/server";
import { expect, it } from "vitest";
import { marketData } from "../../sample-channels/market-data.ts";
import { lookupKey } from "../peer.ts";

it("33 one sequence for each address: a source of keys does not serve several addresses", () => {
  const broadcast = createKeyedBroadcast({
    channel: marketData,
    knows: () => true,
    snapshot: (id) => ({ type: "book_snapshot" as const, market_id: id, total: 1 }),
  });
  const channel = { ...marketData, address: "/venues/{venue}" };
  const serve = (): unknown =>
    createStreamServer({
      channels: [channel],
      subscriptions: { marketData: broadcast },
      lookupKey,
    });
  expect(serve).toThrow("channel marketData has parameters in its address /venues/{venue}");
});
