// TypeScript types as data. Unions and intersections are simplified before they are printed, and
// parentheses are added only where they are needed.

import { type DocComment, docComment } from "../print/doc-comment.ts";
import { stringLiteral } from "../print/literal.ts";
import {
  concat,
  group,
  type ImportSymbol,
  ifBroken,
  indent,
  indentBy,
  join,
  line,
  list,
  type Printable,
  softline,
} from "../print/printable.ts";

/** A TypeScript type as a tree. Its fields `doc` and `title` are copied from the schema. */
export type TypeExpression =
  | { readonly kind: "name"; readonly text: string; readonly symbol?: ImportSymbol }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "array"; readonly item: TypeExpression }
  | {
      readonly kind: "generic";
      readonly name: string;
      readonly arguments: readonly TypeExpression[];
    }
  | {
      readonly kind: "tuple";
      readonly items: readonly { readonly type: TypeExpression; readonly optional: boolean }[];
      readonly rest?: TypeExpression;
    }
  | {
      readonly kind: "object";
      readonly members: readonly Member[];
      /** The title of the schema that describes the object. */
      readonly title?: string;
    };

/** A member of an object type. Without a key, it is the index signature. */
export interface Member {
  readonly key: string | null;
  readonly optional: boolean;
  readonly type: TypeExpression;
  readonly doc?: DocComment;
}

/** Returns a type that is printed as a name or a literal. */
export function typeName(text: string): TypeExpression {
  return { kind: "name", text };
}

/** Returns the type that an import refers to, such as a class of the runtime. */
export function importedType(symbol: ImportSymbol): TypeExpression {
  return { kind: "name", text: symbol.name, symbol };
}

/** The type `unknown`, which allows any value. */
export const unknownType: TypeExpression = typeName("unknown");

/** The type `never`, which allows no value. */
export const neverType: TypeExpression = typeName("never");

/** Reports whether a type is the name or literal `text`. */
export function isName(type: TypeExpression, text: string): boolean {
  return type.kind === "name" && type.text === text;
}

/**
 * Returns the type of the member `contentType`: a literal, or `string` if the media type is a range such as
 * `text/*`.
 */
export function mediaTypeLiteral(mediaType: string): TypeExpression {
  return typeName(mediaType.includes("*") ? "string" : stringLiteral(mediaType));
}

/** Returns a member without a doc comment. */
export function typeMember(key: string, optional: boolean, type: TypeExpression): Member {
  return { key, optional, type };
}

// Unions and intersections, simplified before they are printed.

/**
 * Returns the union of types. Nested unions are flattened. Duplicates and `never` are omitted. A union with
 * `unknown` is `unknown`.
 */
export function unionType(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "union" ? type.members : [type]));
  if (flat.some((type) => isName(type, "unknown"))) return unknownType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "never")));
  const [first, ...others] = members;
  if (first === undefined) return neverType;
  return others.length === 0 ? first : { kind: "union", members };
}

/**
 * Returns the intersection of types. Nested intersections are flattened. Duplicates and `unknown` are
 * omitted. An intersection with `never` is `never`.
 */
export function intersectionType(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "intersection" ? type.members : [type]));
  if (flat.some((type) => isName(type, "never"))) return neverType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "unknown")));
  const [first, ...others] = members;
  if (first === undefined) return unknownType;
  return others.length === 0 ? first : { kind: "intersection", members };
}

/** Returns a type in which names are replaced. */
export function mapNames(
  type: TypeExpression,
  replace: (name: TypeName) => TypeExpression,
): TypeExpression {
  const inside = (each: TypeExpression): TypeExpression => mapNames(each, replace);
  switch (type.kind) {
    case "name":
      return replace(type);
    case "union":
    case "intersection":
      return { ...type, members: type.members.map(inside) };
    case "array":
      return { ...type, item: inside(type.item) };
    case "generic":
      return { ...type, arguments: type.arguments.map(inside) };
    case "tuple": {
      const items = type.items.map((item) => ({ ...item, type: inside(item.type) }));
      return { ...type, items, ...(type.rest && { rest: inside(type.rest) }) };
    }
    case "object":
      return {
        ...type,
        members: type.members.map((each) => ({ ...each, type: inside(each.type) })),
      };
    default:
      return type satisfies never;
  }
}

// Compares types by their printed form.

/** A type that is printed as a name or a literal. */
export type TypeName = TypeExpression & { readonly kind: "name" };

/**
 * Reports whether two types are printed identically, including doc comments. A mapping can replace names
 * before the comparison.
 */
export function isSameType(
  a: TypeExpression,
  b: TypeExpression,
  isSameName: (a: TypeName, b: TypeName) => boolean = (one, other) => one.text === other.text,
): boolean {
  const isSame = (one: TypeExpression, other: TypeExpression): boolean =>
    isSameType(one, other, isSameName);
  switch (a.kind) {
    case "name":
      return b.kind === "name" && isSameName(a, b);
    case "union":
    case "intersection":
      return b.kind === a.kind && isSameList(a.members, b.members, isSame);
    case "array":
      return b.kind === "array" && isSame(a.item, b.item);
    case "generic":
      return (
        b.kind === "generic" && a.name === b.name && isSameList(a.arguments, b.arguments, isSame)
      );
    case "tuple":
      return b.kind === "tuple" && isSameTuple(a, b, isSame);
    case "object":
      return (
        b.kind === "object" &&
        isSameList(a.members, b.members, (one, other) => isSameMember(one, other, isSame))
      );
    default:
      return a satisfies never;
  }
}

