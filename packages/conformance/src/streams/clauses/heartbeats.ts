// Heartbeats: streams source §2.8, §2.9, §4.1 to §4.6, §6; S8. The clauses of the contract test
// their numbers, watermarks and intervals.

import { demand, notRun } from "../../report/conformance-error.ts";
import { marketFilter } from "../checks/check-context.ts";
import { type CheckedClause, clauseForEachChannel } from "../checks/clause.ts";
import { seqOf } from "../line/frame.ts";
import { integerAt } from "../stimulus/json-values.ts";
import type { ChannelName } from "../stimulus/stimulus.ts";

function heartbeatClause(id: string, channel: ChannelName, source: string): CheckedClause {
  return {
    id,
    source,
    sentence: `/${channel} sends a heartbeat when it has nothing else to send.`,
    check: async (context) => {
      // Only frames that this check publishes would match the filter, so the connection gets heartbeats
      // only.
      const filter = { [marketFilter(channel)]: context.unique("market") };
      const query = channel === "market-data" ? {} : filter;
      const line = await context.open(channel, { query });
      const openedMs = Date.now();
      await line.next("a heartbeat", "heartbeat");
      return `after ${Date.now() - openedMs} ms`;
    },
  };
}

export const heartbeats: readonly CheckedClause[] = [
  heartbeatClause("4.1.9", "orders", "4.1; 6"),
  heartbeatClause("4.2.9", "accounting", "6"),
  heartbeatClause("4.3.9", "payouts", "4.3; 6"),
  heartbeatClause("4.4.9", "events", "4.4; 6"),
  heartbeatClause("4.6.15", "market-data", "4.6; 2.9"),
  {
    ...clauseForEachChannel(
      "S8.4",
      "S8",
      "A client whose filter rarely matches can resume after `watermark_seq`: this resume point is not too old.",
      async (context, channel) => {
        const market = context.unique("market");
        const query = { [marketFilter(channel)]: market };
        const line = await context.open(channel, { query });
        const last = (await context.publishSamples(channel, 4)).at(-1) ?? 0n;
        const markOf = (value: unknown): bigint | undefined => integerAt(value, "watermark_seq");
        const beat = await line.next(
          `a heartbeat with a watermark of ${last}`,
          ({ type, value }) => type === "heartbeat" && (markOf(value) ?? last) >= last,
        );
        const mark = markOf(beat.value) ?? notRun("the server sends no watermark_seq");
        await context.expire(channel, last);
        const again = await context.open(channel, { query: { ...query, since: mark + 1n } });
        const [seq = 0n] = await context.publishSamples(channel, 1, { market });
        const [first] = await again.dataUntil(seq);
        demand(first !== undefined && seqOf(first) === seq, `began with ${again.summary()}`);
        return `resumed from ${mark + 1n} after all frames up to ${last} had expired`;
      },
    ),
    needs: ["publish", "expire"],
  },
];
