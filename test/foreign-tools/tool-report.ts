import type { Fault } from "./judge-faults.ts";

/** The results of a tool with our documents. */
export interface ToolReport {
  /** The numbers of checked parts. */
  readonly figures: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
}
