import type { Payload } from "./checks/rule.ts";

type Check = (value: unknown) => boolean;

/** Is what was found in one run. */
interface Run {
  readonly checks: Map<Check, Map<object, boolean>>;
  readonly rules: NonNullable<Payload["memory"]>;
}

/** Is the run under way; nothing is remembered between runs, for values change. */
let current: Run | undefined;

/** Makes a check that judges each array or object once in one run: for schemas that contain themselves behind several branches. */
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

/** Gives what rules have found in the run under way. */
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
