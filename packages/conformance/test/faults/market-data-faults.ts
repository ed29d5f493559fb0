import type { JsonObject } from "../../src/index.ts";
import {
  errorCodeOf,
  type Frame,
  isData,
  mdSeqOf,
  readJson,
} from "../../src/streams/line/frame.ts";
import { listAt, textAt, valueAt } from "../../src/streams/stimulus/json-values.ts";
import type { ProxiedLine } from "../faulty-proxy.ts";
import { changeMembers, type Fault, noteOf } from "./fault.ts";

function control(
  name: string,
  breaks: string,
  edit: (message: JsonObject, line: ProxiedLine) => JsonObject | undefined,
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks: [breaks],
    mayBreak,
    proxy: () => ({
      control(text, line) {
        const message = readJson(text);
        if (valueAt(message, "type") === undefined) return [text];
        const edited = edit(message as JsonObject, line);
        if (edited === message) return [text];
        return edited === undefined ? [] : [JSON.stringify(edited)];
      },
    }),
  };
}

/** The kind of a snapshot, judged by the frames before it on the connection. */
type SnapshotKind = "on demand" | "repeated" | "periodic" | undefined;

function frames(
  name: string,
  breaks: readonly string[],
  edit: (
    frame: Frame,
    line: ProxiedLine,
    kind: SnapshotKind,
    count: number,
  ) => readonly (Frame | JsonObject)[],
  mayBreak: readonly string[] = [],
): Fault {
  return {
    name,
    breaks,
    mayBreak,
    proxy: () => ({
      frame(frame, line) {
        if (line.channel !== "market-data") return [frame];
        const market = textAt(frame.value, "market_id") ?? "";
        const last = line.notes.get(`last ${market}`) as bigint | undefined;
        const count = noteOf(line.notes, `count ${market}`, 0) + (isData(frame) ? 1 : 0);
        const seq = mdSeqOf(frame) ?? 0n;
        const taken = last === undefined ? "on demand" : seq > last ? "periodic" : "repeated";
        const kind = frame.type === "book_snapshot" ? taken : undefined;
        line.notes.set(`count ${market}`, count);
        if (isData(frame)) line.notes.set(`last ${market}`, seq);
        return edit(frame, line, kind, count);
      },
    }),
  };
}

const shifted = (frame: Frame, by: bigint): JsonObject =>
  changeMembers(frame, { md_seq: (mdSeqOf(frame) ?? 0n) + by });

