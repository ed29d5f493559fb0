import { createMemoryLog } from "@specwright/streams/log";
import type { JsonObject } from "../../src/index.ts";
import { errorCodeOf, type Frame, readJson, seqOf } from "../../src/streams/line/frame.ts";
import { integerAt, listAt, textAt, valueAt } from "../../src/streams/stimulus/json-values.ts";
import type { ProxyHooks } from "../faulty-proxy.ts";
import { changeMembers, changePayload, type Fault } from "./fault.ts";

function onError(
  name: string,
  breaks: string,
  code: string,
  edit: (frame: Frame) => ReturnType<NonNullable<ProxyHooks["frame"]>>,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: [breaks],
    mayBreak,
    proxy: () => ({
      frame: (frame) => (errorCodeOf(frame) === code ? edit(frame) : [frame]),
    }),
  };
}

function onClose(
  name: string,
  breaks: string,
  code: number,
  edit: { readonly code?: number; readonly reason?: string },
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: [breaks],
    mayBreak,
    proxy: () => ({
      closing: (closing) => (closing.code === code ? { ...closing, ...edit } : closing),
    }),
  };
}

function losesOne(channel: string, breaks: string): Fault {
  return {
    name: `slow-reader-of-${channel}-loses-a-frame`,
    breaks: [breaks],
    proxy: () => ({
      frame: (frame, line) =>
        line.channel === channel && line.frames === 30 && frame.text.length > 4000 ? [] : [frame],
    }),
  };
}