function distinctTypes(types: readonly TypeExpression[]): readonly TypeExpression[] {
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

type IsSame = (a: TypeExpression, b: TypeExpression) => boolean;

function isSameTuple(a: Tuple, b: Tuple, isSame: IsSame): boolean {
  const isSameItem = (one: Tuple["items"][number], other: Tuple["items"][number]): boolean =>
    one.optional === other.optional && isSame(one.type, other.type);
  if (!isSameList(a.items, b.items, isSameItem)) return false;
  if (a.rest === undefined || b.rest === undefined) return a.rest === b.rest;
  return isSame(a.rest, b.rest);
}

function isSameMember(a: Member, b: Member, isSame: IsSame): boolean {
  return (
    a.key === b.key &&
    a.optional === b.optional &&
    a.doc?.text === b.doc?.text &&
    a.doc?.deprecated === b.doc?.deprecated &&
    isSameList(a.doc?.lines ?? [], b.doc?.lines ?? [], Object.is) &&
    isSame(a.type, b.type)
  );
}

/** Reports whether two lists have the same items in the same order. */
export function isSameList<Item>(
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

// Prints types, with parentheses where they are needed.

/** Prints a type after `name: `. If a union does not fit on one line, it starts on the next line. */
export function printMemberType(type: TypeExpression): Printable {
  if (type.kind !== "union" || isOneObject(type.members)) return [" ", printType(type)];
  return group(indent(line, unionMembers(type.members)));
}

export function printType(type: TypeExpression): Printable {
  switch (type.kind) {
    case "name":
      return type.symbol ?? type.text;
    case "union":
      if (isOneObject(type.members)) return join(" | ", type.members.map(printType));
      return group(indent(softline, unionMembers(type.members)), softline);
    case "intersection":
      return printIntersection(type.members);
    case "array":
      return [printOperand(type.item), "[]"];
    case "generic":
      return [type.name, list("<", type.arguments.map(printType), ">")];
    case "tuple": {
      const items = type.items.map(
        ({ type: item, optional }): Printable =>
          optional ? [printOperand(item), "?"] : printType(item),
      );
      if (type.rest !== undefined) items.push(["...", printOperand(type.rest), "[]"]);
      return list("[", items, "]");
    }
    case "object":
      return printObject(type.members);
    default:
      return type satisfies never;
  }
}

/** Prints the members of an object type, without braces. Each member ends with a semicolon. */
export function printMembers(members: readonly Member[]): Printable[] {
  return members.map((member) => printMember(member, ";"));
}

function printMember({ key, optional, type, doc }: Member, end: string): Printable {
  const name = `${key === null ? "[key: string]" : key}${optional ? "?:" : ":"}`;
  const comment = doc === undefined ? "" : docComment(doc);
  if (type.kind === "name") return [comment, `${name} `, printType(type), end];
  return [comment, name, printMemberType(type), end];
}

function printObject(members: readonly Member[]): Printable {
  if (members.length === 0) return "{}";
  const items = members.map((member) => printMember(member, ""));
  return group("{", indent(line, join([";", line], items)), ifBroken(";"), line, "}");
}

function printIntersection(members: readonly TypeExpression[]): Printable {
  return group(
    ...members.map((member, index): Printable => {
      const printed = member.kind === "union" ? printOperand(member) : printType(member);
      if (index === 0) return printed;
      // A brace opens on the line of the preceding text, but each name is on its own line.
      const isOpen = member.kind === "object" || members[index - 1]?.kind === "object";
      return isOpen ? [" & ", printed] : indent(" &", line, printed);
    }),
  );
}

/**
 * Reports whether a union consists of one object and null. Its braces are then on the line of the `
 * `.
 */
function isOneObject(members: readonly TypeExpression[]): boolean {
  const others = members.filter((member) => member.kind !== "object");
  return others.length === members.length - 1 && others.every((member) => isName(member, "null"));
}

function unionMembers(members: readonly TypeExpression[]): Printable {
  const printed = members.map((member) =>
    indentBy("  ", member.kind === "intersection" ? printOperand(member) : printType(member)),
  );
  return concat([ifBroken("| "), join([line, "| "], printed)]);
}

/**
 * Prints a type, in parentheses if the next operator has a higher precedence than an operator in the type.
 */
function printOperand(type: TypeExpression): Printable {
  if (type.kind !== "union" && type.kind !== "intersection") return printType(type);
  const inner = type.kind === "union" ? unionMembers(type.members) : printType(type);
  return group("(", indent(softline, inner), softline, ")");
}
