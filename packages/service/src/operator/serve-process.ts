import { type Logger, systemClock } from "@specwright/runtime";
import { jsonLinesLogger } from "./json-lines-logger.ts";
import { listenFault } from "./listen-fault.ts";
import { logLines } from "./log-lines.ts";
import { onStopSignals } from "./on-stop-signals.ts";
import { type Metrics, serveOperations } from "./serve-operations.ts";

/** The process of a service, from its start until a signal stops it. */
export interface ServingProcess {
  /** Writes lines of JSON to standard error. */
  readonly logger: Logger;
  /** Aborts when a signal stops the process. */
  readonly signal: AbortSignal;
  /**
   * Registers a function to call before the process ends. The function that was added last is
   * called first.
   */
  atEnd(end: () => Promise<void>): void;
  /**
   * Serves health, readiness and metrics. Call it first, so that probes reach the process while it waits
   * for its database. If no port is set, does nothing.
   */
  operate(options: OperateOptions): Promise<void>;
  /**
   * Prints a line of JSON, which shows supervisors that the service now serves requests. Resolves when the
   * service must stop serving. Until the stop signal, the service is ready if `ping` resolves.
   */
  serve(ready: Readonly<Record<string, unknown>>, ping: () => Promise<unknown>): Promise<void>;
}

/** Options for serving health, readiness and metrics. */
export interface OperateOptions {
  readonly host: string;
  readonly port: number | undefined;
  readonly metrics: Metrics;
  /**
   * How long the service continues to serve requests after SIGTERM, in milliseconds. During this time,
   * `/readyz` answers 503, so that load balancers send clients to other processes. Ignored after SIGINT,
   * and if `/readyz` is not served.
   */
  readonly lameDuckMs: number;
}

/**
 * The maximum time of a shutdown after the service has stopped serving requests, in milliseconds. After
 * this time, the process is ended.
 */
const SHUTDOWN_MS = 30_000;

/**
 * Runs a service until a stop signal, and then ends the process. The exit code is 0 if `run` resolves, or
 * rejects because of the signal; otherwise it is 1. Errors that `isExpected` accepts, and errors of an
 * unavailable port, are logged in one line, all others with their stack. `prefix` is the prefix of the
 * service's variables.
 */
export async function serveProcess(
  run: (serving: ServingProcess) => Promise<void>,
  isExpected: (error: unknown) => error is Error & { readonly code: string },
  prefix: string,
): Promise<never> {
  const lines = logLines((text) => process.stderr.write(text));
  process.once("exit", lines.flush);
  const logger = jsonLinesLogger(lines.write, systemClock);
  try {
    await runUntilStopped(run, logger);
    return process.exit(0);
  } catch (error) {
    const fault = isExpected(error) ? error : listenFault(error, prefix);
    if (fault !== undefined) logger.error({ code: fault.code }, fault.message);
    else logger.error({ err: error }, "failed");
    return process.exit(1);
  }
}

async function runUntilStopped(
  run: (serving: ServingProcess) => Promise<void>,
  logger: Logger,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = Promise.withResolvers<void>();
  const ends: (() => Promise<void>)[] = [];
  let alive: (() => Promise<unknown>) | undefined;
  let operations: string | undefined;
  let lameDuckMs = 0;
  onStopSignals((name) => {
    const isWatched = name === "SIGTERM" && alive !== undefined && operations !== undefined;
    const servesMs = isWatched ? lameDuckMs : 0;
    logger.info({ signal: name, serves_ms: servesMs }, "stopping");
    setTimeout(() => process.exit(1), servesMs + SHUTDOWN_MS).unref();
    stopping.abort();
    setTimeout(stopped.resolve, servesMs);
  });

  async function isReady(): Promise<boolean> {
    await alive?.();
    return alive !== undefined && !signal.aborted;
  }

  try {
    await run({
      logger,
      signal,
      atEnd: (end) => void ends.push(end),
      async operate({ host, port, metrics, ...options }) {
        if (port === undefined) return;
        lameDuckMs = options.lameDuckMs;
        const served = await serveOperations({ host, port, metrics, isReady });
        ends.push(() => served.close());
        operations = served.url;
      },
      async serve(ready, ping) {
        alive = ping;
        const line = { event: "ready", ...ready, ...(operations !== undefined && { operations }) };
        process.stdout.write(`${JSON.stringify(line)}\n`);
        await stopped.promise;
      },
    });
  } catch (error) {
    // A stop signal during the wait for the database is not a failure.
    if (!signal.aborted || error !== signal.reason) throw error;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
