// Which message a frame is, by the conditions of `x-envelope`.

import type { FeedCondition, FeedConditions } from "@specwright/runtime/codegen";
import type { FrameSlots } from "./frame-slots.ts";
import { type FrameScanner, KIND } from "./scan-frame.ts";

/** Reports whether a scanned frame meets a condition. */
export type Test = (scanner: FrameScanner) => boolean;

/** Prepares a test that a frame holds what the conditions say. */
export function compileConditions(conditions: FeedConditions, slots: FrameSlots): Test {
  const tests = Object.entries(conditions).map(([pointer, condition]) =>
    compileCondition(slots.slotOf(pointer), condition),
  );
  const [first, ...others] = tests;
  if (first === undefined) return () => true;
  if (others.length === 0) return first;
  return (scanner) => tests.every((test) => test(scanner));
}

function compileCondition(slot: number, condition: FeedCondition): Test {
  if (typeof condition !== "object") return equals(slot, condition);
  if ("absent" in condition) return ({ kinds }) => kinds[slot] === KIND.absent;
  if ("type" in condition) {
    const { type } = condition;
    if (type === "boolean") {
      return ({ kinds }) => kinds[slot] === KIND.true || kinds[slot] === KIND.false;
    }
    return ({ kinds }) => kinds[slot] === KIND[type];
  }
  const tests = condition.map((value) => equals(slot, value));
  return (scanner) => tests.some((test) => test(scanner));
}

function equals(slot: number, value: string | number | boolean): Test {
  if (typeof value === "boolean") {
    return ({ kinds }) => kinds[slot] === (value ? KIND.true : KIND.false);
  }
  const kind = typeof value === "string" ? KIND.string : KIND.number;
  const text = typeof value === "string" ? JSON.stringify(value).slice(1, -1) : String(value);
  const bytes = new TextEncoder().encode(text);
  const [length, first] = [bytes.length, bytes[0]];
  return (scanner) => {
    if (scanner.kinds[slot] !== kind) return false;
    const start = scanner.starts[slot] as number;
    if ((scanner.ends[slot] as number) - start !== length) return false;
    const frame = scanner.bytes;
    if (frame[start] !== first) return false;
    for (let at = 1; at < length; at += 1) if (frame[start + at] !== bytes[at]) return false;
    return true;
  };
}
