export { interruption } from "./interruption.ts";
export { runTail, type Surroundings } from "./run-tail.ts";
export type { TailTerminal } from "./tail.ts";
