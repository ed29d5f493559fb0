// The service as a process: it prints one line to stdout when it is ready, and its log to stderr.

import { DatabaseError } from "@specwright/database";
import {
  jsonLinesLogger,
  logLines,
  onStopSignals,
  serveOperations,
} from "@specwright/operator-port";
import type { Logger } from "@specwright/rest-server";
import { systemClock } from "@specwright/runtime";
import { createPublisher, type Publisher } from "./create-publisher.ts";
import { readEnvironment } from "./environment/read-environment.ts";
import { createMetrics } from "./operations/create-metrics.ts";
import { PublisherError } from "./publisher-error.ts";

/** How long a shutdown may take before it is forced. */
const SHUTDOWN_MS = 30_000;

/** Serves until a stop signal, and ends the process, with 1 if it could not serve. */
export async function serve(env: Readonly<Record<string, string | undefined>>): Promise<never> {
  const lines = logLines((text) => process.stderr.write(text));
  process.once("exit", lines.flush);
  const logger = jsonLinesLogger(lines.write, systemClock);
  try {
    await run(env, logger);
    return process.exit(0);
  } catch (error) {
    const isOurs = error instanceof PublisherError || error instanceof DatabaseError;
    logger.error(isOurs ? { code: error.code } : { err: error }, isOurs ? error.message : "failed");
    return process.exit(1);
  }
}

async function run(
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
): Promise<void> {
  const { host, port, operationsHost, operationsPort, options } = readEnvironment(env);
  const stopped = Promise.withResolvers<void>();
  const undo: (() => Promise<void>)[] = [];
  /** Set once requests are served. */
  let serving: Publisher | undefined;
  const starting = new AbortController();
  onStopSignals((signal) => {
    logger.info({ signal }, "stopping");
    serving = undefined;
    starting.abort();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    stopped.resolve();
  });
  try {
    const metrics = createMetrics();
    // Started first, so that probes see the process while it waits for its database.
    const operations =
      operationsPort === undefined
        ? undefined
        : await serveOperations({
            host: operationsHost,
            port: operationsPort,
            metrics,
            isReady: async () => {
              await serving?.storage.ping();
              return serving !== undefined;
            },
          });
    if (operations !== undefined) undo.push(() => operations.close());
    const { signal } = starting;
    const onAnswer = metrics.answered;
    const publisher = await createPublisher({ ...options, logger, onAnswer, signal });
    undo.push(() => publisher.close());
    metrics.watch(publisher.storage);
    const url = await publisher.listen({ host, port });
    if (!signal.aborted) serving = publisher;
    const ready = { event: "ready", service: "publisher", url, port: publisher.port() };
    const more = operations === undefined ? {} : { operations: operations.url };
    process.stdout.write(`${JSON.stringify({ ...ready, ...more })}\n`);
    await stopped.promise;
  } catch (error) {
    // Being stopped while waiting for the database is not a failure.
    if (!starting.signal.aborted || error !== starting.signal.reason) throw error;
  } finally {
    for (const end of undo.toReversed()) await end();
  }
}
