// Starts one PostgreSQL server for all test files of a run that need it.

import type { TestProject } from "vitest/node";
import { findPostgres } from "./find-postgres.ts";
import { startPostgres } from "./start-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Empty if no server is installed. */
    postgresUrl: string;
  }
}

/** Starts the server. Without one, tests fail in CI and are skipped elsewhere. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (programs === undefined) {
    if (process.env["CI"]) throw new Error("PostgreSQL is missing: install Debian's postgresql");
    console.warn("PostgreSQL is not installed: the tests on it are skipped.");
    project.provide("postgresUrl", "");
    return async () => {};
  }
  const server = await startPostgres(programs);
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
