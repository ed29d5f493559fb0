import { cpuMicrosOf, rssMegabytesOf } from "../../pinned-process.ts";
import { startCrowd } from "./crowd-of-clients.ts";
import { startNodeServer } from "./server-under-test.ts";

/** The cost of idle connections. */
export interface IdleCost {
  /** The memory of the server while all clients are connected, in megabytes. */
  readonly rssMegabytes: number;
  /** The memory of the server without clients, in megabytes. */
  readonly baseMegabytes: number;
  /** The time of an upgrade in microseconds. It includes verifying the signature. */
  readonly upgradeMicros: number;
}

const settleMs = 3000;

/** Connects a number of clients and leaves them idle. */
export async function measureIdle(clients: number): Promise<IdleCost> {
  const server = await startNodeServer("ours", "");
  const crowd = startCrowd();
  try {
    const baseMegabytes = await rssMegabytesOf(server.process);
    const before = await cpuMicrosOf(server.process);
    await crowd.connect({ kind: "ours", port: server.port, count: clients });
    const after = await cpuMicrosOf(server.process);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const rssMegabytes = await rssMegabytesOf(server.process);
    return { rssMegabytes, baseMegabytes, upgradeMicros: (after - before) / clients };
  } finally {
    await crowd.stop();
    await server.stop();
  }
}
