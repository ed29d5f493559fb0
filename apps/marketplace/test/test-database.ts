import { type TestDatabases, testDatabases } from "@specwright/service/database/testing";
import { inject } from "vitest";

/** Whether the tests run on PostgreSQL. */
export const isPostgres: boolean = process.env["TEST_ENGINE"] === "postgres";

/** The databases of this test file on the engine under test. */
export const { databaseOf, databaseVariables, execute, dump }: TestDatabases = testDatabases({
  fileName: "marketplace.db",
  postgresUrl: isPostgres ? () => inject("postgresUrl") : undefined,
});
