import { isData, seqOf } from "../../src/streams/line/frame.ts";
import { integerAt } from "../../src/streams/stimulus/json-values.ts";
import { changeMembers, changePayload, type Fault } from "./fault.ts";

function silent(channel: string, id: string): Fault {
  return {
    name: `no-heartbeats-on-${channel}`,
    breaks: [id],
    // The other rules of heartbeats are judged on every channel.
    mayBreak: ["S8", "S21", "S26.1", "sequenced.messages", "sequenced.x-heartbeat"],
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
    breaks: ["sequenced.x-sequence.1.repeats"],
    proxy: () => ({
      frame(frame) {
        const seq = seqOf(frame);
        if (frame.type !== "heartbeat" || seq === undefined) return [frame];
        return [changeMembers(frame, { seq: seq + 1n })];
      },
    }),
  },
  {
    name: "heartbeat-advances-seq",
    breaks: ["sequenced.x-sequence.1.step"],
    proxy: () => ({
      frame(frame, { notes }) {
        const by = (notes.get("by") as bigint | undefined) ?? 0n;
        const seq = seqOf(frame);
        if (frame.type === "heartbeat" && notes.get("data") === true) notes.set("by", by + 1n);
        if (!isData(frame) || seq === undefined) return [frame];
        notes.set("data", true);
        return [changeMembers(frame, { seq: seq + by })];
      },
    }),
  },
  {
    name: "heartbeats-only-now-and-then",
    breaks: ["sequenced.x-heartbeat.1"],
    proxy: () => ({
      frame(frame, { notes, channel }) {
        if (frame.type !== "heartbeat" || channel === "market-data") return [frame];
        const count = ((notes.get("beats") as number | undefined) ?? 0) + 1;
        notes.set("beats", count);
        return count > 1 && count < 12 && notes.get("data") !== true ? [] : [frame];
      },
    }),
    mayBreak: ["S8"],
  },
  {
    name: "interval-of-0",
    breaks: ["sequenced.message.heartbeat"],
    mayBreak: ["sequenced.x-heartbeat.1"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "heartbeat" && frame.value["payload"] !== undefined
          ? [changePayload(frame, { interval_sec: 0 })]
          : [frame],
    }),
  },
  {
    name: "watermark-ahead",
    breaks: ["sequenced.x-sequence.resume.watermark"],
    proxy: () => ({
      frame(frame) {
        const mark = integerAt(frame.value, "watermark_seq");
        if (mark === undefined) return [frame];
        return [changeMembers(frame, { watermark_seq: mark + 5n })];
      },
    }),
  },
];
