import type { Metrics } from "@specwright/operator-port";
import type { Answered } from "@specwright/rest-server";
import type { Clock } from "@specwright/runtime";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/** Measures a service for Prometheus. */
export interface MarketplaceMetrics extends Metrics {
  /** Notes an answer. */
  answered(answered: Answered): void;
  /** Has the outbox of a storage asked whenever metrics are. */
  watch(storage: MarketplaceStorage): void;
}

/** Makes the metrics of a process. */
export function createMetrics(clock: Pick<Clock, "now">): MarketplaceMetrics {
  const registry = new Registry();
  const registers = [registry];
  let watched: MarketplaceStorage | undefined;
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: "marketplace_answer_seconds",
    help: "Time from a request to its answer.",
    labelNames: ["operation", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const oldest = new Gauge({
    name: "marketplace_outbox_oldest_seconds",
    help: "Age of the oldest mail that is yet to leave.",
    registers,
  });
  const waiting: Gauge = new Gauge({
    name: "marketplace_outbox_waiting",
    help: "Mails that are yet to leave.",
    registers,
    async collect() {
      const found = await watched?.committed.outbox.waiting();
      waiting.set(found?.count ?? 0);
      oldest.set(found?.oldestAt === undefined ? 0 : (clock.now() - found.oldestAt) / 1000);
    },
  });
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    render: () => registry.metrics(),
    answered({ operation = "none", method, status, ms }) {
      // A method is what a client says it is; those that nobody serves are one.
      const known = operation === "none" ? "other" : method;
      answers.observe({ operation, method: known, status }, ms / 1000);
    },
    watch(storage) {
      watched = storage;
    },
  };
}
