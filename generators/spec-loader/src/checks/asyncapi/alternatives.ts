import type { Rule } from "./asyncapi-schema.ts";
import { type Fault, typeFault, valueFault } from "./fault.ts";

const isReference = /(?:^|\/)Reference(?:Object)?\.json$/;

/** Reports whether a rule allows a reference (the Reference object). */
export function isReferenceRule(reference: string): boolean {
  return isReference.test(reference);
}

/** Returns the alternatives except the Reference object. The caller has already followed references. */
export function withoutReferenceRules(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter((rule) => typeof rule === "boolean" || !isReferenceRule(rule.$ref ?? ""));
}

/**
 * Returns the faults of the alternative that the author probably meant: an alternative whose type and fixed
 * values match. Of several, chooses the one with the fewest faulty fields, then with the fewest faults. If
 * no alternative matches, returns one fault that lists the types or values of all alternatives.
 */
export function nearestFaults(all: readonly (readonly Fault[])[]): readonly Fault[] {
  const [first = [], ...others] = all;
  if (others.length === 0) return first;
  const missing = all.map((faults) => missingField(faults));
  if (missing.every((name) => name !== undefined)) {
    const names = missing.map((name) => JSON.stringify(name)).join(" or ");
    return [{ path: [], words: `needs the field ${names}`, fix: "Add the field.", kind: "other" }];
  }
  const meant = all
    .filter((faults) => identityFault(faults) === undefined)
    .sort((left, right) => faultyFields(left) - faultyFields(right) || left.length - right.length);
  return meant[0] ?? [commonFault(all.flatMap((faults) => identityFault(faults) ?? []))];
}

/** Returns the fault of a value that matches several alternatives of a `oneOf`. */
export function ambiguousFault(rules: readonly Rule[]): Fault {
  const [first, ...others] = rules.map((rule) => fixedFields(rule));
  const name = first?.find((each) => others.every((names) => names.includes(each)));
  const field = name === undefined ? "a field" : `the field ${JSON.stringify(name)}`;
  return {
    path: [],
    words: `needs ${field} to show which of several forms it has`,
    fix: name === undefined ? "Add a field that only one of them has." : `Add ${field}.`,
    kind: "other",
  };
}

function fixedFields(rule: Rule): readonly string[] {
  if (typeof rule === "boolean") return [];
  return Object.entries(rule.properties ?? {}).flatMap(([name, each]) =>
    typeof each !== "boolean" && each.const !== undefined ? [name] : [],
  );
}

function missingField(faults: readonly Fault[]): string | undefined {
  const [fault, ...others] = faults;
  if (fault === undefined || others.length > 0 || fault.path.length > 0) return undefined;
  return /^needs the field "([^"]+)"$/.exec(fault.words)?.[1];
}

/** Counts the fields of an object that have a fault, are missing or are unknown. */
function faultyFields(faults: readonly Fault[]): number {
  return new Set(faults.map(({ path, words }) => path[0] ?? words)).size;
}

/** Returns the fault that proves that an alternative is not meant: a wrong type or fixed value. */
function identityFault(faults: readonly Fault[]): Fault | undefined {
  return faults.find(
    ({ kind, path }) =>
      (kind === "type" && path.length === 0) || (kind === "value" && path.length < 2),
  );
}

/** Joins the faults of several alternatives at the deepest faulty place into one fault. */
function commonFault(faults: readonly Fault[]): Fault {
  const deepest = faults.toSorted((left, right) => right.path.length - left.path.length)[0];
  if (deepest === undefined) return typeFault([]);
  const same = faults.filter(
    ({ kind, path }) => kind === deepest.kind && String(path) === String(deepest.path),
  );
  const wanted = same.flatMap((each) => each.wanted ?? []);
  const joined = deepest.kind === "type" ? typeFault(wanted) : valueFault(wanted);
  return { ...joined, path: deepest.path };
}
