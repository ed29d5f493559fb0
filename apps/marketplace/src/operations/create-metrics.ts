import { type Answered, answerHistogram } from "@specwright/rest/server";
import type { Clock } from "@specwright/runtime";
import type { Metrics } from "@specwright/service/operator";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/** The Prometheus metrics of a service. */
export interface MarketplaceMetrics extends Metrics {
  /** Counts a response. */
  answered(answered: Answered): void;
  /** Sets the storage whose outbox is counted at each scrape. */
  watch(storage: MarketplaceStorage): void;
}

const unknown = { count: Number.NaN, oldestAt: Number.NaN };

/** Creates the metrics of a process. */
export function createMetrics(clock: Pick<Clock, "now">): MarketplaceMetrics {
  const registry = new Registry();
  const registers = [registry];
  let watched: MarketplaceStorage | undefined;
  collectDefaultMetrics({ register: registry });
  const answers = answerHistogram("marketplace_answer_seconds");
  const oldest = new Gauge({
    name: "marketplace_outbox_oldest_seconds",
    help: "Age of the oldest queued mail, in seconds.",
    registers,
  });
  const waiting: Gauge = new Gauge({
    name: "marketplace_outbox_waiting",
    help: "Queued mails.",
    registers,
    async collect() {
      // If the query fails, the value is unknown, which is not 0. The other metrics must still be
      // returned.
      const found = await watched?.committed.outbox.waiting().catch(() => unknown);
      waiting.set(found?.count ?? 0);
      oldest.set(found?.oldestAt === undefined ? 0 : (clock.now() - found.oldestAt) / 1000);
    },
  });
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    render: async () => `${await registry.metrics()}\n${answers.render()}`,
    answered: answers.note,
    watch(storage) {
      watched = storage;
    },
  };
}
