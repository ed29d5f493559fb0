import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMicrosOf } from "../../pinned-process.ts";
import { startCrowd } from "./crowd-of-clients.ts";
import { replayFrames } from "./our-server.ts";
import { startNodeServer } from "./server-under-test.ts";

/** The cost of a replayed frame, in microseconds. */
export interface ReplayCost {
  readonly wallMicros: number;
  /** The CPU time of the server. */
  readonly cpuMicros: number;
}

/** Replays an LMDB log. One client at a time requests the whole log. */
export async function measureReplay(rounds: number): Promise<readonly ReplayCost[]> {
  const parent = await mkdtemp(join(tmpdir(), "specwright-bench-"));
  const folder = join(parent, "replay");
  await mkdir(folder);
  const server = await startNodeServer("ours", folder);
  const crowd = startCrowd();
  try {
    const costs: ReplayCost[] = [];
    // The first round only warms up the engine, and is not measured.
    for (let round = 0; round <= rounds; round += 1) {
      const before = await cpuMicrosOf(server.process);
      const started = performance.now();
      await crowd.connect({ kind: "ours", port: server.port, count: 1, query: "?since=1" });
      await crowd.count(replayFrames);
      const wallMicros = ((performance.now() - started) * 1000) / replayFrames;
      const cpuMicros = ((await cpuMicrosOf(server.process)) - before) / replayFrames;
      if (round > 0) costs.push({ wallMicros, cpuMicros });
    }
    return costs;
  } finally {
    await crowd.stop();
    await server.stop();
    await rm(parent, { recursive: true });
  }
}
