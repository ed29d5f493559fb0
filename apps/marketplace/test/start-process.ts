import { type Process, startProcess as startProgram } from "@specwright/service/database/testing";

const MAIN = new URL("../src/main.ts", import.meta.url);

/** Starts the service with these variables; it is killed when the test ends. */
export function startProcess(environment: Readonly<Record<string, string>>): Process {
  return startProgram(MAIN, environment);
}
