// The process of a server. It reports its port, and publishes on command.

import type { FanOutKind, Pace, ServerCommand, Volley } from "./fan-out.ts";
import { dueMark, machineMicros } from "./latency-gauge.ts";
import { startFanOutServer } from "./servers.ts";

const [kind = "", folder = ""] = process.argv.slice(2);
const server = await startFanOutServer(kind as FanOutKind, folder);

process.on("message", (given: ServerCommand) => {
  switch (given.command) {
    case "publish":
      publishVolley(given);
      return;
    case "pace":
      publishAtPace(given);
      return;
    default:
      given satisfies never;
  }
});
process.on("disconnect", () => process.exit());
process.send?.({ port: server.port });

function publishVolley({ bursts, burst }: Volley): void {
  server.publish(burst);
  if (bursts > 1) setImmediate(() => publishVolley({ bursts: bursts - 1, burst }));
}

/**
 * Publishes all frames that are due, even if they are late. The age of a frame is counted from its
 * due time.
 */
function publishAtPace({ framesPerSecond, forMs }: Pace): void {
  const startMicros = machineMicros();
  const total = Math.round((framesPerSecond * forMs) / 1000);
  const gapMicros = 1e6 / framesPerSecond;
  let sent = 0;
  const step = (): void => {
    const due = Math.min(total, Math.floor((machineMicros() - startMicros) / gapMicros));
    for (; sent < due; sent += 1) server.publish(1, dueMark(startMicros + (sent + 1) * gapMicros));
    if (sent < total) setTimeout(step, 1);
    else process.send?.(total);
  };
  step();
}
