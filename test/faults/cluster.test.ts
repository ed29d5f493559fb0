import { expect, test } from "vitest";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { breakCluster } from "./cluster.ts";
import { isClusterServer } from "./cluster-server.ts";

const program = findNatsServer();

test("S28 S29 a frozen and a cut node of three leave no client behind for long", {
  timeout: 300_000,
}, async (context) => {
  if (program === undefined || !isClusterServer(program)) {
    context.skip("there is no nats-server of version 2.12 or newer; name it in NATS_SERVER");
    return;
  }
  const report = await breakCluster(program, {
    rounds: 1,
    clients: 12,
    faults: ["freeze", "cut"],
    faultMs: 15_000,
    nodes: [0],
  });
  console.log(JSON.stringify(report));
  const { lost, doubled, reordered, belowSince } = report;
  expect({ lost, doubled, reordered, belowSince }).toEqual({
    lost: 0,
    doubled: 0,
    reordered: 0,
    belowSince: 0,
  });
});
