// Reads frames by a scanner, to be compared with what JSON.parse returns.

import { KIND } from "../../../../src/client/topics/reading/frame-kind.ts";
import { textAt } from "../../../../src/client/topics/reading/frame-values.ts";
import { FrameScanner } from "../../../../src/client/topics/reading/scan-frame.ts";

const encoder = new TextEncoder();

/** A scanner of pointers for tests. */
export function createScanner(pointers: readonly string[]): FrameScanner {
  return new FrameScanner(pointers, []);
}

export function scanText(scanner: FrameScanner, text: string): boolean {
  return scanner.scan(encoder.encode(text));
}

/** Returns what a slot holds as JSON.parse returns it; the name of the kind for a container. */
export function plainAt(scanner: FrameScanner, slot: number): unknown {
  const kind = scanner.kinds[slot];
  if (kind === KIND.string) return textAt(scanner, slot);
  if (kind === KIND.number) return Number(textAt(scanner, slot));
  if (kind === KIND.true || kind === KIND.false) return textAt(scanner, slot) === "true";
  if (kind === KIND.null) return null;
  if (kind === KIND.object) return "an object";
  return kind === KIND.array ? "an array" : undefined;
}

/** Returns the same for a parsed value. */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  return value;
}
