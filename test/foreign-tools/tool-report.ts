import type { Fault } from "./judge-faults.ts";

/** What a tool made of our documents. */
export interface ToolReport {
  /** What was checked, in numbers. */
  readonly figures: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
}