/** Violations of the rules of market data, one at a time. */
export const marketDataFaults: readonly Fault[] = [
  {
    name: "sends-a-market-unasked",
    breaks: ["4.6.1"],
    proxy: () => ({
      opened(line) {
        if (line.channel !== "market-data") return;
        const head = { type: "book_diff", market_id: "stray", md_seq: 1, ts_ns: 1 };
        line.toClient({ ...head, bids: [], asks: [] });
      },
    }),
  },
  twoSnapshots(),
  frames(
    "diff-without-asks",
    ["4.6.3"],
    (frame) => (frame.type === "book_diff" ? [changeMembers(frame, { asks: [] })] : [frame]),
    ["4.6.11"],
  ),
  frames("trades-by-sellers", ["4.6.4"], (frame) =>
    frame.type === "trade" ? [changeMembers(frame, { taker_side: "SELL" })] : [frame],
  ),
  control("subscribing-again-sends-a-snapshot", "4.6.5", (message, { notes }) => {
    const known = noteOf(notes, "known", new Set<unknown>());
    const [market] = listAt(message, "markets");
    const again = message["type"] === "subscribe" && known.has(market);
    known.add(market);
    return again ? { ...message, force_snapshot: true } : message;
  }),
  control(
    "force-snapshot-is-ignored",
    "4.6.6",
    (message) =>
      message["force_snapshot"] === true
        ? changeMembers(message, { force_snapshot: false })
        : message,
    ["S12.6", "S13.1"],
  ),
  control(
    "unsubscribe-is-ignored",
    "4.6.7",
    (message) =>
      message["type"] === "unsubscribe" && listAt(message, "markets").length > 0
        ? undefined
        : message,
    ["4.6.13"],
  ),
  frames(
    "gap-in-md-seq",
    ["market-data.x-sequence.1.step"],
    (frame, { notes }, _kind, count) => {
      // Before a snapshot, no reader sees it.
      const isFirst = isData(frame) && frame.type !== "book_snapshot" && count > 8;
      if (isFirst) notes.set("gap", true);
      return [isData(frame) && notes.get("gap") === true ? shifted(frame, 1n) : frame];
    },
    ["4.7.2"],
  ),
  frames(
    "heartbeat-advances-md-seq",
    ["market-data.x-sequence.1.step"],
    (frame, { notes }) => {
      if (isData(frame)) {
        const data = noteOf(notes, "data", 0) + 1;
        notes.set("data", data);
        return [notes.get("shift") === true ? shifted(frame, 1n) : frame];
      }
      if (frame.type === "heartbeat" && noteOf(notes, "data", 0) >= 2) notes.set("shift", true);
      return [frame];
    },
    ["4.6", "S13"],
  ),
  frames("no-periodic-snapshots", ["4.6.10", "S13.2"], (frame, _line, kind) =>
    kind === "periodic"
      ? [changeMembers(frame, { type: "book_diff", bids: [], asks: [] })]
      : [frame],
  ),
  frames("snapshot-is-stale", ["4.6.11"], (frame, _line, kind) =>
    kind === "on demand" && (mdSeqOf(frame) ?? 0n) >= 3n
      ? [changeMembers(frame, { asks: [] })]
      : [frame],
  ),
  frames("unknown-market-has-a-book", ["4.6.12"], (frame) => {
    if (errorCodeOf(frame) !== "unknown_market") return [frame];
    const [market] = listAt(frame.value, "payload", "details", "markets");
    const head = { type: "book_snapshot", market_id: market, md_seq: 0, ts_ns: 1 };
    return [{ ...head, bids: [], asks: [] }, frame];
  }),
  control("market-is-new-once", "4.6.13", (message, { notes }) => {
    const known = noteOf(notes, "known", new Set<unknown>());
    const markets = listAt(message, "markets");
    const again = message["type"] === "subscribe" && message["force_snapshot"] !== true;
    if (again && markets.length > 0 && markets.every((market) => known.has(market)))
      return undefined;
    for (const market of markets) known.add(market);
    return message;
  }),
  {
    ...control("unsubscribe-is-acknowledged", "", (message, line) => {
      if (message["type"] === "unsubscribe") line.toClient({ type: "unsubscribed", ts_ns: 1 });
      return message;
    }),
    breaks: ["4.6.14", "market-data.messages"],
  },
  frames(
    "no-heartbeats-on-market-data",
    ["4.6.15"],
    (frame) => (frame.type === "heartbeat" ? [] : [frame]),
    ["market-data.x-sequence.1.step"],
  ),
  {
    ...frames("forced-snapshot-takes-a-number", ["S13.1"], (frame, _line, kind) => [
      kind === "repeated" ? shifted(frame, 1n) : frame,
    ]),
    // A later periodic one would repeat its number and look like the forced one.
    snapshotIntervalMs: 60_000,
    mayBreak: ["4.6", "S13.2"],
  },
  frames(
    "periodic-snapshot-takes-no-number",
    ["S13.2"],
    (frame, _line, kind) => [kind === "periodic" ? shifted(frame, -1n) : frame],
    ["4.6", "4.7.2", "S13.1"],
  ),
  control("no-markets-are-fine", "8.2", (message) =>
    Array.isArray(message["markets"]) && message["markets"].length === 0 ? undefined : message,
  ),
];

/** Sends each snapshot twice to clients that subscribe to several markets at once. */
function twoSnapshots(): Fault {
  const name = "two-snapshots";
  const { proxy: sending } = frames(name, [], (frame, { notes }, kind) =>
    kind === "on demand" && notes.get("many") === 2 ? [frame, frame] : [frame],
  );
  const { proxy: listening } = control(name, "", (message, { notes }) => {
    notes.set("many", listAt(message, "markets").length);
    return message;
  });
  return {
    name,
    breaks: ["4.6.2"],
    proxy: (service) => ({ ...sending?.(service), ...listening?.(service) }),
  };
}
