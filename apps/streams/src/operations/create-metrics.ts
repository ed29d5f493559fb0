import { SpecwrightError } from "@specwright/runtime";
import type { StreamServerStatistics } from "@specwright/streams/server";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { isAtFault } from "../is-at-fault.ts";
import { addGatewayMetrics } from "./gateway-metrics.ts";

/** The Prometheus metrics of a service. */
export interface StreamsMetrics {
  /** Renders all metrics as text. */
  render(): Promise<string>;
  readonly contentType: string;
  /** Counts a published command. `seconds` is the time until it was durable. */
  committed(channel: string, seconds: number): void;
  /**
   * Counts a command that was not published. It counts as refused if the command itself is at
   * fault, and as failed otherwise.
   */
  rejected(channel: string, error: unknown): void;
  /** Counts a command that cannot be read. If its channel is unknown, the label is `unknown`. */
  unreadable(channel: string | undefined, error: unknown): void;
}

/** The names of the channels that a command can contain. */
const CHANNELS: ReadonlySet<string> = new Set([
  "orders",
  "accounting",
  "payouts",
  "events",
  "market-data",
]);

/** Creates the metrics of a process. `statistics` of the gateway is called at each scrape. */
export function createMetrics(statistics?: () => StreamServerStatistics): StreamsMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  if (statistics !== undefined) addGatewayMetrics(registers, statistics);

  const commits = new Histogram({
    name: "streams_commit_seconds",
    help: "Time until a published frame is durable.",
    labelNames: ["channel"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const refusals = new Counter({
    name: "streams_refused_publishes_total",
    help: "Publishes that broke the contract.",
    labelNames: ["channel", "code"],
    registers,
  });
  const failures = new Counter({
    name: "streams_failed_publishes_total",
    help: "Publishes that failed for another reason, such as an unreachable log.",
    labelNames: ["channel", "code"],
    registers,
  });

  function rejected(channel: string, error: unknown): void {
    const code = error instanceof SpecwrightError ? error.code : "internal_error";
    (isAtFault(error) ? refusals : failures).inc({ channel, code });
  }

  return {
    render: () => registry.metrics(),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    committed: (channel, seconds) => commits.observe({ channel }, seconds),
    rejected,
    unreadable(channel = "", error) {
      rejected(CHANNELS.has(channel) ? channel : "unknown", error);
    },
  };
}
