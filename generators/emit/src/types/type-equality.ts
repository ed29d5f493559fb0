// Equality of printed types.

import type { Member, TypeExpression } from "./type-expression.ts";

/** Reports whether two types are printed identically, including doc comments. */
export function isSameType(a: TypeExpression, b: TypeExpression): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "name":
      return b.kind === "name" && a.text === b.text;
    case "union":
    case "intersection":
      return b.kind === a.kind && isSameList(a.members, b.members, isSameType);
    case "array":
      return b.kind === "array" && isSameType(a.item, b.item);
    case "iterable":
      return b.kind === "iterable" && a.name === b.name && isSameType(a.item, b.item);
    case "tuple":
      return b.kind === "tuple" && isSameTuple(a, b);
    case "object":
      return b.kind === "object" && isSameList(a.members, b.members, isSameMember);
    default:
      return a satisfies never;
  }
}

/** Removes duplicates from a list of types. */
export function distinctTypes(types: readonly TypeExpression[]): readonly TypeExpression[] {
  const names = new Set<string>();
  const others: TypeExpression[] = [];
  return types.filter((type) => {
    if (type.kind === "name") {
      const isNew = !names.has(type.text);
      names.add(type.text);
      return isNew;
    }
    if (others.some((other) => isSameType(other, type))) return false;
    others.push(type);
    return true;
  });
}

type Tuple = TypeExpression & { kind: "tuple" };

function isSameTuple(a: Tuple, b: Tuple): boolean {
  const isSameItem = (one: Tuple["items"][number], other: Tuple["items"][number]): boolean =>
    one.optional === other.optional && isSameType(one.type, other.type);
  if (!isSameList(a.items, b.items, isSameItem)) return false;
  if (a.rest === undefined || b.rest === undefined) return a.rest === b.rest;
  return isSameType(a.rest, b.rest);
}

function isSameMember(a: Member, b: Member): boolean {
  return (
    a.key === b.key &&
    a.optional === b.optional &&
    a.doc?.text === b.doc?.text &&
    a.doc?.deprecated === b.doc?.deprecated &&
    isSameList(a.doc?.lines ?? [], b.doc?.lines ?? [], Object.is) &&
    isSameType(a.type, b.type)
  );
}

function isSameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    const other = b[index];
    return other !== undefined && isSame(item, other);
  });
}
