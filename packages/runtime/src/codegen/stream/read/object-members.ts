// The reader of objects whose members stand in any order. Generated readers know one order, that of
// the contract without white space; where a text departs from it, the rest of the object is read here.

import { type MemberNames, memberNames } from "./member-names.ts";
import { firstMember, nextMember, noMember, otherMember } from "./members.ts";
import { giveUp, type Scan, sharedScan, sharedView } from "./scan.ts";

// Declared here, so that V8 folds them: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

/** The members of an object: their names, and a reader for the value of each. */
export interface ObjectMembers<Values extends unknown[]> {
  readonly names: MemberNames;
  readonly readers: { readonly [Index in keyof Values]: () => Values[Index] };
  /** Reads the members that the contract does not name; undefined where there may be none. */
  readonly readOther: (() => unknown) | undefined;
  /** The names of members that need not be there. */
  readonly optional: readonly string[];
}

/** The values of members that were found so far. */
export type FoundValues<Values extends unknown[]> = {
  [Index in keyof Values]: Values[Index] | undefined;
};

/** Lists the members of an object for `readRest`, in the order of the contract. */
export function objectMembers<Values extends unknown[]>(
  names: readonly string[],
  readers: { readonly [Index in keyof Values]: () => Values[Index] },
  readOther?: () => unknown,
  optional: readonly string[] = [],
): ObjectMembers<Values> {
  return { names: memberNames(names), readers, readOther, optional };
}

/**
 * Reads the members of an object that are left, in any order, and goes behind it. Takes the values
 * that were read already, and returns them with the others put in; a later member of the same name
 * replaces an earlier one. What the contract does not name waits for `withOthers`. Gives up if a
 * member is missing that is not optional: an optional one stays undefined.
 */
export function readRest<Values extends unknown[]>(
  { names, readers, readOther, optional }: ObjectMembers<Values>,
  found: FoundValues<Values>,
): Values {
  const values: unknown[] = found;
  const calls: readonly (() => unknown)[] = readers;
  let others: Record<string, unknown> | undefined;
  let member = values[0] === undefined ? firstMember(names) : nextMember(names, 0);
  while (member !== noMember) {
    if (member !== otherMember) {
      values[member] = calls[member]?.();
    } else if (readOther === undefined) {
      giveUp();
    } else {
      const name = scan.otherName;
      others ??= {};
      others[name] = readOther();
    }
    member = nextMember(names, member + 1);
  }
  scan.others = others;
  return isComplete(found, names.names, optional) ? found : giveUp();
}

function isComplete<Values extends unknown[]>(
  found: FoundValues<Values>,
  names: readonly string[],
  optional: readonly string[],
): found is Values & FoundValues<Values> {
  return names.every((name, index) => found[index] !== undefined || optional.includes(name));
}

/** Adds the members that the contract does not name to an object that has just been read. */
export function withOthers<Value extends object>(value: Value): Value {
  const { others } = scan;
  if (others === undefined) return value;
  scan.others = undefined;
  return Object.assign(value, others);
}

/** Goes behind the brace that closes an object; returns false, and goes nowhere, if another character follows. */
export function closesObject(): boolean {
  if (view.getUint8(scan.at) !== 0x7d) return false;
  scan.at += 1;
  return true;
}
