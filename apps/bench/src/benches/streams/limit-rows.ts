// Creates rows that compare a result with a fixed limit instead of a peer.

import type { BenchRow } from "../../bench.ts";
import { compareInPairs, compareWithPeer, median } from "../../rows.ts";
import type { DurableCost, DurableCosts, DurableLoad } from "./measure-durable.ts";
import type { IdleCost } from "./measure-idle.ts";
import type { ReplayCost } from "./measure-replay.ts";

/** A result and its limit. */
interface Figure {
  readonly metric: string;
  readonly value: number | null;
  readonly limit?: readonly [name: string, value: number];
}

const AT_LEAST_PER_SECOND = 1_000_000;
/** The maximum CPU time of a delivery with NATS, relative to the time with LMDB. */
const NATS_AT_MOST = 1.15;

/** Returns the rows for frames that are on disk before they are sent. */
export function durableRows(
  { clients, framesPerSecond }: DurableLoad,
  costs: DurableCosts,
): readonly BenchRow[] {
  const load = `durable, ${clients.toLocaleString("en-US")} clients, ${framesPerSecond} frames/s`;
  const judged = clients * framesPerSecond < AT_LEAST_PER_SECOND * 1.1;
  const ofLmdb = costs.get("LMDB") ?? [];
  return [...costs].flatMap(([setup, ofSetup]) => {
    const middle = (read: (cost: DurableCost) => number): number | null => {
      return median(ofSetup.map(read));
    };
    const name = `${load}, ${setup}`;
    const figures = figureRows(name, [
      {
        metric: "us per delivery",
        value: middle(({ deliveriesPerSecond }) => 1e6 / deliveriesPerSecond),
        ...(judged &&
          setup === "LMDB" && { limit: ["1,000,000 deliveries/s", 1e6 / AT_LEAST_PER_SECOND] }),
      },
      { metric: "p50 ms", value: middle(({ p50 }) => p50) },
      {
        metric: "p99 ms",
        value: middle(({ p99 }) => p99),
        ...(judged && { limit: ["25 ms", 25] }),
      },
    ]);
    const cpu =
      setup === "LMDB"
        ? figureRows(name, [
            { metric: "cpu us per delivery", value: middle(({ cpuMicros }) => cpuMicros) },
          ])
        : [
            compareInPairs({
              bench: "streams",
              case: name,
              peer: "LMDB",
              metric: "cpu us per delivery",
              values: ofSetup.map(({ cpuMicros }) => cpuMicros),
              peerValues: ofLmdb.map(({ cpuMicros }) => cpuMicros),
              target: setup === "NATS" ? NATS_AT_MOST : null,
            }),
          ];
    return [...cpu, ...figures];
  });
}

/** Returns the rows for a replay over the network. */
export function replayRows(costs: readonly ReplayCost[]): readonly BenchRow[] {
  return figureRows("replay from LMDB to a client", [
    {
      metric: "us per frame",
      value: median(costs.map(({ wallMicros }) => wallMicros)),
      limit: ["500,000 frames/s", 2],
    },
    { metric: "cpu us per frame", value: median(costs.map(({ cpuMicros }) => cpuMicros)) },
  ]);
}

/** Returns the rows for idle connections. */
export function idleRows(clients: number, cost: IdleCost): readonly BenchRow[] {
  const { rssMegabytes, baseMegabytes, upgradeMicros } = cost;
  return figureRows(`${clients.toLocaleString("en-US")} idle connections`, [
    { metric: "RSS MB", value: rssMegabytes, limit: ["300 MB", 300] },
    { metric: "KB a connection", value: ((rssMegabytes - baseMegabytes) * 1024) / clients },
    { metric: "cpu us per upgrade", value: upgradeMicros },
  ]);
}

function figureRows(name: string, figures: readonly Figure[]): readonly BenchRow[] {
  return figures.map(({ metric, value, limit }) =>
    compareWithPeer({
      bench: "streams",
      case: name,
      peer: limit?.[0] ?? "",
      metric,
      value,
      peerValue: limit?.[1] ?? null,
      target: limit === undefined ? null : 1,
    }),
  );
}
