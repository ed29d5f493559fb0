// Rules for all frames that the connections of all checks have received: streams source §3, §7; S9, S14,
// S15, S17, S23. The clauses of the contract judge whether each frame is declared and valid.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { sentBreach } from "../checks/sender-rules.ts";
import { errorCodeOf, type Frame, isError } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { integerAt, isObject, textAt } from "../stimulus/json-values.ts";
import type { JsonObject } from "../stimulus/stimulus.ts";

type Next = Readonly<Record<string, readonly string[]>>;

const NEXT_ORDER: Next = {
  NEW: ["ACTIVE", "PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED", "REJECTED"],
  ACTIVE: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
  PARTIALLY_FILLED: ["PARTIALLY_FILLED", "FILLED", "CANCELLED", "EXPIRED"],
  FILLED: [],
  CANCELLED: [],
  EXPIRED: [],
  REJECTED: [],
};
const NEXT_STATUS: Readonly<Record<string, Next>> = {
  "event.status_changed": {
    open: ["closed", "voided"],
    closed: ["settled", "voided"],
    settled: [],
    voided: [],
  },
  "market.status_changed": {
    unopened: ["pre-open", "closed", "voided"],
    "pre-open": ["active", "closed", "voided"],
    active: ["suspended", "closed", "voided"],
    suspended: ["active", "closed", "voided"],
    closed: ["settled", "voided"],
    settled: [],
    voided: [],
  },
};

/** The close codes that must follow a stream error. */
const ERROR_CLOSES: ReadonlySet<number> = new Set([1008, 1009, 1011, 4008, 4009, 4401]);

/** The error codes of S9. */
const ERROR_CODES: ReadonlySet<string | undefined> = new Set([
  "resume_too_old",
  "unauthorized",
  "invalid_frame",
  "unknown_market",
  "flow_control",
  "protocol_version",
  "going_away",
  "internal_error",
]);

/**
 * A clause that is checked on every connection. `of` returns the items to check, and `breach` describes a
 * violation in them.
 */
interface Watching<Item> {
  readonly what: string;
  readonly of: (line: Line) => readonly Item[];
  readonly breach: (items: readonly Item[], line: Line) => string | undefined;
}

function watchingClause<Item>(
  id: string,
  source: string,
  sentence: string,
  { what, of, breach }: Watching<Item>,
): CheckedClause {
  return {
    ...{ id, source, sentence },
    when: "watch",
    async check({ allLines }) {
      let count = 0;
      for (const line of allLines) {
        const items = of(line);
        count += items.length;
        const found = items.length === 0 ? undefined : breach(items, line);
        demand(found === undefined, `/${line.channel}: ${found}`);
      }
      return count > 0
        ? `${count} ${what}s`
        : notRun(`no ${what} came in this run`, { kind: "wait" });
    },
  };
}

function ofType(wanted: string): (line: Line) => readonly Frame[] {
  return ({ frames }) => frames.filter(({ type }) => type === wanted);
}

function decimalsOf(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(decimalsOf);
  if (!isObject(value)) return [];
  const own = "units" in value && "nanos" in value ? [value] : [];
  return [...own, ...Object.values(value).flatMap(decimalsOf)];
}

function illegalOrder(frames: readonly Frame[]): string | undefined {
  const known = new Map<string, string>();
  for (const { value } of frames) {
    const id = textAt(value, "payload", "order_id");
    const status = textAt(value, "payload", "status");
    if (id === undefined || status === undefined) continue;
    const before = known.get(id);
    known.set(id, status);
    if (before === undefined || (before === status && NEXT_ORDER[before]?.length !== 0)) continue;
    if (NEXT_ORDER[before]?.includes(status) === false) {
      return `an order went from ${before} to ${status}`;
    }
  }
  return undefined;
}

function illegalStatus(frames: readonly Frame[]): string | undefined {
  for (const { value } of frames) {
    const type = textAt(value, "event_type") ?? "";
    const from = textAt(value, "payload", "old_status") ?? "";
    const to = textAt(value, "payload", "new_status") ?? "";
    if (NEXT_STATUS[type]?.[from]?.includes(to) === false) return `${type}: ${from} to ${to}`;
  }
  return undefined;
}

export const everyFrame: readonly CheckedClause[] = [
  watchingClause("3.1.1", "3.1; S14", "The status of an order changes only in the allowed ways.", {
    what: "order_update",
    of: ofType("order_update"),
    breach: illegalOrder,
  }),
  watchingClause(
    "3.2.1",
    "3.2; S15",
    "For events and markets, each change from `old_status` to `new_status` is allowed.",
    {
      what: "change of status",
      of: ({ frames }) =>
        frames.filter(({ value }) => textAt(value, "event_type")?.endsWith(".status_changed")),
      breach: illegalStatus,
    },
  ),
  watchingClause(
    "7.2.1",
    "7.2; 6 (error)",
    "A stream error is announced by an error frame before the close.",
    {
      what: "end with an error",
      of: ({ closing }) => (closing && ERROR_CLOSES.has(closing.code) ? [closing.code] : []),
      breach: ([code], { frames }) =>
        frames.some(isError) ? undefined : `it was closed with ${code} without an error frame`,
    },
  ),
  watchingClause(
    "7.2.2",
    "7.2; 2.9",
    "On /market-data, an error frame has neither `seq` nor `md_seq`.",
    {
      what: "error frame of /market-data",
      of: (line) => (line.channel === "market-data" ? line.frames.filter(isError) : []),
      breach: (errors) => errors.find(({ value }) => "seq" in value || "md_seq" in value)?.text,
    },
  ),
  watchingClause("S9.1", "S9", "Error frames have only the codes that the contract lists.", {
    what: "error frame",
    of: ofType("error"),
    breach: (errors) => errors.find((error) => !ERROR_CODES.has(errorCodeOf(error)))?.text,
  }),
  watchingClause("S17.1", "S17", "`units` and `nanos` of a decimal have the same sign.", {
    what: "decimal",
    of: ({ frames }) => frames.flatMap(({ value }) => decimalsOf(value)),
    breach: (decimals) => {
      const of = (one: unknown, name: string): bigint => integerAt(one, name) ?? 0n;
      const wrong = decimals.find((one) => of(one, "units") * of(one, "nanos") < 0n);
      return wrong && `${of(wrong, "units")} and ${of(wrong, "nanos")}`;
    },
  }),
  watchingClause(
    "S23.1",
    "S23; S2",
    "Frames follow the stricter rules for senders: no unknown member or value, the right broker, no crossed book.",
    { what: "data frame", of: (line) => line.data(), breach: sentBreach },
  ),
];
