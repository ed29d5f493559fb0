// Runs the service as a process. It prints one line to stdout when it is ready, and logs to stderr.

import { systemClock } from "@specwright/runtime";
import { DatabaseError } from "@specwright/service/database";
import { type ServingProcess, serveProcess } from "@specwright/service/operator";
import { createMarketplace } from "./create-marketplace.ts";
import { prepareEnvironment } from "./environment/read-environment.ts";
import { MarketplaceError } from "./marketplace-error.ts";
import { createMetrics } from "./operations/create-metrics.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Serves until a stop signal, then exits; exits with 1 if it cannot serve. */
export function serve(env: Variables): Promise<never> {
  return serveProcess((serving) => runService(env, serving), isExpected, "MARKETPLACE");
}

function isExpected(error: unknown): error is MarketplaceError | DatabaseError {
  return error instanceof MarketplaceError || error instanceof DatabaseError;
}

async function runService(env: Variables, serving: ServingProcess): Promise<void> {
  const environment = prepareEnvironment(env);
  const { host, port, operationsHost, operationsPort, lameDuckMs, options, seed } = environment;
  const metrics = createMetrics(systemClock);
  await serving.operate({ host: operationsHost, port: operationsPort, metrics, lameDuckMs });
  const { logger, signal } = serving;
  const onAnswer = metrics.answered;
  const marketplace = await createMarketplace({ ...options, logger, onAnswer, signal });
  serving.atEnd(() => marketplace.close());
  metrics.watch(marketplace.storage);
  await marketplace.seed(seed);
  const url = await marketplace.listen({ host, port });
  await serving.serve({ service: "marketplace", url }, () => marketplace.storage.ping());
}
