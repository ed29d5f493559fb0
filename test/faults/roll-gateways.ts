// Two gateways of a publisher are stopped (SIGTERM) and restarted in turn, as for an update, while clients
// move to the other one. No frame may be lost, and no client may wait for long.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { publishOrders } from "./order-load.ts";
import { followOrders, type OrderFaults } from "./raw-orders.ts";
import { faultKeys, prepareService, type ServiceProcess, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface RollReport extends OrderFaults {
  readonly rolls: number;
  readonly published: number;
  readonly delivered: number;
  /** From the command until a client has its frame, in milliseconds. */
  readonly medianMs: number;
  readonly longestMs: number;
  /** How many connections ended, by code. */
  readonly endings: Readonly<Record<string, number>>;
}

const REST_MS = 3_000;

/**
 * Stops and restarts gateways in turn.
 * @throws Error if a client lost a frame, got one twice or out of order, or was cut off.
 */
export function rollGateways(program: string, rolls: number, clients: number): Promise<RollReport> {
  return withFolder(async (folder, undo) => {
    await mkdir(join(folder, "nats"));
    const nats = await startNatsServer(program, join(folder, "nats"));
    undo(() => nats.stop());
    const keys = faultKeys(1);
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    async function start(name: string, env: Record<string, string>): Promise<ServiceProcess> {
      const own = join(folder, name);
      await mkdir(own);
      const options = { folder: own, env: { NATS_URL: nats.url, ...env } };
      const service = await prepareService(options, keys);
      undo(() => service.end("SIGKILL"));
      await service.start();
      return service;
    }
    const publisher = await start("publisher", { STREAMS_ROLE: "publisher" });
    const asGateway = { STREAMS_ROLE: "gateway", STREAMS_PUBLISH: "" };
    const gateways = [await start("one", asGateway), await start("two", asGateway)];

    const faults: OrderFaults = { lost: 0, doubled: 0, reordered: 0, belowSince: 0 };
    const sentMs: number[] = [];
    const delays: number[] = [];
    const followers = Array.from({ length: clients }, (_, first) =>
      followOrders({
        urls: gateways.map(({ url }) => url),
        first,
        key,
        faults,
        // The only publisher, so that numbers follow its commands.
        onOrder: ({ seq }) => void delays.push(performance.now() - (sentMs[seq] ?? 0)),
      }),
    );
    undo(() => {
      for (const each of followers) each.close();
    });
    const load = publishOrders(publisher, key, {
      window: 1_000,
      burst: 5,
      everyMs: 100,
      onOrder(published) {
        sentMs[published] = performance.now();
      },
    });
    await waitUntil(() => publisher.answers.size > 50, "it publishes");
    for (let done = 0; done < rolls; done += 1) {
      const gateway = gateways[done % gateways.length];
      await gateway?.end("SIGTERM");
      await gateway?.start();
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
    await load.end();
    await waitUntil(() => publisher.unanswered() === 0, "everything is answered");
    const published = publisher.answers.size;
    await waitUntil(() => followers.every(({ last }) => last >= published), "every client has it");

    const endings: Record<string, number> = {};
    for (const [code, times] of followers.flatMap((each) => [...each.endings])) {
      endings[code] = (endings[code] ?? 0) + times;
    }
    if (Object.values(faults).some((count) => count > 0) || Object.keys(endings).some(isCut)) {
      throw new Error(`clients saw ${JSON.stringify({ ...faults, endings })}`);
    }
    delays.sort((a, b) => a - b);
    return {
      ...faults,
      rolls,
      published,
      delivered: delays.length,
      medianMs: Math.round(delays[delays.length >> 1] ?? 0),
      longestMs: Math.round(delays.at(-1) ?? 0),
      endings,
    };
  });
}

/** Reports whether a connection was cut, and neither ended by the gateway nor refused. */
function isCut(code: string): boolean {
  return code !== "1001" && code !== "unreachable" && !code.startsWith("HTTP ");
}
