// Readers of objects whose members are in any order. Generated readers expect one order, that of our
// writers, without white space; any other object is read here.

import { isObject } from "../../predicates.ts";
import { readAny } from "./any-value.ts";
import { type MemberNames, memberNames } from "./member-names.ts";
import { firstMember, nextMember, noMember, otherMember } from "./members.ts";
import { giveUp, type Scan, sharedScan, sharedView } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;
const view: DataView = sharedView;

/** The members of an object; `Required` lists the types of the required ones. */
export interface ObjectMembers<Required extends unknown[]> {
  /** The names of the required members, followed by those of the optional ones. */
  readonly names: MemberNames;
  /** The readers of their values, in the same order. */
  readonly readers: readonly (() => unknown)[];
  /** The readers of the required members. */
  readonly required: { readonly [Index in keyof Required]: () => Required[Index] };
  /** Reads a member that the contract does not name; gives up if there may be none. */
  readonly readOther: () => unknown;
  /** One undefined for each member. */
  readonly noValues: readonly unknown[];
}

/** Lists the members of an object: the required ones, then the optional ones. */
export function objectMembers<Required extends unknown[]>(
  names: readonly string[],
  required: { readonly [Index in keyof Required]: () => Required[Index] },
  optional: readonly (() => unknown)[] = [],
  readOther: () => unknown = readAny,
): ObjectMembers<Required> {
  const readers = [...required, ...optional];
  const noValues = readers.map(() => undefined);
  return { names: memberNames(names), readers, required, readOther, noValues };
}

/**
 * Moves back to the start of an object, reads its members in any order, and returns the values of
 * the required ones first; a later member with the same name replaces an earlier one. The other
 * members are kept for `withOthers`. Gives up if a required member is missing.
 */
export function readMembers<Required extends unknown[]>(
  members: ObjectMembers<Required>,
  start: number,
): Required {
  goBack(start);
  const { names, readers, required, readOther, noValues } = members;
  const values = noValues.slice();
  let others: Record<string, unknown> | undefined;
  let member = firstMember(names);
  while (member !== noMember) {
    if (member === otherMember) {
      const name = scan.otherName;
      others ??= {};
      others[name] = readOther();
    } else {
      values[member] = readers[member]?.();
    }
    member = nextMember(names, member + 1);
  }
  pending.members = members;
  pending.values = values;
  pending.others = others;
  return isComplete(values, required) ? values : giveUp();
}

/** The members of the object that `readMembers` read last. */
const pending: {
  members: ObjectMembers<unknown[]> | undefined;
  values: readonly unknown[];
  others: Record<string, unknown> | undefined;
} = { members: undefined, values: [], others: undefined };

/**
 * Moves back to the start of an object. Objects at every depth may need this, which could take time
 * exponential in the depth, so texts that are reread too often are left to the codec.
 */
function goBack(start: number): void {
  scan.mayReread -= scan.at - start;
  if (scan.mayReread < 0) giveUp();
  scan.at = start;
}

function isComplete<Required extends unknown[]>(
  values: unknown[],
  required: { readonly [Index in keyof Required]: () => Required[Index] },
): values is Required {
  for (let index = 0; index < required.length; index += 1) {
    if (values[index] === undefined) return false;
  }
  return true;
}

/** Adds the other members that `readMembers` found to the object of the required ones. */
export function withOthers<Value extends object>(value: Value): Value {
  const { members, values, others } = pending;
  const first = members?.required.length ?? values.length;
  for (let index = first; index < values.length; index += 1) {
    const name = members?.names.names[index] ?? "";
    if (values[index] !== undefined) setMember(value, name, values[index]);
  }
  return others === undefined ? value : Object.assign(value, others);
}

function setMember(value: object, name: string, member: unknown): void {
  if (isObject(value)) value[name] = member;
}

/**
 * Moves past the closing brace of an object whose members were in order. Adds the members before it
 * that were not read yet: those that the contract does not name, and optional ones out of order.
 */
export function endObject<Value extends object>(
  value: Value,
  members: ObjectMembers<unknown[]>,
): Value {
  if (view.getUint8(scan.at) !== 0x7d) return withFurther(value, members);
  scan.at += 1;
  return value;
}

function withFurther<Value extends object>(
  value: Value,
  { names, readers, required, readOther }: ObjectMembers<unknown[]>,
): Value {
  let member = nextMember(names, required.length);
  while (member !== noMember) {
    const name = member === otherMember ? scan.otherName : (names.names[member] ?? "");
    // The codec decides which of two values counts.
    if (Object.hasOwn(value, name)) giveUp();
    setMember(value, name, member === otherMember ? readOther() : readers[member]?.());
    member = nextMember(names, member + 1);
  }
  return value;
}
