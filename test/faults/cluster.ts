// A cluster of three NATS servers is killed, frozen and cut, node by node, under two gateways and a
// publisher. No client may see a frame lost, repeated, reordered or below `since`, or get no frames while
// the cluster accepts them.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ClusterNode,
  type NatsCluster,
  startNatsCluster,
} from "../../packages/streams/test/log/nats-cluster.ts";
import { type OrderLoad, publishOrders } from "./order-load.ts";
import { watchOrders } from "./order-watch.ts";
import { followOrders, type OrderFaults, type RawOrders } from "./raw-orders.ts";
import {
  type FaultKey,
  faultKeys,
  prepareService,
  type ServiceProcess,
  waitUntil,
} from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** A fault of a node, or a restart of the publisher after a kill. */
export type ClusterFault =
  | { readonly do: "kill" | "freeze" | "cut"; readonly node: number }
  | { readonly do: "kill-publisher" };

/** Every fault of every node, and of the publisher. */
export const everyFault: readonly ClusterFault[] = [
  ...(["kill", "freeze", "cut"] as const).flatMap((what) =>
    [0, 1, 2].map((node) => ({ do: what, node })),
  ),
  { do: "kill-publisher" },
];

/** The measurements of one fault. */
export interface ClusterPhase {
  readonly fault: ClusterFault;
  /** The longest time between two acknowledgements, in milliseconds. */
  readonly publisherSilenceMs: number;
  /** The longest time for which an acknowledged frame was missing at a client, in milliseconds. */
  readonly latestMs: number;
  /** When each process first reported the fault by `/readyz`, in milliseconds; absent if it did not. */
  readonly unreadyMs: Readonly<Record<string, number>>;
  /** The events that each process logged, and how often. */
  readonly logged: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The result of the run. */
export interface ClusterReport extends OrderFaults {
  readonly acknowledged: number;
  readonly delivered: number;
  /** How many connections of the clients without the SDK ended, by code. */
  readonly endings: Readonly<Record<string, number>>;
  /** How often the SDK gave up its position. */
  readonly resyncs: number;
  readonly phases: readonly ClusterPhase[];
}

/** The settings of a run. */
export interface ClusterRun {
  /** How often the faults happen, one after the other. */
  readonly rounds: number;
  readonly clients: number;
  readonly faults: readonly ClusterFault[];
  /** How long a fault of a node lasts, in milliseconds. */
  readonly faultMs: number;
  /** Called before each step, with a function that returns the last log lines of the processes. */
  readonly onStep?: (step: string, logs: () => string) => void;
}

/** Every fourth client uses the SDK. */
const WITH_SDK = 4;
const REST_MS = 5_000;
/** How often the publisher is killed, and the pause between. */
const KILLS = 3;
const BETWEEN_KILLS_MS = 2_000;
/** How often some clients change gateways on their own, in milliseconds. */
const MOVE_MS = 3_000;

/**
 * Runs the faults.
 * @throws Error if a client lost a frame, or got one twice, out of order or below its `since`.
 */
export function breakCluster(program: string, run: ClusterRun): Promise<ClusterReport> {
  return withFolder(async (folder, undo) => {
    const cluster = await startNatsCluster(program, join(folder, "nats"));
    undo(() => cluster.stop());
    const keys = faultKeys(2);
    const ages = new Ages();
    const processes = await startProcesses(folder, cluster, keys, ages);
    undo(() => Promise.all(Object.values(processes).map((each) => each.end("SIGKILL"))));
    const { publisher, ...gateways } = processes;
    const begin = (step: string): void =>
      run.onStep?.(step, () =>
        Object.entries(processes)
          .map(([name, each]) => `${name}: ${each.log().slice(-2_000)}`)
          .join("\n"),
      );
    const [key] = keys;
    if (key === undefined) throw new Error("there is no key");
    const urls = Object.values(gateways).map(({ url }) => url);
    const faults: OrderFaults = { lost: 0, doubled: 0, reordered: 0, belowSince: 0 };
    const raw: RawOrders[] = [];
    const withSdk = Math.floor(run.clients / WITH_SDK);
    for (let at = 0; at < run.clients - withSdk; at += 1) {
      const client = followOrders({
        urls,
        first: at,
        key,
        faults,
        ...(at % 3 === 0 && { moveMs: MOVE_MS + at * 50 }),
        onOrder: ({ seq }) => ages.arrived(seq),
      });
      raw.push(client);
    }
    undo(() => {
      for (const client of raw) client.close();
    });
    const watches = Object.values(gateways).map((gateway) =>
      watchOrders(gateway, keys.slice(1), withSdk / 2),
    );
    undo(() => Promise.all(watches.map((watch) => watch.close())));
    const load = publishOrders(publisher, key, { window: 1_000, burst: 10, everyMs: 200 });
    await waitUntil(() => publisher.answers.size > 50, "it publishes");

    const phases: ClusterPhase[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      for (const fault of run.faults) {
        ages.reset();
        const watch = follow(processes);
        const name = JSON.stringify(fault);
        begin(name);
        if (fault.do === "kill-publisher") await killPublisher(publisher, load);
        else await hit(cluster.nodes[fault.node], fault.do, run.faultMs);
        begin(`the cluster becomes healthy after ${name}`);
        await cluster.healthy();
        begin(`publishing continues after ${name}`);
        await waitForPublishing(publisher);
        begin(`the clients catch up after ${name}`);
        await caughtUp(publisher, raw);
        // The node catches up, so that the next fault leaves two nodes with all data.
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
        phases.push({ fault, ...ages.longest(), ...(await watch.end()) });
      }
    }
    begin("the load ends");
    await load.end();
    await waitUntil(() => publisher.unanswered() === 0, "everything is answered");
    await caughtUp(publisher, raw);
    begin("the SDK clients catch up");
    // Each SDK client uses one gateway; it reads missed frames when the gateway is back.
    for (const watch of watches) await watch.settle(publisher);
    const endings = new Map<string, number>();
    for (const client of raw) {
      for (const [name, times] of client.endings) {
        endings.set(name, (endings.get(name) ?? 0) + times);
      }
    }
    if (Object.values(faults).some((count) => count > 0)) {
      throw new Error(`Clients without the SDK saw ${JSON.stringify(faults)}`);
    }
    return {
      ...faults,
      acknowledged: publisher.answers.size,
      delivered: raw.reduce((sum, { last }) => sum + last, 0),
      endings: Object.fromEntries(endings),
      resyncs: watches.reduce((sum, watch) => sum + watch.count("resync"), 0),
      phases,
    };
  });
}

async function hit(
  node: ClusterNode | undefined,
  what: "kill" | "freeze" | "cut",
  faultMs: number,
): Promise<void> {
  const lasting = new Promise((resolve) => setTimeout(resolve, faultMs));
  switch (what) {
    case "kill":
      await node?.kill();
      await lasting;
      return node?.start();
    case "freeze":
      node?.freeze();
      await lasting;
      return node?.thaw();
    case "cut":
      node?.cut();
      await lasting;
      return node?.heal();
    default:
      return what satisfies never;
  }
}

/** Kills the publisher right after it received commands. */
async function killPublisher(publisher: ServiceProcess, load: OrderLoad): Promise<void> {
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = load.published();
    await waitUntil(() => load.published() > before, "there are new commands");
    await publisher.end("SIGKILL");
    await publisher.start();
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
  }
}

