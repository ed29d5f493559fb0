// A cluster of NATS servers on loopback. Each pair is connected through proxies, so that a node can
// be cut off from the others while its clients still reach it.

import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAtLeast } from "../../src/log/jetstream/check-version.ts";
import { type CutProxy, startCutProxy } from "./cut-proxy.ts";
import { freePort, type NatsProcess, runNatsServer } from "./nats-server.ts";

/** One server of a cluster. */
export interface ClusterNode {
  /** Its address for clients. */
  readonly url: string;
  /** Starts it again after `kill`, on the same store. */
  start(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Stops its process, whose sockets stay open and silent. */
  freeze(): void;
  thaw(): void;
  /** Keeps its bytes from the other nodes, and theirs from it. */
  cut(): void;
  heal(): void;
}

/** A running cluster. */
export interface NatsCluster {
  readonly nodes: readonly ClusterNode[];
  /** Resolves once every node is part of the cluster again. */
  healthy(): Promise<void>;
  stop(): Promise<void>;
}

/** Reports whether a `nats-server` is new enough for a cluster, which needs 2.12.2. */
export function isClusterServer(program: string): boolean {
  const version = execFileSync(program, ["--version"], { encoding: "utf8" });
  const [, number = "0"] = /v(\d\S*)/.exec(version) ?? [];
  return isAtLeast(number, [2, 12, 2]);
}

interface Ports {
  readonly client: number;
  readonly route: number;
  readonly monitor: number;
}

/** Starts a cluster of `count` servers with JetStream. */
export async function startNatsCluster(
  program: string,
  folder: string,
  count: number = 3,
): Promise<NatsCluster> {
  const ports: Ports[] = [];
  for (let at = 0; at < count; at += 1) {
    const [client, route, monitor] = [await freePort(), await freePort(), await freePort()];
    ports.push({ client, route, monitor });
  }
  const proxies: CutProxy[] = [];
  /** The proxies from and to each node. */
  const near: CutProxy[][] = ports.map(() => []);
  const routes: number[][] = ports.map(() => []);
  for (const [from] of ports.entries()) {
    for (const [to, { route }] of ports.entries()) {
      if (from === to) continue;
      const proxy = await startCutProxy(route);
      proxies.push(proxy);
      near[from]?.push(proxy);
      near[to]?.push(proxy);
      routes[from]?.push(proxy.port);
    }
  }

  async function prepare(at: number, { client, route, monitor }: Ports): Promise<ClusterNode> {
    const store = join(folder, `node-${at}`);
    await mkdir(store, { recursive: true });
    const file = join(store, "nats.conf");
    const lines = [
      `server_name: node-${at}`,
      `listen: 127.0.0.1:${client}`,
      `http: 127.0.0.1:${monitor}`,
      `jetstream { store_dir: ${JSON.stringify(store)} }`,
      "cluster {",
      "  name: specwright",
      `  listen: 127.0.0.1:${route}`,
      // Clients must not bypass the proxies.
      "  advertise: 127.0.0.1:1",
      `  routes: [${(routes[at] ?? []).map((port) => `nats://127.0.0.1:${port}`).join(", ")}]`,
      "}",
    ];
    await writeFile(file, lines.join("\n"));
    let running: NatsProcess | undefined;
    return {
      url: `nats://127.0.0.1:${client}`,
      async start() {
        running = await runNatsServer(program, ["-c", file], client);
      },
      async kill() {
        await running?.stop("SIGKILL");
        running = undefined;
      },
      freeze: () => running?.signal("SIGSTOP"),
      thaw: () => running?.signal("SIGCONT"),
      cut() {
        for (const proxy of near[at] ?? []) proxy.cut();
      },
      heal() {
        for (const proxy of near[at] ?? []) proxy.heal();
      },
    };
  }

  const nodes: ClusterNode[] = [];
  for (const [at, own] of ports.entries()) nodes.push(await prepare(at, own));

  async function isHealthy({ monitor }: Ports): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`http://127.0.0.1:${monitor}/healthz?js-server-only=true`, {
        signal,
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  const cluster: NatsCluster = {
    nodes,
    async healthy() {
      const deadline = Date.now() + 60_000;
      while (!(await Promise.all(ports.map(isHealthy))).every(Boolean)) {
        if (Date.now() > deadline) throw new Error("the cluster did not become healthy");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
  await Promise.all(nodes.map((node) => node.start()));
  await cluster.healthy();
  return cluster;
}
