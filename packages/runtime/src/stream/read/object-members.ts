// Readers of objects whose members may be in any order. Generated readers support only the order of
// generated writers, without white space, and leave all other objects to this file.

import { isObject } from "../../checks/predicates.ts";
import { readAny } from "./any-value.ts";
import { type MemberNames, memberNames } from "./member-names.ts";
import { firstMember, nextMember, noMember, otherMember } from "./members.ts";
import { giveUp, type Scan, sharedScan } from "./scan.ts";

// Declared here so that V8 treats it as a constant: see scan.ts.
const scan: Scan = sharedScan;

/** A list of readers. Each reads a member with the corresponding type. */
type Readers<Values extends unknown[]> = { readonly [Index in keyof Values]: () => Values[Index] };

/** The members of an object; `Required` and `Optional` list the types of their values. */
export interface ObjectMembers<Required extends unknown[], Optional extends unknown[]> {
  /** The names of the required members, followed by the names of the optional members. */
  readonly names: MemberNames;
  readonly required: Readers<Required>;
  readonly optional: Readers<Optional> | undefined;
  /** The readers of all members, in the order of `names`. */
  readonly readers: readonly (() => unknown)[];
  /** Reads a member that the contract does not declare; gives up if such members are not allowed. */
  readonly readOther: () => unknown;
}

/**
 * The values of required members, followed by the values of the optional members that were found.
 */
type FoundValues<Required extends unknown[], Optional extends unknown[]> = [
  ...Required,
  ...{ [Index in keyof Optional]: Optional[Index] | undefined },
];

/** Lists the members of an object: first the required members, then the optional members. */
export function objectMembers<Required extends unknown[], Optional extends unknown[] = []>(
  names: readonly string[],
  required: Readers<Required>,
  optional?: Readers<Optional>,
  readOther: () => unknown = readAny,
): ObjectMembers<Required, Optional> {
  const readers = optional === undefined ? required : [...required, ...optional];
  return { names: memberNames(names), required, optional, readers, readOther };
}

/**
 * Moves back to the start of an object, reads its members in any order, and returns their values. A later
 * member with the same name replaces an earlier one. Members that the contract does not name are kept for
 * `withOthers`. Gives up if a required member is missing.
 */
export function readMembers<Required extends unknown[], Optional extends unknown[]>(
  members: ObjectMembers<Required, Optional>,
  start: number,
): FoundValues<Required, Optional> {
  rereadFrom(start);
  const { names, readers, readOther } = members;
  const values = emptyRow(readers.length);
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
  pending.others = others;
  return isComplete(values, members) ? values : giveUp();
}

/** Caches lists that are filled with `undefined`. The index of a list is its length. */
const emptyRows: (readonly unknown[])[] = [];

/** Creates a list of undefined; copying one is the fastest way. */
function emptyRow(length: number): unknown[] {
  const row = emptyRows[length];
  if (row !== undefined) return [...row];
  emptyRows[length] = Array.from({ length }, () => undefined);
  return emptyRow(length);
}

/** The unnamed members that `readMembers` found last. */
const pending: { others: Record<string, unknown> | undefined } = { others: undefined };

/**
 * Moves back to the start of an object. If objects at every depth were reread, the time would be
 * exponential in the depth. The number of units that may be reread is therefore limited; beyond the limit,
 * the codec reads the text.
 */
function rereadFrom(start: number): void {
  scan.mayReread -= scan.at - start;
  if (scan.mayReread < 0) giveUp();
  scan.at = start;
}

function isComplete<Required extends unknown[], Optional extends unknown[]>(
  values: unknown[],
  { required }: ObjectMembers<Required, Optional>,
): values is FoundValues<Required, Optional> {
  for (let index = 0; index < required.length; index += 1) {
    if (values[index] === undefined) return false;
  }
  return true;
}

/** Adds the members that the contract does not name to the object that `readMembers` has read. */
export function withOthers<Value extends object>(value: Value): Value {
  const { others } = pending;
  return others === undefined ? value : Object.assign(value, others);
}

/**
 * Reads the members that remain after the members in the expected order, and adds them to the object. They
 * are members that the contract does not name, and optional members in an unexpected place.
 */
export function readFurther<Value extends object>(
  value: Value,
  { names, readers, required, readOther }: ObjectMembers<unknown[], unknown[]>,
): Value {
  let member = nextMember(names, required.length);
  while (member !== noMember) {
    const name = member === otherMember ? scan.otherName : (names.names[member] ?? "");
    // Gives up, because the codec decides which value counts if a member occurs twice.
    if (Object.hasOwn(value, name)) giveUp();
    setMember(value, name, member === otherMember ? readOther() : readers[member]?.());
    member = nextMember(names, member + 1);
  }
  return value;
}

function setMember(value: object, name: string, member: unknown): void {
  if (isObject(value)) value[name] = member;
}
