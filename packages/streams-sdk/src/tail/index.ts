export { interruption } from "./interruption.ts";
export { type ProgramEnvironment, runTail } from "./run-tail.ts";
export type { TailTerminal } from "./tail.ts";
