// The streaming service as a process. Standard output has one line of JSON when it is ready, and
// before it the access key, if it had to make one; everything else goes to standard error.

import { createMemoryLog } from "@specwright/sequenced-log";
import { type AccessKeyEntry, createAccessKeys, readAccessKeys } from "./access-keys.ts";
import { createStreamsService } from "./create-streams-service.ts";
import { issueAccessKey } from "./issue-access-key.ts";
import { jsonLineLogger } from "./json-line-logger.ts";
import { onStopSignals } from "./on-stop-signals.ts";
import { publishLines } from "./publish-lines.ts";
import { readEnvironment } from "./read-environment.ts";
import { StreamsAppError } from "./streams-app-error.ts";

const logger = jsonLineLogger((line) => process.stderr.write(line));

async function run(): Promise<void> {
  const environment = readEnvironment(process.env);
  const { host, port, retentionFrames, snapshotIntervalMs, settings } = environment;
  const entries = await accessKeysOf(environment.accessKeysPath);
  const service = createStreamsService({
    accessKeys: createAccessKeys(entries),
    log: createMemoryLog({ maxFrames: retentionFrames }),
    snapshotIntervalMs,
    settings,
    logger,
  });
  const { url } = await service.listen({ host, port });

  onStopSignals((signal) => {
    logger({ level: "info", event: "stopping", signal });
    process.stdin.destroy();
    service.close().then(
      () => logger({ level: "info", event: "stopped" }),
      (error: unknown) => fail(error),
    );
  });
  print({ ready: true, url });
  if (environment.publishStdin) {
    await publishLines({ input: process.stdin, service, logger });
  }
}

async function accessKeysOf(path: string | undefined): Promise<readonly AccessKeyEntry[]> {
  if (path !== undefined) return readAccessKeys(path);
  const entry = issueAccessKey("BRK-LOCAL");
  const { accessKey, secretKey, brokerId } = entry;
  // The one time that a secret is written anywhere (S3).
  print({ access_key: accessKey, secret_key: secretKey, broker_id: brokerId });
  return [entry];
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function fail(error: unknown): void {
  const event = error instanceof StreamsAppError ? error.code : "failed";
  logger({ level: "error", event, error });
  process.exitCode = 1;
}

run().catch((error: unknown) => {
  fail(error);
  process.exit();
});
