import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNatsServer, startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { publishOrders } from "./order-load.ts";
import { faultKeys, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

const program = findNatsServer();
/** Two seconds on a quiet machine. */
const LONGEST_MS = 8_000;

test.skipIf(program === undefined).each(["SIGKILL", "SIGTERM"] as const)(
  "a standby takes over from a publisher that gets %s",
  {
    timeout: 120_000,
  },
  async (signal) => {
    await withFolder(async (folder, undo) => {
      await mkdir(join(folder, "nats"));
      const nats = await startNatsServer(program ?? "", join(folder, "nats"));
      undo(() => nats.stop());
      const keys = faultKeys(1);
      const [key] = keys;
      if (key === undefined) throw new Error("there is no key");
      async function prepare(name: string, more: Record<string, string>) {
        const own = join(folder, name);
        await mkdir(own);
        const env = { NATS_URL: nats.url, STREAMS_ROLE: "publisher", ...more };
        const service = await prepareService({ folder: own, env }, keys);
        undo(() => service.end("SIGKILL"));
        return service;
      }
      const first = await prepare("first", {});
      const standby = await prepare("standby", { STREAMS_STANDBY: "1" });
      await first.start();
      const load = publishOrders(first, key, { window: 10, burst: 1, everyMs: 20 });
      await waitUntil(() => first.answers.size >= 20, "the first publishes");
      const starting = standby.start();
      await waitUntil(() => standby.log().includes("standing_by"), "the other stands by");
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(standby.log().match(/standing_by/g)).toHaveLength(1);
      await load.end();
      await first.end(signal);
      const endedMs = performance.now();
      await starting;
      const before = first.answers.size;
      standby.send("from the standby", orderOf(key.brokerId));
      await waitUntil(() => standby.answers.has("from the standby"), "the standby publishes");
      const tookMs = performance.now() - endedMs;
      console.log(JSON.stringify({ signal, tookMs: Math.round(tookMs) }));
      expect(standby.answers.get("from the standby")).toBeGreaterThan(before);
      expect(standby.log()).toContain("taking_over");
      expect(tookMs).toBeLessThan(LONGEST_MS);
    });
  },
);

function orderOf(brokerId: string): object {
  return {
    channel: "orders",
    broker_id: brokerId,
    keys: { market: [], account_id: [], event_id: [] },
    message: {
      type: "order_reject",
      payload: {
        command_type: "CANCEL",
        reason: "from the standby",
        correlation_id: "0195f3c2-7f44-7a31-9d0e-000000000000",
      },
    },
  };
}
