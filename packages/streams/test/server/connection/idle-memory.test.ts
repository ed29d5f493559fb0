// The memory of idle connections, without their sockets.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMemoryLog } from "@specwright/streams/log";
import {
  createStreamGateway,
  type ServerSocket,
  type ServerSocketEvents,
} from "@specwright/streams/server";
import { signUpgrade } from "@specwright/streams/signing";
import { describe, expect, it } from "vitest";
import { orders } from "../../sample-channels/sequenced-channels.ts";
import { alice, lookupKey } from "../peer.ts";

/** The events of all sockets, which sockets keep. */
const opened: ServerSocketEvents[] = [];

const idleSocket: ServerSocket = {
  open: true,
  pendingBytes: 0,
  write() {},
  whenTaken() {},
  ping() {},
  close() {},
  terminate() {},
  pause() {},
  resume() {},
  listen: (events) => void opened.push(events),
};

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

describe("33.5 an idle connection", () => {
  it("takes at most one KB, with its session", async () => {
    const gateway = createStreamGateway({
      channels: [orders],
      log: createMemoryLog(),
      lookupKey,
      settings: { maxConnectionsPerKey: 10_000 },
    });
    async function connect(count: number): Promise<number> {
      for (let made = 0; made < count; made += 1) {
        const headers = { ...signUpgrade({ ...alice, path: "/v1/orders", timestamp: Date.now() }) };
        const rawHeaders = Object.entries(headers).flat();
        const answer = await gateway.admit({ url: "/v1/orders", headers, rawHeaders });
        if (answer.kind === "refuse") throw new Error(answer.problem.code);
        answer.run(idleSocket);
      }
      collect();
      collect();
      return process.memoryUsage().heapUsed;
    }
    const before = await connect(200);
    const after = await connect(1_000);
    expect((after - before) / 1_000).toBeLessThan(1_024);
    for (const events of opened) events.close();
    await gateway.close();
  });
});
