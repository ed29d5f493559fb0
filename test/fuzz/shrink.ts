// Shortens a text that shows a divergence until it is short enough to read.

import { bytesCase, type Case, textCase } from "./check-case.ts";

/** Returns the smallest case found that still fails; tries at most `budget` candidates. */
export function shrinkCase(found: Case, fails: (candidate: Case) => boolean, budget = 3000): Case {
  let best = found;
  let left = budget;
  for (let size = lengthOf(best); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < lengthOf(best) && left > 0; ) {
      const candidate = without(best, at, size);
      left -= 1;
      if (lengthOf(candidate) < lengthOf(best) && fails(candidate)) best = candidate;
      else at += size;
    }
  }
  return best;
}

function lengthOf({ text, bytes }: Case): number {
  return text?.length ?? bytes?.length ?? 0;
}

function without({ text, bytes, thorough }: Case, at: number, size: number): Case {
  if (text !== undefined) return textCase(text.slice(0, at) + text.slice(at + size), thorough);
  const kept = [...(bytes ?? [])];
  kept.splice(at, size);
  return bytesCase(Uint8Array.from(kept), thorough);
}
