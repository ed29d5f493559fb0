import { networkOf, type SlotOptions } from "@specwright/rest/server";
import type { Caller } from "../caller.ts";

/** The maximum number of uploads at the same time. Each upload is read into memory. */
const TOTAL = 8;
const OF_AN_ACCOUNT = 2;
const OF_AN_ADDRESS = 4;

/**
 * The limits for uploads at the same time. One account or network address cannot use all slots.
 */
export const uploadSlots: SlotOptions<Caller> = {
  operations: ["createAttachment"],
  total: TOTAL,
  waitingPerKey: 32,
  waitMs: 30_000,
  sharesOf: ({ ip }, principal) => [
    { key: `address ${networkOf(ip)}`, most: OF_AN_ADDRESS },
    ...(principal === undefined ? [] : [{ key: `user ${principal.userId}`, most: OF_AN_ACCOUNT }]),
  ],
};
