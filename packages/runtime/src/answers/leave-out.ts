// Leaves out members that the contract does not declare, such as the password when a handler returns
// a whole user.

import { isObject } from "../checks/predicates.ts";
import type { Declared, Rule } from "../checks/rule.ts";
import type { Codec } from "../codegen/codec.ts";
import { CodecError, type Issue } from "../errors/codec-error.ts";
import { defineMember } from "../json/define-member.ts";
import { jsonPointer } from "../json/json-pointer.ts";

/** Handling of members that the schema of a response or a message does not declare. */
export type Undeclared = "keep" | "leave out" | "refuse";

/**
 * Returns a copy of a value without the members that its schema does not declare; returns the value itself
 * if all members are declared. A member is declared if any matching part of the schema names the member.
 * All members are declared if no part names any member, or if `additionalProperties` is written. Members in
 * `kept` are always declared. An invalid value is returned unchanged, and the codec then refuses it.
 *
 * @throws CodecError with `refuse`, if the value has other members.
 */
export function declaredOnly(
  { rule, toWire, toChecked = toWire }: Codec<unknown>,
  value: unknown,
  undeclared: Undeclared,
  kept: readonly string[] = [],
): unknown {
  if (undeclared === "keep" || rule === undefined) return value;
  if (typeof value !== "object" || value === null) return value;
  const declared = new DeclaredMembers();
  declared.require(kept);
  const payload = { value: toChecked?.(value) ?? value, issues: [], fast: true, declared };
  // A codec has its rule as an `object`: the type of codecs cannot refer to the type of rules,
  // because checks are built on codecs.
  (rule as Rule)(payload);
  if (payload.issues.length > 0) return value;
  const found: Issue[] = [];
  const only = declaredMembers(value, declared, (path) => found.push(undeclaredMember(path)));
  if (undeclared === "refuse" && found.length > 0) throw new CodecError("encode", found);
  return only;
}

class DeclaredMembers implements Declared {
  /** The names that rules declare. Undefined if no rule names any member; all members are then allowed. */
  names: Set<string> | undefined;
  /** Whether a rule declares all members of the value. */
  hasAll = false;
  readonly required: (readonly string[])[] = [];
  parts: Map<PropertyKey, DeclaredMembers> | undefined;

  declare(...names: readonly string[]): void {
    this.names ??= new Set();
    for (const name of names) this.names.add(name);
  }

  declareAll(): void {
    this.hasAll = true;
  }

  require(names: readonly string[]): void {
    this.required.push(names);
  }

  part(key: PropertyKey): DeclaredMembers {
    this.parts ??= new Map();
    let part = this.parts.get(key);
    if (part === undefined) {
      part = new DeclaredMembers();
      this.parts.set(key, part);
    }
    return part;
  }

  branch(): DeclaredMembers {
    return new DeclaredMembers();
  }

  adopt(branch: DeclaredMembers): void {
    if (branch.hasAll) this.hasAll = true;
    if (branch.names !== undefined) this.declare(...branch.names);
    this.required.push(...branch.required);
    branch.parts?.forEach((part, key) => {
      this.part(key).adopt(part);
    });
  }

  allows(name: string): boolean {
    if (this.names?.has(name) === true) return true;
    return this.required.some((names) => names.includes(name));
  }
}

/** Copies only objects with undeclared members; other values are kept. */
function declaredMembers(
  value: unknown,
  declared: DeclaredMembers,
  report: (path: readonly PropertyKey[]) => void,
): unknown {
  let copy: object | undefined;
  declared.parts?.forEach((part, key) => {
    if (typeof value !== "object" || value === null) return;
    const before: unknown = Reflect.get(value, key);
    const after = declaredMembers(before, part, (path) => {
      report([key, ...path]);
    });
    if (after === before) return;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    defineMember(copy, key, after);
  });
  const taken = copy ?? value;
  if (declared.hasAll || declared.names === undefined || !isObject(taken)) return taken;
  const isDeclared = (name: string): boolean => declared.allows(name) || taken[name] === undefined;
  const others = Object.keys(taken).filter((name) => !isDeclared(name));
  if (others.length === 0) return taken;
  for (const name of others) report([name]);
  return Object.fromEntries(Object.entries(taken).filter(([name]) => isDeclared(name)));
}

function undeclaredMember(path: readonly PropertyKey[]): Issue {
  const message = "Not declared by the contract";
  return { code: "undeclared", pointer: jsonPointer(path), message };
}
