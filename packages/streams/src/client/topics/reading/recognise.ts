// Finds the message of a frame by the conditions of `x-envelope`.

import type { FeedCondition, FeedConditions } from "@specwright/runtime/transport";
import { KIND } from "./frame-kind.ts";
import type { FrameSlots } from "./frame-slots.ts";
import { textAt } from "./frame-values.ts";
import type { FrameScanner } from "./scan-frame.ts";

/** Reports whether a scanned frame meets several conditions. */
export type Test = (scanner: FrameScanner) => boolean;

/** A condition on the value at a pointer. */
interface Condition {
  readonly slot: number;
  /** Has one bit for each kind of value that can meet the condition. */
  readonly kinds: number;
  /** The values that meet the condition. If absent, every value of these kinds meets the condition. */
  readonly values: readonly WantedValue[] | undefined;
}

interface WantedValue {
  readonly kind: number;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Prepares a function that tests whether a scanned frame meets all conditions. */
export function compileConditions(conditions: FeedConditions, slots: FrameSlots): Test {
  const compiled = Object.entries(conditions).map(([pointer, condition]) =>
    compileCondition(slots.slotOf(pointer), condition),
  );
  return (scanner) => {
    for (let index = 0; index < compiled.length; index += 1) {
      if (!meetsCondition(scanner, compiled[index] as Condition)) return false;
    }
    return true;
  };
}

function compileCondition(slot: number, condition: FeedCondition): Condition {
  if (Array.isArray(condition)) return oneOfValues(slot, condition);
  if (typeof condition !== "object") return oneOfValues(slot, [condition]);
  if ("absent" in condition) return { slot, kinds: kindBit(KIND.absent), values: undefined };
  if (!("type" in condition)) return oneOfValues(slot, condition);
  const { type } = condition;
  const kinds = type === "boolean" ? kindBit(KIND.true) | kindBit(KIND.false) : kindBit(KIND[type]);
  return { slot, kinds, values: undefined };
}

function oneOfValues(slot: number, wanted: readonly (string | number | boolean)[]): Condition {
  const values = wanted.map((value): WantedValue => {
    const text = String(value);
    return { kind: valueKind(value), text, bytes: new TextEncoder().encode(text) };
  });
  return { slot, kinds: values.reduce((bits, { kind }) => bits | kindBit(kind), 0), values };
}

function valueKind(value: string | number | boolean): number {
  if (typeof value === "boolean") return value ? KIND.true : KIND.false;
  return typeof value === "string" ? KIND.string : KIND.number;
}

function kindBit(kind: number): number {
  return 1 << kind;
}

function meetsCondition(scanner: FrameScanner, { slot, kinds, values }: Condition): boolean {
  const kind = scanner.kinds[slot] as number;
  if ((kinds & kindBit(kind)) === 0) return false;
  if (values === undefined) return true;
  scanner.consulted[slot] = 1;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as WantedValue;
    if (value.kind === kind && isValue(scanner, slot, value)) return true;
  }
  return false;
}

function isValue(scanner: FrameScanner, slot: number, { kind, text, bytes }: WantedValue): boolean {
  const start = scanner.starts[slot] as number;
  const { length } = bytes;
  const frame = scanner.bytes;
  let at = (scanner.ends[slot] as number) - start === length ? 0 : -1;
  while (at >= 0 && at < length) at = frame[start + at] === bytes[at] ? at + 1 : -1;
  if (at === length) return true;
  // The same number or text can be written in several ways, so the decoded values are compared.
  if (kind === KIND.number) return Number(textAt(scanner, slot)) === Number(text);
  return scanner.escaped[slot] === 1 && textAt(scanner, slot) === text;
}
