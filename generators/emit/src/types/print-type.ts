// Types as text, with parentheses where they are needed.

import { docComment } from "../print/doc-comment.ts";
import {
  concat,
  group,
  ifBroken,
  indent,
  indentBy,
  join,
  line,
  list,
  type Printable,
  softline,
} from "../print/printable.ts";
import { isName, type Member, type TypeExpression } from "./type-expression.ts";

/** Prints a type after `name: `; a broken union starts on the next line. */
export function printMemberType(type: TypeExpression): Printable {
  if (type.kind !== "union" || isOneObject(type.members)) return [" ", printType(type)];
  return group(indent(line, unionMembers(type.members)));
}

/** Prints a type. */
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
      return [operand(type.item), "[]"];
    case "iterable":
      return group(`${type.name}<`, printType(type.item), ">");
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
      const printed = member.kind === "union" ? operand(member) : printType(member);
      if (index === 0) return printed;
      // Braces open on the line of the preceding text; names go to separate lines.
      const isOpen = member.kind === "object" || members[index - 1]?.kind === "object";
      return isOpen ? [" & ", printed] : indent(" &", line, printed);
    }),
  );
}

/** Reports whether a union is one object or null, whose braces stay on the line of the bar. */
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

/** Prints a type in parentheses if the following operator binds closer. */
function operand(type: TypeExpression): Printable {
  if (type.kind !== "union" && type.kind !== "intersection") return printType(type);
  const inner = type.kind === "union" ? unionMembers(type.members) : printType(type);
  return group("(", indent(softline, inner), softline, ")");
}
