// Runs the streaming service as a process. When the process is ready, it prints one line of JSON to
// standard output. If it had to create an access key, it prints the key in the line before. All
// other output goes to standard error.

import { join } from "node:path";
import {
  listenFault,
  type Operations,
  onStopSignals,
  type Readiness,
  serveOperations,
} from "@specwright/service/operator";
import { LogError, logErrorCodes } from "@specwright/streams/log";
import type { StreamLogger } from "@specwright/streams/server";
import type { CommandPublisher } from "./answer-command.ts";
import { answerRequests } from "./answer-requests.ts";
import { awaitTurn } from "./await-turn.ts";
import type { StreamsService } from "./create-streams-service.ts";
import { type AccessKeys, createAccessKeys, readAccessKeys } from "./keys/access-keys.ts";
import { issueAccessKey } from "./keys/issue-access-key.ts";
import { openKeyStore } from "./keys/open-key-store.ts";
import { openPostgresKeyStore } from "./keys/open-postgres-key-store.ts";
import { createMetrics, type StreamsMetrics } from "./operations/create-metrics.ts";
import { followPublishes, type PublishHealth } from "./operations/follow-publishes.ts";
import { logLines } from "./operations/log-lines.ts";
import { publishLines } from "./publish-lines.ts";
import { readEnvironment, type StreamsEnvironment } from "./read-environment.ts";
import { type AtEnd, type StreamsProcess, startRole } from "./start-role.ts";
import { requireDataFolder, StreamsAppError } from "./streams-app-error.ts";

/** For error codes that prevent the start, hints how to fix the cause. */
const adviceOn: Readonly<Record<string, string>> = {
  ...logErrorCodes,
  log_unavailable: "Check NATS_URL and the credentials of NATS, or the folder in STREAMS_DATA.",
  log_locked:
    "Another process publishes to this log. To serve more clients from it, set STREAMS_ROLE=gateway.",
  writer_fenced:
    "Another process publishes to this log, and only one may. To serve more clients from it, set STREAMS_ROLE=gateway; to take over when the other ends, set STREAMS_STANDBY=1.",
};

/**
 * A time in milliseconds. A process is not ready if its view of the log is older than this. It is
 * also not ready if commands are pending and none of them became durable for this time.
 */
const LOG_AWAY_MS = 5_000;

/** Runs the service until a stop signal; resolves with the exit code. */
export async function serve(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const logger = logLines({ write: (line) => process.stderr.write(line) });
  let environment: StreamsEnvironment;
  try {
    environment = readEnvironment(env);
  } catch (error) {
    return reportFailure(error, logger);
  }
  try {
    await runService(environment, logger);
    return 0;
  } catch (error) {
    return reportFailure(error, logger);
  } finally {
    logger({ level: "info", event: "stopped" });
  }
}

/** Logs why the process stops. Returns the exit code. */
function reportFailure(error: unknown, logger: StreamLogger): number {
  const fault = listenFault(error, "STREAMS");
  if (fault !== undefined) {
    logger({ level: "error", event: fault.code, error: fault.message });
    return 1;
  }
  const known = error instanceof StreamsAppError || error instanceof LogError;
  const event = known ? error.code : "failed";
  const advice = known ? adviceOn[error.code] : undefined;
  logger({ level: "error", event, error, ...(advice !== undefined && { advice }) });
  return error instanceof StreamsAppError && error.code === "bad_setting" ? 2 : 1;
}

