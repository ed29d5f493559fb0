import type { ChannelName } from "../../src/index.ts";
import { type Frame, isData } from "../../src/streams/line/frame.ts";
import type { ProxyHooks } from "../faulty-proxy.ts";
import { changeMembers, type Fault, noteOf } from "./fault.ts";

/** Frames of a type on a channel that lack a member. */
function lacks(
  channel: ChannelName,
  type: string,
  member: string,
  breaks: readonly string[],
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name: `${type}-on-${channel}-without-${member}`,
    ...{ breaks, mayBreak },
    channels: channel === "market-data" ? ["orders"] : [channel],
    proxy: () => ({
      frame: (frame, line) =>
        line.channel === channel && frame.type === type
          ? [changeMembers(frame, { [member]: undefined })]
          : [frame],
    }),
  };
}

/** Changes the close of a connection that the client broke the rules of. */
function closes(name: string, code: number, breaks: string): Fault {
  const closing: ProxyHooks["closing"] = (end, line) =>
    line.channel === "market-data" && end.code === 1009 ? { ...end, code } : end;
  return {
    name,
    breaks: [breaks],
    mayBreak: ["S12.3", "S12.4", "S25.1"],
    proxy: () => ({ closing }),
  };
}

const isHeartbeat = ({ type }: Frame): boolean => type === "heartbeat";

/** Violations of the rules that the contract says by itself, where no other fault breaks them. */
export const contractFaults: readonly Fault[] = [
  {
    name: "frames-of-no-message",
    breaks: ["sequenced.messages"],
    proxy: () => ({
      frame: (frame, { channel, notes }) => {
        const isOnce = channel === "orders" && isHeartbeat(frame) && noteOf(notes, "news", true);
        if (!isOnce) return [frame];
        notes.set("news", false);
        return [frame, { type: "news", ts_ns: 1 }];
      },
    }),
  },
  ...(
    [
      ["orders", "order_update", "sequenced.message.orderUpdate"],
      ["orders", "order_reject", "sequenced.message.orderReject"],
      ["orders", "heartbeat", "sequenced.message.heartbeat"],
      ["orders", "backlog_end", "sequenced.message.backlogEnd"],
      ["orders", "error", "sequenced.message.error"],
      ["accounting", "accounting_update", "sequenced.message.accountingUpdate"],
      ["accounting", "accounting_payout", "sequenced.message.accountingPayout"],
      ["payouts", "payout", "sequenced.message.payout"],
      ["events", "event_update", "sequenced.message.eventUpdate"],
      ["market-data", "book_snapshot", "market-data.message.bookSnapshot"],
      ["market-data", "book_diff", "market-data.message.bookDiff"],
      ["market-data", "trade", "market-data.message.trade"],
      ["market-data", "heartbeat", "market-data.message.heartbeat"],
      ["market-data", "error", "market-data.message.error"],
    ] as const
  ).map(([channel, type, clause]) => lacks(channel, type, "ts_ns", [clause])),
  {
    name: "order-without-a-number",
    breaks: ["sequenced.x-sequence.1.at", "sequenced.message.orderUpdate"],
    mayBreak: ["4.7.1", "6.33"],
    proxy: () => ({
      frame: (frame, { channel, query, frames }) =>
        channel === "orders" && query.size === 0 && frames === 9 && isData(frame)
          ? [changeMembers(frame, { seq: undefined })]
          : [frame],
    }),
  },
  lacks(
    "market-data",
    "trade",
    "md_seq",
    ["market-data.x-sequence.1.at", "market-data.message.trade"],
    ["4.6", "4.7.2", "6.33", "S13", "market-data.messages"],
  ),
  closes("too-long-frames-are-cut-off", 1006, "market-data.x-endings.close"),
  closes("too-long-frames-close-with-4321", 4321, "market-data.x-endings.declared"),
];
