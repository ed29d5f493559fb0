export { type Process, startProcess } from "./start-process.ts";
export { type TestDatabases, testDatabases } from "./test-databases.ts";
