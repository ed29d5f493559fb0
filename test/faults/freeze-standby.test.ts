import { expect, test } from "vitest";
import { isClusterServer } from "../../packages/streams/test/log/nats-cluster.ts";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { freezeStandby } from "./freeze-standby.ts";

const program = findNatsServer();
/** A freeze of nine seconds delays a command as long, and the machine may be busy. */
const LONGEST_MS = 15_000;

test("two publishers log every command once and in order while servers of the cluster freeze", {
  timeout: 180_000,
}, async (context) => {
  if (program === undefined || !isClusterServer(program)) {
    context.skip("there is no nats-server 2.12.2 or newer");
    return;
  }
  const report = await freezeStandby(program, 3);
  console.log(JSON.stringify(report));
  expect(report.commands).toBeGreaterThan(300);
  expect(report.failed).toEqual({});
  expect(report.longestMs).toBeLessThan(LONGEST_MS);
});
