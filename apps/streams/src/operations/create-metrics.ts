import type { StreamServerStatistics } from "@specwright/stream-server";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Measures a service for Prometheus. */
export interface StreamsMetrics {
  /** Gives all metrics as text. */
  render(): Promise<string>;
  readonly contentType: string;
  /** Notes a publish and the time until it was durable, in seconds. */
  committed(channel: string, seconds: number): void;
  /** Notes a publish that was refused. */
  refused(channel: string): void;
}

/** Makes the metrics of a service; `statistics` is asked when they are. */
export function createMetrics(statistics: () => StreamServerStatistics): StreamsMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  function gauge(name: string, help: string, read: (now: StreamServerStatistics) => number): void {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => made.set(read(statistics())),
    });
  }
  gauge(
    "streams_pending_frames",
    "Frames sent and not taken by the system.",
    (now) => now.pendingFrames,
  );
  gauge(
    "streams_pending_bytes",
    "Bytes sent and not taken by the system.",
    (now) => now.pendingBytes,
  );
  gauge("streams_replaying", "Connections that read from the log.", (now) => now.replaying);
  gauge(
    "streams_lag_seconds",
    "How far the slowest client is behind, by its unanswered ping.",
    (now) => now.lagMs / 1000,
  );
  const connections = new Gauge({
    name: "streams_connections",
    help: "Open connections.",
    labelNames: ["channel"],
    registers,
    collect() {
      connections.reset();
      for (const [channel, open] of Object.entries(statistics().connections)) {
        connections.set({ channel }, open);
      }
    },
  });

  function totals(
    name: string,
    help: string,
    label: string | undefined,
    read: (now: StreamServerStatistics) => Readonly<Record<string, number>>,
  ): void {
    const made = new Counter({
      name,
      help,
      registers,
      labelNames: label === undefined ? [] : [label],
      collect() {
        made.reset();
        for (const [value, total] of Object.entries(read(statistics()))) {
          made.inc(label === undefined ? {} : { [label]: value }, total);
        }
      },
    });
  }
  totals("streams_sent_frames_total", "Frames sent.", undefined, (now) => ({
    all: now.sentFrames,
  }));
  totals("streams_sent_bytes_total", "Bytes sent.", undefined, (now) => ({ all: now.sentBytes }));
  totals(
    "streams_upgrades_total",
    "Upgrades, accepted or refused.",
    "result",
    (now) => now.upgrades,
  );
  totals("streams_endings_total", "Connections that ended.", "cause", (now) => now.endings);

  const commits = new Histogram({
    name: "streams_commit_seconds",
    help: "Time from a publish to its being durable.",
    labelNames: ["channel"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const refusals = new Counter({
    name: "streams_refused_publishes_total",
    help: "Publishes that were refused.",
    labelNames: ["channel"],
    registers,
  });

  return {
    render: () => registry.metrics(),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    committed: (channel, seconds) => commits.observe({ channel }, seconds),
    refused: (channel) => refusals.inc({ channel }),
  };
}
