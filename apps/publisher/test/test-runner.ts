import { systemClock } from "@specwright/runtime";
import { onTestFinished } from "vitest";
import { type JobRunnerOptions, startJobRunner } from "../src/jobs/job-runner.ts";
import type { ProcessDocument } from "../src/processing/protocol.ts";
import { workerProcesses } from "../src/processing/run-worker.ts";
import type { Services } from "../src/services.ts";
import type { Version } from "../src/storage/version.ts";
import { acceptVersion, type VersionRequest } from "../src/versions/accept-version.ts";
import { processDocument } from "../src/worker/process-document.ts";
import { openServices } from "./test-services.ts";

/** Processes each document in a separate process, whose start takes two seconds. */
export const ownProcesses: ProcessDocument = workerProcesses(
  { cpuSeconds: 60, heapMb: 512 },
  systemClock,
);

/** Services that process accepted documents, in this process unless an option says otherwise. */
export async function startServices(
  options: Partial<JobRunnerOptions> & { readonly folder?: string } = {},
): Promise<Services> {
  const { folder, ...more } = options;
  const services = await openServices(folder === undefined ? {} : { folder });
  const process: ProcessDocument = (task, { onBatch }) => processDocument(task, onBatch);
  const { storage, clock, logger } = services;
  const runner = startJobRunner({
    ...{ storage, clock, logger, process, pollMs: 50, retryMs: 10 },
    ...more,
  });
  onTestFinished(() => runner.close());
  return { ...services, runner };
}

/** A request to publish a document of one file. */
export function request(text: string, more: Partial<VersionRequest> = {}): VersionRequest {
  const document = {
    ...{ path: "api/openapi.yaml", format: null },
    files: [{ path: "api/openapi.yaml", text }],
  };
  const release = { title: null, notes: null };
  return { interface: "shop", branch: "main", document, commit: null, release, ...more };
}

/** Accepts a version and waits until it has been processed. */
export async function publish(services: Services, wanted: VersionRequest): Promise<Version> {
  const acceptance = await acceptVersion(services, wanted);
  if (!("id" in acceptance)) throw new Error(`not accepted: ${acceptance.kind}`);
  await services.runner.settled(acceptance.id, 60_000);
  const version = await services.storage.committed.versions.byId(acceptance.id);
  if (version === undefined) throw new Error("there is no version");
  return version;
}

/** A document with operations. */
export function shop(...paths: readonly string[]): string {
  const operations = paths.map(
    (path) => `  /${path}:
    get:
      operationId: list-${path}
      summary: List ${path}
      responses:
        "200": { description: All of them. }
`,
  );
  return `openapi: 3.1.1\ninfo: { title: Shop, version: "1.0" }\npaths:\n${operations.join("")}`;
}
