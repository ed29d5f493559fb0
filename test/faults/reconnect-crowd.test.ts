import { expect, test } from "vitest";
import { reconnectCrowd } from "./reconnect-crowd.ts";

const clients = 200;

test(`${clients} clients that return at once lose, duplicate and reorder nothing`, {
  timeout: 600_000,
}, async () => {
  const report = await reconnectCrowd(clients);
  console.log(JSON.stringify(report));
  expect(report.delivered).toBe(clients * report.acknowledged);
  expect(report.disconnects).toBeGreaterThanOrEqual(clients);
});
