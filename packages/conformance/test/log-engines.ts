// The engines that the suite runs on. Another one is one more row.

import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";

export interface LogEngine {
  readonly name: string;
  /** Opens an empty log. */
  open(): Promise<SequencedLog>;
}

export const memoryEngine: LogEngine = {
  name: "memory",
  open: async () => createMemoryLog(),
};

export const logEngines: readonly LogEngine[] = [memoryEngine];
