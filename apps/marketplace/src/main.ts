#!/usr/bin/env node
// The service as a process: one line on stdout when it is ready, its log on stderr.

import { systemClock } from "@specwright/runtime";
import { createMarketplace } from "./create-marketplace.ts";
import { readEnvironment } from "./environment/read-environment.ts";
import { jsonLinesLogger } from "./logger.ts";
import { MarketplaceError } from "./marketplace-error.ts";

const logger = jsonLinesLogger((line) => process.stderr.write(line), systemClock);

/** Bounds how long a shutdown may take before it is forced. */
const SHUTDOWN_MS = 30_000;

async function run(): Promise<void> {
  const { host, port, options, seed } = readEnvironment(process.env);
  const marketplace = await createMarketplace({ ...options, logger });

  function stop(signal: NodeJS.Signals): void {
    logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    marketplace.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "not stopped cleanly");
        process.exit(1);
      },
    );
  }

  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  try {
    await marketplace.seed(seed);
    const url = await marketplace.listen({ host, port });
    process.stdout.write(`${JSON.stringify({ event: "ready", service: "marketplace", url })}\n`);
  } catch (error) {
    await marketplace.close();
    throw error;
  }
}

run().catch((error: unknown) => {
  const isOurs = error instanceof MarketplaceError;
  logger.error(isOurs ? { code: error.code } : { err: error }, isOurs ? error.message : "failed");
  process.exitCode = 1;
});
