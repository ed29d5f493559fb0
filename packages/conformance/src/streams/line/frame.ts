import { JsonError, parseJson } from "@specwright/runtime";
import { integerAt, isObject, textAt } from "../stimulus/json-values.ts";
import type { JsonObject } from "../stimulus/stimulus.ts";

/** A frame as received. */
export interface Frame {
  readonly text: string;
  /** The member `type`; an empty string if the frame has no type. */
  readonly type: string;
  /** The parsed frame; empty if the text is not a JSON object. Integers beyond 2^53 are bigint. */
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

/** Reads a frame. Its members are parsed on first access. */
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
      // In most frames, the type is the first member.
      return /^\{"type":"([a-z_]+)",/.exec(text)?.[1] ?? textAt(members(), "type") ?? "";
    },
    get value() {
      return members();
    },
  };
}

/** Reports whether a frame advances a sequence (streams source §4.5 rule 7, §4.6 rule 5). */
export function isData({ type }: Frame): boolean {
  return DATA.has(type);
}

export function seqOf({ value }: Frame): bigint | undefined {
  return integerAt(value, "seq");
}

export function mdSeqOf({ value }: Frame): bigint | undefined {
  return integerAt(value, "md_seq");
}

export function isSnapshot({ type }: Frame): boolean {
  return type === "book_snapshot";
}

export function isError({ type }: Frame): boolean {
  return type === "error";
}

export function errorCodeOf(frame: Frame): string | undefined {
  return frame.type === "error" ? textAt(frame.value, "payload", "code") : undefined;
}

/** Parses JSON exactly; returns undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
