import type { SlotOptions } from "@specwright/rest/server";
import type { Caller } from "../tokens/verify-token.ts";

/**
 * The number of documents received at once. Reading a document takes about eight times its size in
 * memory.
 */
export const uploadSlots: SlotOptions<Caller> = {
  operations: ["publishVersion", "createDiff"],
  total: 4,
  waitingPerKey: 100,
  waitMs: 60_000,
  sharesOf: (_request, caller) => [{ key: caller?.prefix ?? "", most: 3 }],
};
