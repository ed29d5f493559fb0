export { type Process, startProcess } from "./start-process.ts";
export { type TestDatabases, type TestDatabasesOptions, testDatabases } from "./test-databases.ts";
