// Rules for every frame, whichever check received it: streams source §3, §4, §8; S14 to S17.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { sentBreach } from "../checks/sender-rules.ts";
import { isData } from "../line/frame.ts";
import { breachOf, type WatchedFrame } from "../line/frame-watch.ts";
import { integerAt, isObject, textAt } from "../stimulus/json-values.ts";
import type { ChannelName, JsonObject } from "../stimulus/stimulus.ts";

const NEXT_ORDER: Readonly<Record<string, readonly string[]>> = {
  NEW: ["ACTIVE", "PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED", "REJECTED"],
  ACTIVE: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
  PARTIALLY_FILLED: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
  FILLED: [],
  CANCELLED: [],
  EXPIRED: [],
  REJECTED: [],
};
const NEXT_EVENT: Readonly<Record<string, readonly string[]>> = {
  open: ["closed", "voided"],
  closed: ["settled", "voided"],
  settled: [],
  voided: [],
};
const NEXT_MARKET: Readonly<Record<string, readonly string[]>> = {
  unopened: ["pre-open", "closed", "voided"],
  "pre-open": ["active", "closed", "voided"],
  active: ["suspended", "closed", "voided"],
  suspended: ["active", "closed", "voided"],
  closed: ["settled", "voided"],
  settled: [],
  voided: [],
};

function valid(id: string, channel: ChannelName): CheckedClause {
  return {
    id,
    source: `${id.split(".").slice(0, 2).join(".")}; 2.8 to 2.10; 8 (Decimal nanos); S16`,
    sentence: `/${channel} sends the frames that it declares, each valid by the contract.`,
    when: "watch",
    async check(context) {
      const frames = context.watch.frames.filter((one) => one.channel === channel);
      if (frames.length === 0)
        return notRun(`nothing came on /${channel} in this run`, { kind: "wait" });
      for (const frame of frames) {
        const breach = breachOf(frame);
        demand(breach === undefined, `${breach}: ${frame.frame.text.slice(0, 200)}`);
      }
      const types = new Set(frames.map(({ frame }) => frame.type));
      return `${frames.length} frames: ${[...types].sort().join(", ")}`;
    },
  };
}

/** Returns all decimals within a frame. */
function decimalsOf(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(decimalsOf);
  if (!isObject(value)) return [];
  const own = "units" in value && "nanos" in value ? [value] : [];
  return [...own, ...Object.values(value).flatMap(decimalsOf)];
}

/** Groups frames by connection, each group in order. */
function byLine(frames: readonly WatchedFrame[]): readonly (readonly WatchedFrame[])[] {
  const lines = new Map<number, WatchedFrame[]>();
  for (const frame of frames) {
    const list = lines.get(frame.line) ?? [];
    lines.set(frame.line, list);
    list.push(frame);
  }
  return [...lines.values()];
}

function illegalOrder(frames: readonly WatchedFrame[]): string | undefined {
  const known = new Map<string, string>();
  for (const { frame } of frames) {
    const id = textAt(frame.value, "payload", "order_id");
    const status = textAt(frame.value, "payload", "status");
    if (frame.type !== "order_update" || id === undefined || status === undefined) continue;
    const before = known.get(id);
    known.set(id, status);
    if (before === undefined || (before === status && NEXT_ORDER[before]?.length !== 0)) continue;
    if (NEXT_ORDER[before]?.includes(status) === false) return `${before} to ${status}`;
  }
  return undefined;
}

function illegalStatus({ frame }: WatchedFrame): string | undefined {
  const type = textAt(frame.value, "event_type");
  const from = textAt(frame.value, "payload", "old_status") ?? "";
  const to = textAt(frame.value, "payload", "new_status") ?? "";
  const next =
    type === "event.status_changed"
      ? NEXT_EVENT[from]
      : type === "market.status_changed"
        ? NEXT_MARKET[from]
        : undefined;
  return next === undefined || next.includes(to) ? undefined : `${type}: ${from} to ${to}`;
}

/** The rules for all frames. */
export const everyFrame: readonly CheckedClause[] = [
  {
    id: "3.1.1",
    source: "3.1; S14",
    sentence: "The statuses of an order follow each other as its states allow.",
    when: "watch",
    async check(context) {
      const orders = context.watch.frames.filter(({ frame }) => frame.type === "order_update");
      if (orders.length === 0) return notRun("no order_update came in this run", { kind: "wait" });
      for (const line of byLine(orders)) {
        const illegal = illegalOrder(line);
        demand(illegal === undefined, `an order went from ${illegal}`);
      }
      return `${orders.length} frames of orders`;
    },
  },
  {
    id: "3.2.1",
    source: "3.2; S15",
    sentence: "Events and markets go from old_status to new_status as their states allow.",
    when: "watch",
    async check(context) {
      const changes = context.watch.frames.filter(({ frame }) =>
        textAt(frame.value, "event_type")?.endsWith(".status_changed"),
      );
      if (changes.length === 0) return notRun("no status changed in this run", { kind: "wait" });
      const illegal = changes.map(illegalStatus).find((one) => one !== undefined);
      demand(illegal === undefined, illegal ?? "");
      return `${changes.length} changes of status`;
    },
  },
  valid("4.1.7", "orders"),
  valid("4.2.7", "accounting"),
  valid("4.3.7", "payouts"),
  valid("4.4.7", "events"),
  valid("4.6.16", "market-data"),
  {
    id: "S23.1",
    source: "S23; S2; S17",
    sentence:
      "Frames follow the stricter rules for senders: no unknown member or value, decimals with one sign, the right broker, no crossed book.",
    when: "watch",
    async check(context) {
      const frames = context.watch.frames.filter(({ frame }) => isData(frame));
      if (frames.length === 0) return notRun("no data frame came in this run", { kind: "wait" });
      const breach = sentBreach(frames);
      demand(breach === undefined, breach ?? "");
      return `${frames.length} data frames`;
    },
  },
  {
    id: "S17.1",
    source: "S17",
    sentence: "units and nanos of a decimal have the same sign.",
    when: "watch",
    async check(context) {
      const decimals = context.watch.frames.flatMap(({ frame }) => decimalsOf(frame.value));
      if (decimals.length === 0) return notRun("no decimal came in this run", { kind: "wait" });
      const wrong = decimals.find(
        (one) => (integerAt(one, "units") ?? 0n) * (integerAt(one, "nanos") ?? 0n) < 0n,
      );
      demand(wrong === undefined, `${String(wrong?.["units"])} and ${String(wrong?.["nanos"])}`);
      return `${decimals.length} decimals`;
    },
  },
];
