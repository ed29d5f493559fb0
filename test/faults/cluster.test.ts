import { expect, test } from "vitest";
import { isClusterServer } from "../../packages/streams/test/log/nats-cluster.ts";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { breakCluster, type ClusterFault } from "./cluster.ts";

const program = findNatsServer();
const faults: readonly ClusterFault[] = [
  { do: "freeze", node: 0 },
  { do: "cut", node: 1 },
  { do: "kill", node: 2 },
  { do: "kill-publisher" },
];
/** A frozen or cut node may delay everything by ten seconds, and the machine may be busy. */
const LONGEST_MS = 15_000;

test("T5 a cluster with a broken node loses and repeats nothing, and continues", {
  timeout: 300_000,
}, async (context) => {
  if (program === undefined || !isClusterServer(program)) {
    context.skip("there is no nats-server 2.12.2 or newer");
    return;
  }
  let describeStep = (): string => "the cluster starts";
  context.onTestFailed(() => console.log(describeStep()));
  const report = await breakCluster(program, {
    rounds: 1,
    clients: 12,
    faults,
    faultMs: 11_000,
    onStep(step, logs) {
      describeStep = () => `${step}\n${logs()}`;
    },
  });
  console.log(JSON.stringify(report));
  for (const { publisherSilenceMs, latestMs, logged } of report.phases) {
    expect(publisherSilenceMs).toBeLessThan(LONGEST_MS);
    expect(latestMs).toBeLessThan(LONGEST_MS);
    // At least one of the three processes used the node or the publisher.
    expect(Object.values(logged).some((events) => Object.keys(events).length > 0)).toBe(true);
  }
  expect(report.resyncs).toBe(0);
});
