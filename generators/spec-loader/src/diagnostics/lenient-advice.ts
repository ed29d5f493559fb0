import type { Diagnostic } from "./diagnostic.ts";

const START = " With --lenient it is ";

/** Adds to the fix of a fault how a lenient reader takes it, such as `read as "1.0"`. */
export function withLenientAdvice(fix: string, reading: string): string {
  return `${fix}${START}${reading}.`;
}

/**
 * Returns a diagnostic whose fix says nothing of lenient reading, for readers that are always
 * strict.
 */
export function withoutLenientAdvice<Given extends Pick<Diagnostic, "fix">>(
  diagnostic: Given,
): Given {
  const [fix = ""] = diagnostic.fix.split(START, 1);
  return { ...diagnostic, fix };
}
