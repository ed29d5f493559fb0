// Rules across channels, judged only by watching: they pass, and they can fail.

import { expect, test } from "vitest";
import { type ConformanceReport, runConformance } from "../src/index.ts";
import { addressFrame } from "../src/streams/line/address-frame.ts";
import { textAt } from "../src/streams/stimulus/json-values.ts";
import { decimal, orderReject } from "../src/streams/stimulus/samples.ts";
import { closingSteps, openingSteps } from "../src/streams/stimulus/small-exchange.ts";
import { changePayload } from "./faults/fault.ts";
import { type ProxyHooks, startProxy } from "./faulty-proxy.ts";
import { memoryEngine } from "./log-engines.ts";
import { limits, startService } from "./start-service.ts";

const exchange = { market: "M", event: "E", accounts: ["A", "B"] } as const;
const only = ["6.31", "6.32", "S22", "S27"];

/** Watches a market from its creation to its end, with a reject, through a proxy. */
async function watch(hooks: ProxyHooks, soleBroker: boolean): Promise<ConformanceReport> {
  const service = await startService({ engine: memoryEngine });
  const { brokerId } = service.account;
  const proxy = await startProxy(service.url, hooks, service.lookup);
  try {
    let order = "";
    for (const step of [...openingSteps(exchange), ...closingSteps(exchange)]) {
      const { channel, message } = step;
      order = textAt(message, "payload", "order_id") ?? order;
      const addressed = addressFrame({ channel, brokerId, message });
      // The service finds the event of an order by its market.
      const { keys, ...unaided } = addressed;
      await service.stimulus.publish(channel === "events" ? addressed : unaided);
    }
    const message = orderReject("kit", { order_id: order });
    await service.stimulus.publish({ channel: "orders", brokerId, message });
    const { account } = service;
    const settings = { account, limits, soleBroker, only, timeoutMs: 3000 };
    return await runConformance({ url: proxy.url, ...settings });
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

function outcomes({ results }: ConformanceReport): Readonly<Record<string, string>> {
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
}

const passing = { "6.31": "pass", "6.32": "pass", "S22.1": "pass", "S22.2": "pass" };

test("T8 rules that span channels are judged by watching", async () => {
  const report = await watch({}, false);
  expect(report.results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
  expect(outcomes(report)).toEqual({ ...passing, "S27.1": "pass" });
});

test("T8 watching detects rejects that an event filter misses", async () => {
  const report = await watch(
    {
      frame: (frame, { query }) =>
        query.has("event_id") && frame.type === "order_reject" ? [] : [frame],
    },
    false,
  );
  expect(outcomes(report)).toEqual({ ...passing, "S22.2": "fail", "S27.1": "pass" });
});

test("T8 unbalanced money is a failure if no one else trades, and a question otherwise", async () => {
  const hooks: ProxyHooks = {
    frame: (frame) =>
      frame.type === "accounting_payout" && textAt(frame.value, "payload", "account_id") === "A"
        ? [changePayload(frame, { cash_delta: decimal(31) })]
        : [frame],
  };
  const [alone, among] = [await watch(hooks, true), await watch(hooks, false)];
  expect(outcomes(alone)).toMatchObject({ "6.31": "fail", "6.32": "fail" });
  expect(outcomes(among)).toMatchObject({ "6.31": "not run", "6.32": "fail" });
  expect(among.advice.join(" ")).toContain("--sole-broker");
});
