// A process that sends the messages in the outbox of webhooks, until it is killed.

import { silentLogger, systemClock } from "@specwright/runtime";
import type { DatabaseLocation } from "@specwright/service/database";
import { openStorage } from "../src/storage/open-storage.ts";
import { startWebhookWorkers } from "../src/webhooks/webhook-worker.ts";

const database: DatabaseLocation = JSON.parse(process.argv[2] ?? "");
startWebhookWorkers({
  storage: await openStorage({ database, clock: systemClock }),
  ...{ clock: systemClock, logger: silentLogger, targets: "any", claimMs: 4_000 },
  ...{
    authority: "example.com,2026",
    addresses: { pages: () => "https://example.com", prefix: "" },
  },
});
