// The server's process: says its port, publishes when told, says what it used.

import type { FanOutKind, ServerCommand, ServerUsage } from "./fan-out.ts";
import { startFanOutServer } from "./servers.ts";

const [kind = "", folders = "{}"] = process.argv.slice(2);
const server = await startFanOutServer(kind as FanOutKind, JSON.parse(folders));

process.on("message", (given: ServerCommand) => {
  if (given.command === "publish") {
    server.publish(given.count);
    return;
  }
  const { user, system } = process.cpuUsage();
  const usage: ServerUsage = {
    cpuMicros: user + system,
    rssMegabytes: process.memoryUsage.rss() / 2 ** 20,
  };
  process.send?.(usage);
});
process.on("disconnect", () => process.exit());
process.send?.({ port: server.port });
