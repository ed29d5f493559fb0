// Two publishers, one of them as a standby, on a cluster of three NATS servers that are frozen in turn.
// Commands arrive as NATS requests: each must get one response and be logged once, in order.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectNats, createJetStreamLog } from "@specwright/streams/log/jetstream";
import { createPublishClient, PublishError } from "@specwright/streams-sdk/publish";
import { startNatsCluster } from "../../packages/streams/test/log/nats-cluster.ts";
import { faultKeys, prepareService, type ServiceProcess, waitUntil } from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface FreezeReport {
  readonly freezes: number;
  readonly commands: number;
  /** How many commands failed, by error code. */
  readonly failed: Readonly<Record<string, number>>;
  /** The longest time from a command to its response, in milliseconds. */
  readonly longestMs: number;
  /** How often the standby took over. */
  readonly takeovers: number;
}

const FREEZE_MS = 9_000;
const REST_MS = 5_000;
const EVERY_MS = 50;

/**
 * Freezes the servers, one after the other.
 *
 * @throws Error if a command was lost, logged twice, or logged out of its order.
 */
export function freezeStandby(program: string, freezes: number): Promise<FreezeReport> {
  return withFolder(async (folder, undo) => {
    const cluster = await startNatsCluster(program, join(folder, "nats"));
    undo(() => cluster.stop());
    const urls = cluster.nodes.map(({ url }) => url);
    const keys = faultKeys(1);
    const brokerId = keys[0]?.brokerId ?? "";
    async function prepare(name: string, first: number): Promise<ServiceProcess> {
      const own = join(folder, name);
      await mkdir(own);
      const env = {
        NATS_URL: [...urls.slice(first), ...urls.slice(0, first)].join(","),
        STREAMS_ROLE: "publisher",
        STREAMS_PUBLISH: "nats",
        STREAMS_STANDBY: "1",
      };
      const service = await prepareService({ folder: own, env }, keys);
      undo(() => service.end("SIGKILL"));
      return service;
    }
    const active = await prepare("active", 0);
    const standby = await prepare("standby", 1);
    await active.start();
    // A standby is not ready before it takes over.
    standby.start().catch(() => {});
    await waitUntil(() => standby.log().includes("standing_by"), "the other stands by");

    const connection = await connectNats({ servers: urls.toReversed(), pingMs: 1_000 });
    undo(() => connection.close());
    const client = createPublishClient({ connection });
    const failed: Record<string, number> = {};
    let [commands, answered, longestMs] = [0, 0, 0];
    async function publish(id: string): Promise<void> {
      const startedMs = performance.now();
      try {
        await client.publish(orderOf(brokerId, id));
      } catch (error) {
        if (!(error instanceof PublishError)) throw error;
        failed[error.code] = (failed[error.code] ?? 0) + 1;
      }
      answered += 1;
      longestMs = Math.max(longestMs, performance.now() - startedMs);
    }
    const timer = setInterval(() => {
      commands += 1;
      void publish(idOf(commands));
    }, EVERY_MS);
    undo(() => clearInterval(timer));
    for (let done = 0; done < freezes; done += 1) {
      const node = cluster.nodes[done % cluster.nodes.length];
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      node?.freeze();
      await new Promise((resolve) => setTimeout(resolve, FREEZE_MS));
      node?.thaw();
    }
    clearInterval(timer);
    await waitUntil(() => answered === commands, "every command is answered");

    const logged = await loggedIds(urls, brokerId);
    const wanted = Array.from({ length: commands }, (_, at) => idOf(at + 1));
    const wrong = logged.findIndex((id, at) => id !== wanted[at]);
    if (wrong >= 0 || logged.length !== commands) {
      const at = wrong < 0 ? logged.length : wrong;
      const what = `record ${at + 1} is ${logged[at]}, not ${wanted[at]}`;
      throw new Error(`${logged.length} of ${commands} commands were logged; ${what}`);
    }
    const takeovers = [active, standby].flatMap((each) => each.log().match(/taking_over/g) ?? []);
    return {
      freezes,
      commands,
      failed,
      longestMs: Math.round(longestMs),
      takeovers: takeovers.length,
    };
  });
}

function idOf(number: number): string {
  return `command-${number}`;
}

function orderOf(brokerId: string, id: string) {
  return {
    channel: "orders",
    broker_id: brokerId,
    id,
    keys: { market: [], account_id: [], event_id: [] },
    message: {
      type: "order_reject",
      payload: {
        command_type: "CANCEL",
        reason: id,
        correlation_id: "0195f3c2-7f44-7a31-9d0e-000000000000",
      },
    },
  } as const;
}

/** Returns the ids of all records of the orders, in the order of the log. */
async function loggedIds(servers: readonly string[], brokerId: string): Promise<string[]> {
  const log = await createJetStreamLog({ servers, notify() {} });
  try {
    const stream = { brokerId, channelId: "orders" };
    const { first, last } = await log.bounds(stream);
    const ids: string[] = [];
    for (let next = first; next <= last; ) {
      const records = await log.read(stream, next, 1_000);
      ids.push(...records.map(({ id }) => id ?? ""));
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
    return ids;
  } finally {
    await log.close();
  }
}
