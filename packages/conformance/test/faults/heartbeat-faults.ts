import { isData, seqOf } from "../../src/streams/line/frame.ts";
import { integerAt } from "../../src/streams/stimulus/json-values.ts";
import { change, changePayload, type Fault } from "./fault.ts";

function silent(channel: string, id: string): Fault {
  return {
    name: `no-heartbeats-on-${channel}`,
    breaks: [id],
    // The other rules of heartbeats are judged on every channel.
    mayBreak: ["4.5.15", "4.5.16", "6.8", "8.5", "S8", "S21", "S26.1"],
    proxy: () => ({
      frame: (frame, line) =>
        line.channel === channel && frame.type === "heartbeat" ? [] : [frame],
    }),
  };
}

/** Violations of the rules of heartbeats, one at a time. */
export const heartbeatFaults: readonly Fault[] = [
  silent("orders", "4.1.9"),
  silent("accounting", "4.2.9"),
  silent("payouts", "4.3.9"),
  silent("events", "4.4.9"),
  {
    name: "heartbeat-counts-itself",
    breaks: ["4.5.15"],
    proxy: () => ({
      frame(frame) {
        const seq = seqOf(frame);
        if (frame.type !== "heartbeat" || seq === undefined) return [frame];
        return [change(frame, { seq: seq + 1n })];
      },
    }),
  },
  {
    name: "heartbeat-advances-seq",
    breaks: ["4.5.16"],
    proxy: () => ({
      frame(frame, { notes }) {
        const by = (notes.get("by") as bigint | undefined) ?? 0n;
        const seq = seqOf(frame);
        if (frame.type === "heartbeat" && notes.get("data") === true) notes.set("by", by + 1n);
        if (!isData(frame) || seq === undefined) return [frame];
        notes.set("data", true);
        return [change(frame, { seq: seq + by })];
      },
    }),
  },
  {
    name: "heartbeats-only-now-and-then",
    breaks: ["6.8"],
    proxy: () => ({
      frame(frame, { notes, channel }) {
        if (frame.type !== "heartbeat" || channel === "market-data") return [frame];
        const count = ((notes.get("beats") as number | undefined) ?? 0) + 1;
        notes.set("beats", count);
        return count > 1 && count < 12 && notes.get("data") !== true ? [] : [frame];
      },
    }),
    mayBreak: ["4.5.15", "4.5.16", "S8"],
  },
  {
    name: "interval-of-0",
    breaks: ["8.5"],
    mayBreak: ["4.1.7", "4.2.7", "4.3.7", "4.4.7", "6.8"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "heartbeat" && frame.value["payload"] !== undefined
          ? [changePayload(frame, { interval_sec: 0 })]
          : [frame],
    }),
  },
  {
    name: "watermark-ahead",
    breaks: ["S8.3"],
    proxy: () => ({
      frame(frame) {
        const mark = integerAt(frame.value, "watermark_seq");
        if (mark === undefined) return [frame];
        return [change(frame, { watermark_seq: mark + 5n })];
      },
    }),
  },
];
