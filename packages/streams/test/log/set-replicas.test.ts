import { rm } from "node:fs/promises";
import { createJetStreamLog, setReplicas } from "@specwright/streams/log/jetstream";
import { expect, it } from "vitest";
import { orders, records } from "./engine-suite.ts";
import { isClusterServer, startNatsCluster } from "./nats-cluster.ts";
import { findNatsServer } from "./nats-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const program = findNatsServer();

it("sets the replicas of every stream of a log while it is written to", async (context) => {
  if (program === undefined || !isClusterServer(program)) {
    context.skip("there is no nats-server 2.12.2 or newer");
    return;
  }
  const folder = await temporaryFolder();
  const cluster = await startNatsCluster(program, folder);
  const servers = cluster.nodes.map(({ url }) => url);
  const events: string[] = [];
  const settings = { servers, prefix: "r", timeoutMs: 20_000 };
  const open = (replicas: number) =>
    createJetStreamLog({ ...settings, replicas, notify: ({ event }) => events.push(event) });
  const log = await open(1);
  const streams = [orders, { ...orders, brokerId: "b2" }];
  for (const stream of streams) await log.append(stream, records(1n, 10));

  expect(await setReplicas({ ...settings, prefix: "other", replicas: 3 })).toEqual([]);
  const changes = await setReplicas({ ...settings, replicas: 3 });
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [1, 3],
    [1, 3],
  ]);
  const again = await setReplicas({ ...settings, replicas: 3 });
  expect(again.map(({ before, after }) => [before, after])).toEqual([
    [3, 3],
    [3, 3],
  ]);
  for (const stream of streams) {
    // Until the new replicas have elected a leader, nothing can be appended.
    expect(await log.bounds(stream)).toEqual({ first: 1n, last: 10n });
    expect(await log.append(stream, records(11n, 5))).toEqual({ first: 11n, last: 15n });
  }
  await log.close();
  events.length = 0;
  const opened = await open(3);
  expect(await opened.read(orders, 1n, 20)).toHaveLength(15);
  expect(events).not.toContain("too_few_replicas");
  await opened.close();
  await expect(setReplicas({ ...settings, replicas: 5 })).rejects.toMatchObject({
    code: "log_unavailable",
  });
  await cluster.stop();
  await rm(folder, { recursive: true });
});
