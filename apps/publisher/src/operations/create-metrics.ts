import { type Answered, answerHistogram } from "@specwright/rest/server";
import type { Metrics } from "@specwright/service/operator";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { PublisherStorage } from "../storage/publisher-storage.ts";

/** The Prometheus metrics of a service. */
export interface PublisherMetrics extends Metrics {
  /** Counts a response. */
  answered(answered: Answered): void;
  /** Sets the storage whose waiting jobs are counted at each scrape. */
  watch(storage: PublisherStorage): void;
}

const unknown = { count: Number.NaN };

/** Creates the metrics of a process. */
export function createMetrics(): PublisherMetrics {
  const registry = new Registry();
  let watched: PublisherStorage | undefined;
  collectDefaultMetrics({ register: registry });
  const answers = answerHistogram("publisher_answer_seconds");
  const waiting: Gauge = new Gauge({
    name: "publisher_jobs_waiting",
    help: "Documents that are waiting or being processed.",
    registers: [registry],
    async collect() {
      // If the query fails, the value is unknown, which is not 0. The other metrics must still be
      // returned.
      const found = await watched?.committed.jobs.waiting().catch(() => unknown);
      waiting.set(found?.count ?? 0);
    },
  });
  const mails: Gauge = new Gauge({
    name: "publisher_mails_waiting",
    help: "Mails that are waiting to be sent.",
    registers: [registry],
    async collect() {
      const found = await watched?.committed.subscribers.waiting().catch(() => Number.NaN);
      mails.set(found ?? 0);
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
