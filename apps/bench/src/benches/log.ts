// Compares the engines of the sequenced log with the same workload. The durable engines wait for
// the disk or the server at every append. The engine in memory shows the minimum cost.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createJetStreamLog } from "@specwright/streams/log/jetstream";
import { createLmdbLog } from "@specwright/streams/log/lmdb";
import type { Bench, BenchContext, BenchRow } from "../bench.ts";
import { compareWithPeer, median } from "../rows.ts";
import { describeLog } from "./log/describe-log.ts";
import { type LogCost, logWorks, measureLog } from "./log/measure-log.ts";
import { startNatsServer } from "./log/nats-server.ts";

/** Compares the cost of a record in each log engine. */
export const logBench: Bench = {
  name: "log",
  description: "time and CPU time of a record, appended and replayed, per engine of the log",
  run,
  describe: describeLog,
};

interface EngineUnderTest {
  readonly name: string;
  readonly log: SequencedLog;
  readonly serverCpu?: () => Promise<number>;
  close(): Promise<void>;
}

/**
 * With this time per record, a million frames are replayed in two seconds, if most of them were
 * appended together.
 */
const REPLAY_TARGET_MICROS = 2;

async function run(context: BenchContext): Promise<readonly BenchRow[]> {
  const costs = new Map<string, readonly (readonly LogCost[])[]>();
  for (const open of [openMemory, openLmdb, openJetStream]) {
    const engine = await open();
    if (engine === undefined) {
      context.log("nats-server is not installed: JetStream is left out");
      continue;
    }
    const ofEngine: LogCost[][] = [];
    for (const work of logWorks) {
      context.log(`${engine.name}: ${work.name}`);
      const rounds: LogCost[] = [];
      for (let round = 0; round < context.rounds; round += 1) {
        const name = `${work.name.replace(/\W/g, "")}${round}`;
        rounds.push(await measureLog(engine.log, work, name, engine.serverCpu));
      }
      ofEngine.push(rounds);
    }
    costs.set(engine.name, ofEngine);
    await engine.close();
  }
  return rowsOf(costs);
}

function rowsOf(costs: ReadonlyMap<string, readonly (readonly LogCost[])[]>): readonly BenchRow[] {
  return [...costs].flatMap(([engine, ofEngine]) =>
    logWorks.flatMap(({ name, kind }, at) => {
      const row = (metric: string, read: (cost: LogCost) => number | undefined): BenchRow => {
        const ofMemory = engine === "memory" ? [] : (costs.get("memory")?.[at] ?? []);
        return compareWithPeer({
          bench: "log",
          case: `${name}, ${engine}`,
          peer: "memory",
          metric,
          value: middle(ofEngine[at] ?? [], read),
          peerValue: middle(ofMemory, read),
          target: null,
        });
      };
      const rows = [
        row("us/record", ({ wallMicros }) => wallMicros),
        row("cpu us/record", ({ cpuMicros }) => cpuMicros),
      ];
      if (engine === "JetStream") {
        rows.push(row("server cpu us/record", ({ serverMicros }) => serverMicros));
      }
      if (engine === "LMDB" && kind === "replay") {
        rows.push(
          compareWithPeer({
            bench: "log",
            case: `${name}, ${engine}`,
            peer: "500,000 frames/s",
            metric: "us/record",
            value: middle(ofEngine[at] ?? [], ({ wallMicros }) => wallMicros),
            peerValue: REPLAY_TARGET_MICROS,
            target: 1,
          }),
        );
      }
      return rows;
    }),
  );
}

function middle(
  costs: readonly LogCost[],
  read: (cost: LogCost) => number | undefined,
): number | null {
  return median(costs.map(read).filter((value) => value !== undefined));
}

async function openMemory(): Promise<EngineUnderTest> {
  const log = createMemoryLog();
  return { name: "memory", log, close: () => log.close() };
}

async function openLmdb(): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "specwright-bench-log-"));
  const log = await createLmdbLog({ folder });
  return {
    name: "LMDB",
    log,
    async close() {
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openJetStream(): Promise<EngineUnderTest | undefined> {
  const server = await startNatsServer();
  if (server === undefined) return undefined;
  const log = await createJetStreamLog({ servers: server.url, replicas: 1, notify() {} });
  return {
    name: "JetStream",
    log,
    serverCpu: server.cpuMicros,
    async close() {
      await log.close();
      await server.stop();
    },
  };
}
