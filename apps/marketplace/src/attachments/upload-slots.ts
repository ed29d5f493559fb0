import { networkOf, type SlotOptions } from "@specwright/rest-server";
import type { Caller } from "../caller.ts";

/** Of each, how many uploads may be under way: they are read into memory. */
const TOTAL = 8;
const OF_AN_ACCOUNT = 2;
const OF_AN_ADDRESS = 4;

/** The slots of uploads. Those of one account, or one address, leave some to everybody else. */
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
