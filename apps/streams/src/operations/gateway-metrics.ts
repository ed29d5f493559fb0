import type { StreamServerStatistics } from "@specwright/streams/server";
import { Counter, Gauge, type Registry } from "prom-client";

/** Adds the metrics of a gateway. `statistics` is called at each scrape. */
export function addGatewayMetrics(
  registers: Registry[],
  statistics: () => StreamServerStatistics,
): void {
  function addGauge(
    name: string,
    help: string,
    read: (now: StreamServerStatistics) => number,
  ): void {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => made.set(read(statistics())),
    });
  }
  addGauge(
    "streams_pending_frames",
    "Frames that wait in send buffers.",
    (now) => now.pendingFrames,
  );
  addGauge("streams_pending_bytes", "Bytes that wait in send buffers.", (now) => now.pendingBytes);
  addGauge("streams_replaying", "Connections that replay the log.", (now) => now.replaying);
  addGauge("streams_lag_seconds", "Age of the oldest unanswered ping.", (now) => now.lagMs / 1000);
  addGauge(
    "streams_view_age_seconds",
    "Time since this process last knew the end of the log.",
    (now) => now.viewAgeMs / 1000,
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

  function addTotals(
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
  addTotals("streams_sent_frames_total", "Frames sent.", undefined, (now) => ({
    all: now.sentFrames,
  }));
  addTotals("streams_sent_bytes_total", "Bytes sent.", undefined, (now) => ({
    all: now.sentBytes,
  }));
  addTotals(
    "streams_upgrades_total",
    "Upgrades, accepted or refused.",
    "result",
    (now) => now.upgrades,
  );
  addTotals(
    "streams_refused_upgrades_total",
    "Refused upgrades, by their reason.",
    "reason",
    (now) => now.refusals,
  );
  addTotals(
    "streams_limited_total",
    "Requests beyond the limit of a client.",
    undefined,
    (now) => ({
      all: now.limited,
    }),
  );
  addTotals("streams_endings_total", "Connections that ended.", "cause", (now) => now.endings);
}
