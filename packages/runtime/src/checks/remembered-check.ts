import type { Payload } from "./rule.ts";

type Check = (value: unknown) => boolean;

/** The results of one run. */
interface Run {
  readonly checks: Map<Check, Map<object, boolean>>;
  readonly rules: NonNullable<Payload["memory"]>;
}

/** The current run. Results are not kept between runs, because values may change. */
let current: Run | undefined;

/**
 * Creates a check that examines each array or object only once in a run, for schemas that contain
 * themselves in several branches.
 */
export function rememberedCheck(check: Check): Check {
  return (value) => {
    if (typeof value !== "object" || value === null) return check(value);
    if (current !== undefined) return remember(current, check, value);
    current = { checks: new Map(), rules: new Map() };
    try {
      return remember(current, check, value);
    } finally {
      current = undefined;
    }
  };
}

/** Returns the results of rules in the current run. */
export function rulesOfRun(): Payload["memory"] {
  return current?.rules;
}

function remember({ checks }: Run, check: Check, value: object): boolean {
  const ofCheck = checks.get(check) ?? new Map<object, boolean>();
  checks.set(check, ofCheck);
  const found = ofCheck.get(value);
  if (found !== undefined) return found;
  const holds = check(value);
  ofCheck.set(value, holds);
  return holds;
}
