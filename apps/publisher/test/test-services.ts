import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger, systemClock } from "@specwright/runtime";
import { type TestDatabases, testDatabases } from "@specwright/service/database/testing";
import { inject, onTestFinished } from "vitest";
import type { JobRunner } from "../src/jobs/job-runner.ts";
import type { Services } from "../src/services.ts";
import { openToAll } from "../src/storage/interface-repository.ts";
import { openStorage } from "../src/storage/open-storage.ts";

/** Whether the tests run on PostgreSQL. */
export const isPostgres: boolean = process.env["TEST_ENGINE"] === "postgres";

/** The databases of this test file on the engine under test. */
export const { databaseOf, databaseVariables, execute }: TestDatabases = testDatabases({
  fileName: "publisher.db",
  postgresUrl: isPostgres ? () => inject("postgresUrl") : undefined,
});

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "publisher-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const idleRunner: JobRunner = { wake() {}, async settled() {}, async close() {} };

/** Opens services without a runner, so that accepted documents stay unprocessed. */
export async function openServices(
  options: Partial<Services> & { readonly folder?: string } = {},
): Promise<Services> {
  const { clock = systemClock, folder = await temporaryFolder() } = options;
  const storage = await openStorage({ database: await databaseOf(folder), clock });
  onTestFinished(() => storage.close());
  return {
    ...{ storage, clock, logger: silentLogger, runner: idleRunner },
    ...{ random: (size: number) => randomBytes(size), newId: () => randomUUID() },
    ...options,
  };
}

/** Adds an interface without versions. */
export async function addInterface(
  { storage }: Pick<Services, "storage">,
  name: string,
): Promise<void> {
  const stamps = { createdAt: 0, updatedAt: 0, withdrawnAt: null };
  await storage.transaction(({ interfaces }) =>
    interfaces.insert({
      ...{ name, title: name, description: null, homePageUrl: null },
      ...{ ...openToAll, ...stamps },
    }),
  );
}
