// Runs the service as a process. It prints one line to stdout when it is ready, and logs to stderr.

import { DatabaseError } from "@specwright/service/database";
import { type ServingProcess, serveProcess } from "@specwright/service/operator";
import { createPublisher } from "./create-publisher.ts";
import { prepareEnvironment } from "./environment/read-environment.ts";
import { createMetrics } from "./operations/create-metrics.ts";
import { PublisherError } from "./publisher-error.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Serves until a stop signal, then exits; exits with 1 if it cannot serve. */
export function serve(env: Variables): Promise<never> {
  return serveProcess((serving) => runService(env, serving), isExpected, "PUBLISHER");
}

function isExpected(error: unknown): error is PublisherError | DatabaseError {
  return error instanceof PublisherError || error instanceof DatabaseError;
}

async function runService(env: Variables, serving: ServingProcess): Promise<void> {
  const { host, port, operationsHost, operationsPort, lameDuckMs, options } =
    prepareEnvironment(env);
  const metrics = createMetrics();
  await serving.operate({ host: operationsHost, port: operationsPort, metrics, lameDuckMs });
  const { logger, signal } = serving;
  const onAnswer = metrics.answered;
  const publisher = await createPublisher({ ...options, logger, onAnswer, signal });
  serving.atEnd(() => publisher.close());
  metrics.watch(publisher.storage);
  const url = await publisher.listen({ host, port });
  const ready = { service: "publisher", url, port: publisher.port() };
  await serving.serve(ready, () => publisher.storage.ping());
}
