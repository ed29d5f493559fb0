// A deployment under a path prefix, `base_path` in the contract, from the setting of the service to
// the upgrade that its client signs.

import { readFileSync } from "node:fs";
import { streamTransport } from "@specwright/streams/client";
import { createMemoryLog } from "@specwright/streams/log";
import { createStreamsClient } from "@specwright/streams-api/client";
import {
  createAccessKeys,
  createStreamsService,
  issueAccessKey,
} from "@specwright/streams-service";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment } from "../src/read-environment.ts";

const contract = readFileSync(
  new URL("../../../specs/streams/asyncapi.yaml", import.meta.url),
  "utf8",
);
const [, pathname = ""] = /^ {4}pathname: "(.+)"$/m.exec(contract) ?? [];

const zero = { units: 0n, nanos: 0 };
const payload = {
  market_id: "M",
  account_id: "A",
  qty_held_at_settlement: zero,
  settlement_price: zero,
  payout_amount: zero,
  settled_at_wall_time_ns: 1n,
};

test.each(["", "/streams", "/exchange/streams"])(
  "T17 under %j the service is where the contract says, and its client gets in",
  async (basePath) => {
    const { settings } = readEnvironment({ STREAMS_BASE_PATH: basePath });
    const { accessKey, secretKey, brokerId } = issueAccessKey("B");
    const accessKeys = createAccessKeys([{ accessKey, secretKey, brokerId }]);
    const service = createStreamsService({ accessKeys, log: createMemoryLog(), settings });
    onTestFinished(() => service.close());
    const { url } = await service.listen();
    expect(new URL(url).pathname).toBe(pathname.replace("{base_path}", basePath));

    await service.publish({
      channel: "payouts",
      broker_id: "B",
      message: { type: "payout", payload },
      keys: { event_id: [] },
    });
    const read = async (at: string) => {
      const transport = streamTransport({ url: at, accessKey, secretKey, brokerId });
      const stream = createStreamsClient(transport).payouts({ query: { since: 1n } });
      for await (const frame of stream) return frame.type;
      return undefined;
    };
    expect(await read(url)).toBe("payout");
    const elsewhere = url.replace(/(?=\/v1$)/, "/elsewhere");
    await expect(read(elsewhere)).rejects.toMatchObject({ code: "upgrade_refused" });
  },
);