/** Waits until publishing continues. */
async function waitForPublishing(publisher: ServiceProcess): Promise<void> {
  const before = publisher.answers.size;
  const more = (): boolean => publisher.answers.size > before + 10;
  await waitUntil(more, "it publishes after a fault", 60_000).catch((error: unknown) => {
    const refusals = JSON.stringify([...publisher.refusals]);
    const state = `${before} answers, ${publisher.unanswered()} unanswered, refused ${refusals}`;
    throw new Error(`${state}\n${publisher.log().slice(-2_000)}`, { cause: error });
  });
}

/** Waits until the clients have everything acknowledged so far. */
async function caughtUp(publisher: ServiceProcess, raw: readonly RawOrders[]): Promise<void> {
  const wanted = publisher.answers.size;
  const have = (): boolean => raw.every(({ last }) => last >= wanted);
  await waitUntil(have, `every client has ${wanted} frames`);
}

type Processes = Readonly<Record<"publisher" | "gateway1" | "gateway2", ServiceProcess>>;

async function startProcesses(
  folder: string,
  { nodes }: NatsCluster,
  keys: readonly FaultKey[],
  ages: Ages,
): Promise<Processes> {
  async function start(name: string, first: number, env: Record<string, string>) {
    const own = join(folder, name);
    await mkdir(own);
    // Each starts with another node.
    const urls = nodes.map((_, at) => nodes[(at + first) % nodes.length]?.url);
    const NATS_URL = urls.join(",");
    const options = { folder: own, env: { NATS_URL, ...env } };
    const onAnswer = (_: string, seq: number): void => ages.acknowledged(seq);
    const service = await prepareService({ ...options, onAnswer }, keys);
    await service.start();
    return service;
  }
  const gateway = { STREAMS_ROLE: "gateway", STREAMS_PUBLISH: "", STREAMS_HEARTBEAT_MS: "1000" };
  const publisher = await start("publisher", 2, { STREAMS_ROLE: "publisher" });
  const gateway1 = await start("gateway1", 0, gateway);
  const gateway2 = await start("gateway2", 1, gateway);
  return { publisher, gateway1, gateway2 };
}

