import type { SlotOptions } from "@specwright/rest/server";
import type { Caller } from "../tokens/verify-token.ts";

/**
 * Limits how many documents the service receives at once. Receiving a document needs about eight
 * times its size in memory.
 */
export const uploadSlots: SlotOptions<Caller> = {
  operations: ["publishVersion", "createDiff"],
  total: 4,
  waitingPerKey: 100,
  waitMs: 60_000,
  sharesOf: (_request, caller) => [{ key: caller?.prefix ?? "", most: 3 }],
};
