import { JsonError, parseJson } from "@specwright/runtime";
import { integerAt, isObject, textAt } from "./json-values.ts";
import type { JsonObject } from "./stimulus.ts";

/** Is a frame as it came. */
export interface Frame {
  readonly text: string;
  /** Its `type`, or empty when it has none. */
  readonly type: string;
  /** Integers beyond 2^53 are bigint. Empty when the text is no JSON object. */
  readonly value: JsonObject;
  readonly atMs: number;
}

const DATA: ReadonlySet<string> = new Set([
  "order_update",
  "order_reject",
  "accounting_update",
  "accounting_payout",
  "payout",
  "event_update",
  "book_snapshot",
  "book_diff",
  "trade",
]);

/** Reads a frame; its members are parsed when somebody first asks for them. */
export function readFrame(text: string, atMs: number): Frame {
  let parsed: JsonObject | undefined;
  const members = (): JsonObject => {
    if (parsed === undefined) {
      const value = readJson(text);
      parsed = isObject(value) ? value : {};
    }
    return parsed;
  };
  return {
    text,
    atMs,
    get type() {
      // Mostly it comes first.
      return /^\{"type":"([a-z_]+)",/.exec(text)?.[1] ?? textAt(members(), "type") ?? "";
    },
    get value() {
      return members();
    },
  };
}

/** Tells whether a frame advances a sequence (streams source §4.5 rule 7, §4.6 rule 5). */
export function isData({ type }: Frame): boolean {
  return DATA.has(type);
}

/** Gives `seq`. */
export function seqOf({ value }: Frame): bigint | undefined {
  return integerAt(value, "seq");
}

/** Gives `md_seq`. */
export function mdSeqOf({ value }: Frame): bigint | undefined {
  return integerAt(value, "md_seq");
}

/** Tells whether a frame is an error frame. */
export function isError({ type }: Frame): boolean {
  return type === "error";
}

/** Gives the code of an error frame. */
export function errorCodeOf(frame: Frame): string | undefined {
  return frame.type === "error" ? textAt(frame.value, "payload", "code") : undefined;
}

/** Parses JSON exactly; gives nothing for a text that is none. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
