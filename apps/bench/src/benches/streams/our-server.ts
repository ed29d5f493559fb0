import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createJetStreamLog } from "@specwright/streams/log/jetstream";
import { createLmdbLog } from "@specwright/streams/log/lmdb";
import { createPublisher, createStreamServer } from "@specwright/streams/server";
import { orders } from "@specwright/streams-api/server";
import { credentials } from "./credentials.ts";
import { type FanOutServer, frameBytes } from "./fan-out.ts";

const pad = "the order is already filled; ".padEnd(115, ".");

/**
 * Starts our server. `place` is the folder of its log, or `nats://HOST:PORT/PREFIX`. If it is
 * empty, the log is in memory.
 */
export async function startOurs(place: string): Promise<FanOutServer> {
  const log = place === "" ? createMemoryLog({ maxFrames: 1000 }) : await openLog(place);
  const server = createStreamServer({
    channels: [orders],
    log,
    lookupKey: () => credentials,
    settings: { maxConnectionsPerKey: 100_000, maxRequestsPerSecondPerKey: 1_000_000 },
  });
  const publisher = createPublisher({ log });
  const { port } = await server.listen();
  const { brokerId } = credentials;
  return {
    port,
    publish(count, text = "") {
      const payload = {
        command_type: "AMEND",
        order_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4e",
        client_order_id: "client-order-000123",
        reason: text + pad.slice(text.length),
        correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
      } as const;
      const message = { type: "order_reject", payload } as const;
      const keys = { market: [], account_id: [], event_id: [] };
      for (let sent = 0; sent < count; sent += 1) {
        void publisher.publish(orders, { brokerId, message, keys });
      }
    },
  };
}

/** The number of frames in the log that is replayed. */
export const replayFrames = 200_000;

/** Opens a durable log. If the log is for the replay, fills it with frames. */
async function openLog(place: string): Promise<SequencedLog> {
  if (place.startsWith("nats:")) {
    const { host: servers, pathname } = new URL(place);
    const prefix = pathname.slice(1);
    return createJetStreamLog({ servers, prefix, replicas: 1, notify() {} });
  }
  const log = await createLmdbLog({ folder: place });
  if (!place.endsWith("replay")) return log;
  const stream = { brokerId: credentials.brokerId, channelId: orders.id };
  const frame = Buffer.alloc(frameBytes, "x");
  const batch = 256;
  for (let done = 0; done < replayFrames; done += batch) {
    const count = Math.min(batch, replayFrames - done);
    const records = Array.from({ length: count }, (_, at) => ({
      seq: BigInt(done + at) + 1n,
      tsNs: 1_763_700_000_123_456_789n,
      type: "order_reject",
      frame,
      keys: { account_id: ["ACC-1"] },
    }));
    await log.append(stream, records);
  }
  return log;
}
