// A process that sends mail to subscribers, until it is killed.

import { randomBytes, randomUUID } from "node:crypto";
import { silentLogger, systemClock } from "@specwright/runtime";
import type { DatabaseLocation } from "@specwright/service/database";
import { smtpTransport } from "@specwright/service/mail";
import { ownTemplates } from "../src/mail/mail-declarations.ts";
import { startMailWorkers } from "../src/mail/mail-worker.ts";
import { openStorage } from "../src/storage/open-storage.ts";

const database: DatabaseLocation = JSON.parse(process.argv[2] ?? "");
startMailWorkers({
  storage: await openStorage({ database, clock: systemClock }),
  ...{ clock: systemClock, logger: silentLogger, claimMs: 2_000 },
  ...{ random: (size) => randomBytes(size), newId: () => randomUUID() },
  ...{ authority: "example.com,2026", title: "Contracts", templates: ownTemplates() },
  addresses: { pages: () => "https://example.com", prefix: "" },
  transport: smtpTransport(process.argv[3] ?? ""),
  sender: { name: "Contracts", address: "contracts@example.com" },
});
