import { expect, test } from "vitest";
import { findNatsServer } from "../../packages/streams/test/log/nats-server.ts";
import { restartJetStream } from "./restart-jetstream.ts";

const restarts = 3;
const program = findNatsServer();

test(`T5 ${restarts} crashes of JetStream under load lose, duplicate and reorder nothing`, {
  timeout: 600_000,
}, async (context) => {
  if (program === undefined) {
    if (process.env["CI"] === "true") throw new Error("there is no nats-server");
    context.skip("there is no nats-server");
    return;
  }
  const report = await restartJetStream(program, restarts, 10);
  console.log(JSON.stringify(report));
  expect(report.acknowledged).toBe(report.published);
  expect(report.delivered).toBe(10 * report.acknowledged);
});
