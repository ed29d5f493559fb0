import { expect, test } from "vitest";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { rollGateways } from "./roll-gateways.ts";

const program = findNatsServer();
/** Half a second on a quiet machine. */
const LONGEST_MS = 5_000;

test.skipIf(program === undefined)(
  "gateways are updated in turn, and no client loses a frame or waits",
  { timeout: 120_000 },
  async () => {
    const report = await rollGateways(program ?? "", 2, 20);
    console.log(JSON.stringify(report));
    expect(report.delivered).toBe(report.published * 20);
    expect(report.endings["1001"]).toBeGreaterThan(10);
    expect(report.longestMs).toBeLessThan(LONGEST_MS);
  },
);