/** Runs the service and closes everything that it opened, even if it fails or closing a part does. */
async function runService(environment: StreamsEnvironment, logger: StreamLogger): Promise<void> {
  const ends: (() => Promise<void> | void)[] = [];
  const failures: unknown[] = [];
  try {
    await runParts(environment, logger, (end) => ends.push(end));
  } catch (error) {
    failures.push(error);
  }
  for (const end of ends.reverse()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function runParts(
  environment: StreamsEnvironment,
  logger: StreamLogger,
  atEnd: AtEnd,
): Promise<void> {
  const { dataPath, host, port } = environment;
  let ready = false;
  const stopped = Promise.withResolvers<void>();
  // This promise is awaited only later. Without a handler, an earlier rejection would end the
  // process.
  stopped.promise.catch(() => {});
  onStopSignals((signal) => {
    logger({ level: "info", event: "stopping", signal });
    ready = false;
    process.stdin.destroy();
    stopped.resolve();
  });
  function stopWithError(error: unknown): void {
    ready = false;
    process.stdin.destroy();
    stopped.reject(error);
  }
  const publishes = followPublishes();
  let gateway: StreamsProcess["gateway"];
  let operations: Operations | undefined;
  function isReady(): Readiness {
    const ageMs = gateway?.statistics().viewAgeMs ?? 0;
    const stuckMs = publishes.stuckMs();
    const lines = [
      ...(gateway === undefined ? [] : [`view_age_seconds ${formatSeconds(ageMs)}`]),
      ...(environment.role === "gateway"
        ? []
        : [`publish_stuck_seconds ${formatSeconds(stuckMs)}`]),
    ];
    return { ready: ready && Math.max(ageMs, stuckMs) <= LOG_AWAY_MS, lines };
  }
  async function startMetrics(): Promise<StreamsMetrics> {
    const metrics = createMetrics(gateway?.statistics);
    const served = await serveHealth(environment, { metrics, isReady });
    if (served !== undefined) atEnd(() => served.close());
    operations = served;
    return metrics;
  }
  requireDataFolder(dataPath);
  const accessKeys = await openAccessKeys(environment);
  atEnd(() => accessKeys.close());
  const observed = environment.standby ? await startMetrics() : undefined;
  if (observed !== undefined) {
    printLine({ standby: true, ...(operations !== undefined && { operations: operations.url }) });
    if (!(await awaitTurn(environment, logger, stopped.promise))) return;
  }
  const running = await startRole(environment, accessKeys, logger, atEnd);
  const { publisher } = running;
  gateway = running.gateway;
  const metrics = observed ?? (await startMetrics());
  const address = await gateway?.listen({ host, port });
  const measured = publisher && countPublishes(publisher, metrics, publishes, stopWithError);
  const { nats, publish, publishSubject: subject } = environment;
  if (publish === "nats" && measured !== undefined && nats !== undefined) {
    const input = { nats: nats.connection, subject, publisher: measured, logger };
    const requests = await answerRequests(input);
    atEnd(() => requests.close());
  }
  await issueFirstKey(environment, accessKeys, logger);
  ready = true;
  printLine({
    ready: true,
    ...(address !== undefined && { url: address.url }),
    ...(operations !== undefined && { operations: operations.url }),
  });
  if (publish === "stdin" && measured !== undefined) {
    // A destroyed input never emits its end.
    await Promise.race([
      publishLines({
        input: process.stdin,
        service: measured,
        logger,
        answer: (line) => process.stdout.write(`${line}\n`),
      }),
      stopped.promise,
    ]);
    if (!ready) return;
    // A publisher without input is useless, and must not prevent other publishers from running.
    logger({ level: "warn", event: "input_ended" });
    ready = false;
    return;
  }
  await stopped.promise;
}

function countPublishes(
  publisher: Pick<StreamsService, "publish" | "giveUp">,
  metrics: StreamsMetrics,
  publishes: PublishHealth,
  fail: (error: unknown) => void,
): CommandPublisher {
  return {
    ...publisher,
    unreadable: (channel, error) => metrics.unreadable(channel, error),
    async publish(command) {
      const startedMs = performance.now();
      try {
        const publishing = publisher.publish(command);
        publishes.follow(publishing);
        const seq = await publishing;
        metrics.committed(command.channel, (performance.now() - startedMs) / 1000);
        return seq;
      } catch (error) {
        metrics.rejected(command.channel, error);
        // A writer that was fenced can never publish again, so the process stops. It must not
        // receive commands that the active writer could publish.
        if (error instanceof LogError && error.code === "writer_fenced") fail(error);
        throw error;
      }
    },
  };
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

async function serveHealth(
  { operationsHost, operationsPort }: StreamsEnvironment,
  parts: Pick<Parameters<typeof serveOperations>[0], "metrics" | "isReady">,
): Promise<Operations | undefined> {
  if (operationsPort === undefined) return undefined;
  return serveOperations({ host: operationsHost, port: operationsPort, ...parts });
}

/**
 * Opens the key file or database in the settings. If neither is set, opens the key store in the
 * data folder.
 */
async function openAccessKeys({
  accessKeysPath,
  dataPath,
  keysUrl,
  role,
}: StreamsEnvironment): Promise<AccessKeys> {
  if (role === "publisher") return createAccessKeys();
  if (accessKeysPath !== undefined) return createAccessKeys(await readAccessKeys(accessKeysPath));
  if (keysUrl !== undefined) return openPostgresKeyStore(keysUrl);
  return dataPath === undefined ? createAccessKeys() : openKeyStore(join(dataPath, "keys.sqlite"));
}

/**
 * Creates a key in an empty key store, if only this machine can connect. If other machines can
 * connect, the output is usually stored as a log, which must not contain secrets. This function is
 * called after the start, so that a failed start leaves no key.
 */
async function issueFirstKey(
  { accessKeysPath, dataPath, host, keysUrl, role }: StreamsEnvironment,
  keys: AccessKeys,
  logger: StreamLogger,
): Promise<void> {
  if (role === "publisher" || accessKeysPath !== undefined) return;
  if ((await keys.list()).length > 0) return;
  const isReachable = dataPath !== undefined && !loopbackHosts.includes(host);
  if (isReachable || keysUrl !== undefined) {
    const advice = "No client can connect yet. Add a key: specwright-streams keys add BROKER";
    logger({ level: "warn", event: "no_access_keys", advice });
    return;
  }
  const entry = issueAccessKey("BRK-LOCAL");
  await keys.add(entry);
  const { accessKey, secretKey, brokerId } = entry;
  // No other code prints a secret while the service runs.
  printLine({ access_key: accessKey, secret_key: secretKey, broker_id: brokerId });
}

const loopbackHosts = ["127.0.0.1", "localhost", "::1"];

function printLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
