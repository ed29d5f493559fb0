import { networkOf, type SlotOptions } from "@specwright/rest/server";
import type { Caller } from "../caller.ts";

/** The number of concurrent uploads, which are read into memory. */
const TOTAL = 8;
const OF_AN_ACCOUNT = 2;
const OF_AN_ADDRESS = 4;

/** The slots of uploads. One account or address cannot occupy all of them. */
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
