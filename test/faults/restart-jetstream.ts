// NATS JetStream is killed repeatedly while a service publishes to it: every acknowledged frame is
// kept, and every client receives all of them, in order, once.

import { join } from "node:path";
import { startNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { faultKeys, prepareService, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface JetStreamReport {
  readonly restarts: number;
  readonly acknowledged: number;
  readonly published: number;
  readonly delivered: number;
  /** The number of frames refused while there was no server, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** The number of disconnected clients. */
  readonly disconnects: number;
}

/**
 * Kills the NATS server a number of times under load.
 *
 * @throws Error if a frame was lost, duplicated or reordered.
 */
export function restartJetStream(
  program: string,
  restarts: number,
  clients: number,
): Promise<JetStreamReport> {
  return withFolder(async (folder, undo) => {
    const store = join(folder, "nats");
    let nats = await startNatsServer(program, store);
    undo(() => nats.stop("SIGKILL"));
    const keys = faultKeys(1);
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder, env: { NATS_URL: nats.url } }, keys);
    undo(() => service.end("SIGKILL"));
    await service.start();
    const watch = watchOrders(service, keys, clients);
    undo(() => watch.close());
    const load = publishOrders(service, key, { window: 400 });
    for (let restarted = 0; restarted < restarts; restarted += 1) {
      // At any moment of the load, and for any duration.
      const before = service.answers.size;
      await waitUntil(
        () => service.answers.size > before + 200 + Math.random() * 800,
        "it publishes",
      );
      const { port } = nats;
      await nats.stop("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      nats = await startNatsServer(program, store, port);
    }
    const before = service.answers.size;
    await waitUntil(
      () => service.answers.size > before + 200,
      "it publishes after the last restart",
    );
    await load.end();
    await watch.settle();
    return {
      restarts,
      acknowledged: service.answers.size,
      published: load.published(),
      delivered: watch.delivered(),
      refused: Object.fromEntries(service.refusals),
      disconnects: watch.count("disconnected"),
    };
  });
}