/** Violations of the rules of control frames, limits, endings and all frames, one at a time. */
export const connectionFaults: readonly Fault[] = [
  {
    name: "null-is-no-mistake",
    breaks: ["S10.1"],
    proxy: () => ({ control: (text) => (text === "null" ? [] : [text]) }),
  },
  onError(
    "invalid-frame-without-details",
    "S10.2",
    "invalid_frame",
    (frame) => [changePayload(frame, { details: undefined })],
    ["S12.6", "S25"],
  ),
  {
    name: "one-mistake-ends-it",
    breaks: ["S10.3"],
    mayBreak: ["4.0.1", "8.2", "S10.1", "S10.8", "S12", "S25"],
    proxy: () => ({
      frame(frame, line) {
        if (errorCodeOf(frame) === "invalid_frame") setImmediate(() => line.end(1008));
        return [frame];
      },
    }),
  },
  onError(
    "unknown-market-is-an-invalid-frame",
    "S10.4",
    "unknown_market",
    (frame) => [changePayload(frame, { code: "invalid_frame" })],
    ["4.6.14"],
  ),
  onError("unknown-markets-are-not-all-listed", "S10.5", "unknown_market", (frame) => {
    const details = valueAt(frame.value, "payload", "details");
    const markets = listAt(details, "markets").slice(0, 1);
    return [changePayload(frame, { details: { ...(details as JsonObject), markets } })];
  }),
  {
    name: "one-unknown-market-spoils-all",
    breaks: ["S10.6"],
    mayBreak: ["S10.9"],
    proxy: () => ({
      control(text) {
        const message = readJson(text);
        const [first, ...rest] = listAt(message, "markets");
        const unknown = (market: unknown): boolean => String(market).startsWith("kit-unknown");
        const spoilt = unknown(first) && rest.some((market) => !unknown(market));
        return [spoilt ? JSON.stringify({ type: "subscribe", markets: [first] }) : text];
      },
    }),
  },
  {
    name: "bears-every-mistake",
    breaks: ["S10.7"],
    mayBreak: ["S25.2"],
    settings: { maxInvalidFramesPerMinute: 1000 },
  },
  {
    name: "bears-few-mistakes",
    breaks: ["S10.8"],
    mayBreak: ["S25.2"],
    settings: { maxInvalidFramesPerMinute: 12 },
  },
  losesOne("orders", "4.7.1"),
  losesOne("market-data", "4.7.2"),
  {
    name: "any-number-of-connections",
    breaks: ["S12.1"],
    mayBreak: ["S24.3"],
    settings: { maxConnectionsPerKey: 1000 },
  },
  { name: "ended-connections-count", breaks: ["S12.2"], proxy: () => ({ keepOpen: true }) },
  {
    name: "control-frames-of-any-length",
    breaks: ["S12.3"],
    mayBreak: ["S25.1"],
    settings: { maxFrameBytes: 1e6 },
  },
  {
    name: "short-control-frames-only",
    breaks: ["S12.4"],
    mayBreak: ["S25.1"],
    settings: { maxFrameBytes: 8192 },
  },
  {
    name: "any-number-of-snapshots",
    breaks: ["S12.6"],
    settings: { maxSnapshotsPerMinute: 100_000 },
  },
  onError("length-is-not-told", "S25.1", "invalid_frame", (frame) =>
    textAt(frame.value, "payload", "details", "unit") === "bytes"
      ? [changePayload(frame, { details: undefined })]
      : [frame],
  ),
  onError("number-of-mistakes-is-not-told", "S25.2", "invalid_frame", (frame) =>
    textAt(frame.value, "payload", "message")?.includes("invalid frames") === true
      ? [changePayload(frame, { details: undefined })]
      : [frame],
  ),
  onError("closed-markets-never-were", "S10.9", "unknown_market", (frame) => [
    changePayload(frame, {
      details: { markets: listAt(frame.value, "payload", "details", "markets"), closed: [] },
    }),
  ]),
  { name: "any-number-of-markets", breaks: ["S12.5"], settings: { maxKeysPerConnection: 1000 } },
  {
    name: "close-is-not-answered",
    breaks: ["7.1.1", "sequenced.x-endings.close"],
    proxy: () => ({ cutOnClose: true }),
  },
  onClose("goes-away-with-1012", "sequenced.x-endings.declared", 1001, { code: 1012 }, ["S19.1"]),
  onError("protocol-version-is-not-told", "7.2.1", "protocol_version", () => [], ["S11.1"]),
  {
    name: "market-data-error-has-a-number",
    breaks: ["7.2.2"],
    proxy: () => ({
      frame: (frame, { channel }) =>
        channel === "market-data" && frame.type === "error"
          ? [changeMembers(frame, { md_seq: 1 })]
          : [frame],
    }),
  },
  onError(
    "error-code-of-its-own",
    "S9.1",
    "protocol_version",
    (frame) => [changePayload(frame, { code: "bad_version" })],
    ["S11.1", "sequenced.message.orderUpdate"],
  ),
  onClose("goes-away-with-1000", "S19.1", 1001, { code: 1000 }),
  onClose("goes-away-without-a-time", "S19.2", 1001, { reason: "" }, ["S19.3"]),
  onClose("all-come-back-at-once", "S19.3", 1001, { reason: "retry_ms=5" }),
  {
    name: "comes-back-at-once",
    breaks: ["S19.4"],
    stimulus: (service) => ({ ...service.stimulus, drain: () => service.restart() }),
  },
  {
    name: "forgets-when-it-starts-again",
    breaks: ["S13.3", "S20.3", "S21.4"],
    mayBreak: ["S21.3"],
    stimulus: (service) => ({
      ...service.stimulus,
      restart: () => service.restart(createMemoryLog()),
    }),
  },
  {
    name: "rejected-order-lives-on",
    breaks: ["3.1.1"],
    mayBreak: ["3.1.2"],
    proxy: () => ({
      frame: (frame) =>
        textAt(frame.value, "payload", "status") === "ACTIVE"
          ? [changePayload(frame, { status: "REJECTED" })]
          : [frame],
    }),
  },
  {
    name: "settled-market-opens",
    breaks: ["3.2.1"],
    mayBreak: ["6.16"],
    proxy: () => ({
      frame: (frame) =>
        textAt(frame.value, "event_type") === "market.status_changed"
          ? [changePayload(frame, { old_status: "settled" })]
          : [frame],
    }),
  },
  {
    name: "decimal-of-two-signs",
    breaks: ["S17.1"],
    mayBreak: ["sequenced.message.payout", "6.5", "6.32", "S23.1"],
    proxy: () => ({
      frame: (frame) =>
        frame.type === "payout"
          ? [changePayload(frame, { payout_amount: { units: 1, nanos: -500_000_000 } })]
          : [frame],
    }),
  },
  {
    name: "watermark-stands-still",
    breaks: ["S8.4"],
    proxy: () => ({
      frame: (frame) =>
        integerAt(frame.value, "watermark_seq") === undefined
          ? [frame]
          : [changeMembers(frame, { watermark_seq: seqOf(frame) ?? 0n })],
    }),
  },
  {
    name: "backlog-end-without-backlog",
    breaks: ["S8.5"],
    proxy: () => ({
      frame(frame, { query, frames }) {
        const since = BigInt(query.get("since") ?? 0n);
        const live = frame.type === "heartbeat" && frames === 1 && since > 0n && since < 1000n;
        if (!live) return [frame];
        const seq = since - 1n;
        return [{ type: "backlog_end", seq, ts_ns: 1, payload: { last_seq: seq } }, frame];
      },
    }),
  },
];
