// The function that checks a declaration.

import type { Declaration, ObjectSchema, Schema } from "@specwright/contract";
import {
  assertions,
  group,
  hardline,
  ifBroken,
  indent,
  type Printable,
  softline,
  unionTag,
} from "@specwright/emit-kit";
import { checkBody, checkByRule } from "./check-schema.ts";
import { printTagged } from "./check-union.ts";
import { type Condition, conjunction } from "./condition.ts";
import type { Checker, Place } from "./place.ts";

/** Prints `function isOrderView(value: unknown): value is OrderView { ... }`. */
export function printCheck(checker: Checker, declaration: Declaration, type: Printable): Printable {
  const name = checker.predicateOf(declaration);
  const { schema } = declaration;
  const place: Place = {
    subject: "value",
    name: checker.printer.names.type(declaration),
    declaration,
    inPlace: true,
  };
  const body = printBody(checker, schema, place);
  return printPredicate(name, body, ["value is ", type]);
}

function printBody(checker: Checker, schema: Schema, place: Place): Printable {
  if (schema.kind === "boolean")
    return printReturn(
      schema.value ? { parts: [], isOpaque: true } : { parts: ["false"], isOpaque: true },
    );
  if (checker.isDynamic(schema)) return printReturn(checkByRule(checker, schema, place));
  const tag = soleTag(schema);
  if (tag !== undefined) return printTagged(checker, tag, place);
  return printReturn(checkBody(checker, schema, place));
}

/** Finds what tells the branches apart of a schema that is a union and nothing else. */
function soleTag(schema: ObjectSchema): ReturnType<typeof unionTag> {
  const { anyOf, oneOf, discriminator, types } = schema;
  const names = new Set(assertions(schema));
  names.delete("discriminator");
  // Tagged branches are objects anyway.
  if (types?.length === 1 && types[0] === "object") names.delete("types");
  if (names.size !== 1 || (anyOf ?? oneOf) === undefined) return undefined;
  return unionTag(anyOf ?? oneOf ?? [], discriminator);
}

/** Prints a function that tells something of `value`. */
export function printPredicate(
  name: string,
  body: Printable,
  result: Printable = "boolean",
): Printable {
  return [
    `function ${name}(value: unknown): `,
    result,
    " {",
    indent(hardline, body),
    hardline,
    "}",
  ];
}

/** Prints the statement that returns a condition. */
export function printReturn(condition: Condition): Printable {
  const text = conjunction(condition);
  return group("return ", ifBroken("("), indent(softline, text), softline, ifBroken(")"), ";");
}
