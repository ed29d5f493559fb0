// TypeScript types as data, so that unions and intersections can be simplified before they are
// printed, and parentheses fall where they are needed.

import {
  concat,
  type DocComment,
  docComment,
  group,
  ifBroken,
  indent,
  indentBy,
  join,
  line,
  list,
  type Printable,
  softline,
} from "@specwright/emit-kit";
import { distinctTypes } from "./type-equality.ts";

/** Is a type. */
export type TypeExpression =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "array"; readonly item: TypeExpression }
  | {
      readonly kind: "tuple";
      readonly items: readonly { readonly type: TypeExpression; readonly optional: boolean }[];
      readonly rest?: TypeExpression;
    }
  | { readonly kind: "object"; readonly members: readonly Member[] };

/** Is a member of an object type; without a key it is the index signature. */
export interface Member {
  readonly key: string | null;
  readonly optional: boolean;
  readonly type: TypeExpression;
  readonly doc?: DocComment;
}

/** Is a type of a bare name or a literal. */
export function typeName(text: string): TypeExpression {
  return { kind: "name", text };
}

/** Is the type of any value. */
export const unknownType: TypeExpression = typeName("unknown");

/** Is the type of no value. */
export const neverType: TypeExpression = typeName("never");

/** Joins types: nested unions are flattened, doubles dropped, `never` adds nothing, `unknown` swallows the rest. */
export function unionOf(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "union" ? type.members : [type]));
  if (flat.some((type) => isName(type, "unknown"))) return unknownType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "never")));
  const [first, ...others] = members;
  if (first === undefined) return neverType;
  return others.length === 0 ? first : { kind: "union", members };
}

/** Intersects types: nested ones are flattened, doubles dropped, `unknown` adds nothing, `never` swallows the rest. */
export function intersectionOf(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "intersection" ? type.members : [type]));
  if (flat.some((type) => isName(type, "never"))) return neverType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "unknown")));
  const [first, ...others] = members;
  if (first === undefined) return unknownType;
  return others.length === 0 ? first : { kind: "intersection", members };
}

/** Tells whether a type is the given name. */
export function isName(type: TypeExpression, text: string): boolean {
  return type.kind === "name" && type.text === text;
}

/** Prints a type as it stands after `name: `, where a broken union starts on the next line. */
export function printMemberType(type: TypeExpression): Printable {
  if (type.kind !== "union" || isOneObject(type.members)) return [" ", printType(type)];
  return group(indent(line, unionMembers(type.members)));
}

/** Prints a type. */
export function printType(type: TypeExpression): Printable {
  switch (type.kind) {
    case "name":
      return type.text;
    case "union":
      if (isOneObject(type.members)) return join(" | ", type.members.map(printType));
      return group(indent(softline, unionMembers(type.members)), softline);
    case "intersection":
      return printIntersection(type.members);
    case "array":
      return [operand(type.item), "[]"];
    case "tuple": {
      const items = type.items.map(
        ({ type: item, optional }): Printable =>
          optional ? [operand(item), "?"] : printType(item),
      );
      if (type.rest !== undefined) items.push(["...", operand(type.rest), "[]"]);
      return list("[", items, "]");
    }
    case "object":
      return printObject(type.members);
    default:
      return type satisfies never;
  }
}

/** Prints the members of an object type, without brackets; each ends with a semicolon. */
export function printMembers(members: readonly Member[]): Printable[] {
  return members.map((member) => printMember(member, ";"));
}

function printMember({ key, optional, type, doc }: Member, end: string): Printable {
  const name = `${key === null ? "[key: string]" : key}${optional ? "?:" : ":"}`;
  const comment = doc === undefined ? "" : docComment(doc);
  if (type.kind === "name") return [comment, `${name} ${type.text}${end}`];
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
      const printed = member.kind === "union" ? operand(member) : printType(member);
      if (index === 0) return printed;
      // Braces open on the line of what stands before them; names go to lines of their own.
      const isOpen = member.kind === "object" || members[index - 1]?.kind === "object";
      return isOpen ? [" & ", printed] : indent(" &", line, printed);
    }),
  );
}

/** Tells an object that may be null: its braces stay on the line of the bar. */
function isOneObject(members: readonly TypeExpression[]): boolean {
  const others = members.filter((member) => member.kind !== "object");
  return others.length === members.length - 1 && others.every((member) => isName(member, "null"));
}

function unionMembers(members: readonly TypeExpression[]): Printable {
  const printed = members.map((member) =>
    indentBy("  ", member.kind === "intersection" ? operand(member) : printType(member)),
  );
  return concat([ifBroken("| "), join([line, "| "], printed)]);
}

/** Prints a type in parentheses where an operator follows that binds closer. */
function operand(type: TypeExpression): Printable {
  if (type.kind !== "union" && type.kind !== "intersection") return printType(type);
  const inner = type.kind === "union" ? unionMembers(type.members) : printType(type);
  return group("(", indent(softline, inner), softline, ")");
}