/** How old frames were when they arrived. */
class Ages {
  readonly #acknowledgedMs = new Map<number, number>();
  #lastMs = performance.now();
  #silenceMs = 0;
  #latestMs = 0;

  acknowledged(seq: number): void {
    const nowMs = performance.now();
    this.#acknowledgedMs.set(seq, nowMs);
    this.#silenceMs = Math.max(this.#silenceMs, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
  }

  arrived(seq: number): void {
    const sinceMs = this.#acknowledgedMs.get(seq);
    if (sinceMs !== undefined) {
      this.#latestMs = Math.max(this.#latestMs, performance.now() - sinceMs);
    }
  }

  reset(): void {
    this.#silenceMs = 0;
    this.#latestMs = 0;
  }

  longest(): Pick<ClusterPhase, "publisherSilenceMs" | "latestMs"> {
    const [silence, latest] = [this.#silenceMs, this.#latestMs];
    return { publisherSilenceMs: Math.round(silence), latestMs: Math.round(latest) };
  }
}

/** Records the readiness and the logs of the processes. */
function follow(processes: Processes) {
  const startedMs = performance.now();
  const unreadyMs: Record<string, number> = {};
  const seen = Object.entries(processes).map(([name, each]) => ({
    name,
    each,
    at: each.log().length,
  }));
  let isOver = false;
  async function poll(): Promise<void> {
    while (!isOver) {
      for (const { name, each } of seen) {
        const status = await each.readyz().then(
          (answer) => answer.status,
          () => 0,
        );
        if (status !== 200) unreadyMs[name] ??= Math.round(performance.now() - startedMs);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  const polling = poll();
  return {
    async end(): Promise<Pick<ClusterPhase, "unreadyMs" | "logged">> {
      isOver = true;
      await polling;
      const logged = Object.fromEntries(
        seen.map(({ name, each, at }) => [name, countEvents(each.log().slice(at))]),
      );
      return { unreadyMs, logged };
    },
  };
}

function countEvents(lines: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, event = ""] of lines.matchAll(/"event":"(\w+)"/g)) {
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}
