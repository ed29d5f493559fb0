// Prints the checks of declarations and of their parts.

import {
  assertions,
  type Declaration,
  type ObjectSchema,
  type Schema,
  unionTag,
} from "@specwright/contract";
import { hardline, indent, list, type Printable } from "../../print/printable.ts";
import { requiredNames } from "../../rules/member-rules.ts";
import { repeatingDeclarations } from "../../rules/reach.ts";
import { isEndlessUnion } from "../../rules/rule-scope.ts";
import { mentionsName } from "../mentions.ts";
import { hasOnly } from "../schema/has-only.ts";
import { localNames } from "../stream/local-name.ts";
import { type CheckBody, printReturn, printStatements } from "./check-body.ts";
import { checkBody, checkSchema } from "./check-schema.ts";
import { printTagged } from "./check-union.ts";
import { allConditions, always, never, predicateCall } from "./condition.ts";
import { type Checker, constantName, type Place, placeInside, placeName } from "./place.ts";

/** Prints the function that checks a declaration. For a tagged union, it is a switch over the tag. */
export function printDeclarationCheck(checker: Checker, declaration: Declaration): CheckBody {
  const { schema } = declaration;
  const place: Place = {
    subject: "value",
    name: { word: checker.printer.names.type(declaration) },
    declaration,
    inPlace: true,
  };
  const body = printBody(checker, schema, place);
  if (!repeatingDeclarations(checker.printer.contract).has(declaration)) return body;
  const uncached = checker.body(`${placeName(place)}Anew`, printStatements(body));
  const once = checker.constant(constantName(place, "once"), [
    checker.printer.runtime("rememberedCheck"),
    `(${uncached})`,
  ]);
  return predicateCall(once, "value");
}

function printBody(checker: Checker, schema: Schema, place: Place): CheckBody {
  if (schema.kind === "boolean") return schema.value ? always : never;
  const tag = soleTag(checker, schema, place);
  if (tag !== undefined)
    return { statements: printTagged(checker, tag, { ...place, isBranch: true }) };
  const numbers = printNumbers(checker, schema, place);
  return numbers === undefined ? checkBody(checker, schema, place) : { statements: numbers };
}

/** Prints the body of the function for an unnamed object. */
export function printObject(checker: Checker, schema: ObjectSchema, outer: Place): Printable {
  const place = { ...outer, subject: "value" };
  return printNumbers(checker, schema, place) ?? printReturn(checkBody(checker, schema, place));
}

/**
 * Prints the check of an object with only numbers, such as a decimal. Messages contain many of them, so the
 * check reads the members once and compares them inline. That is a third faster than calls. Returns
 * undefined for other objects.
 */
function printNumbers(checker: Checker, schema: ObjectSchema, place: Place): Printable | undefined {
  const { types, properties = new Map<string, Schema>() } = schema;
  const required = requiredNames(checker.printer, schema);
  if (types?.length !== 1 || types[0] !== "object") return undefined;
  const members = [...properties];
  const names = members.map(([name]) => name);
  if (members.length < 2 || !hasOnly(schema, ["types", "properties", "required"])) {
    return undefined;
  }
  if (!members.every(([name, member]) => required.includes(name) && isNumber(member))) {
    return undefined;
  }
  if (required.length !== names.length || !names.every(isVariableName)) return undefined;
  const conditions = members.map(([name, member]) =>
    checkSchema(checker, member, { ...placeInside(place, name, name), isVariable: true }),
  );
  const { printer } = checker;
  return [
    ["if (!", printer.runtime("isObject"), "(value)) return false;", hardline],
    ["const ", list("{", names, "}", { padding: true }), " = value;", hardline],
    printReturn(allConditions(conditions)),
  ];
}

function isNumber(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const { multipleOf, types: [type, another] = [] } = schema;
  if (multipleOf !== undefined || another !== undefined) return false;
  return type === "integer" || type === "number";
}

function isVariableName(name: string): boolean {
  return /^[a-z]\w*$/.test(name) && localNames([name])[0] === name;
}

/** Finds the tag of a schema that has no keywords except those of a tagged union. */
function soleTag(
  { printer }: Checker,
  schema: ObjectSchema,
  place: Place,
): ReturnType<typeof unionTag> {
  const { anyOf, oneOf, discriminator, types } = schema;
  const branches = anyOf ?? oneOf ?? [];
  const names = new Set(assertions(schema));
  names.delete("discriminator");
  // Branches with a tag are always objects.
  if (types?.length === 1 && types[0] === "object") names.delete("types");
  if (names.size !== 1 || branches.length === 0) return undefined;
  if (isEndlessUnion(printer.contract, branches, place)) return undefined;
  return unionTag(branches, discriminator);
}

/** Prints a function that tests `value`. */
export function printPredicate(name: string, body: Printable): Printable {
  const value = mentionsName(body, "value") ? "value" : "_value";
  return [`function ${name}(${value}: unknown): boolean {`, indent(hardline, body), hardline, "}"];
}

/**
 * Prints a function that checks every item of an array with a predicate. The printed loop is a third faster
 * than `every`.
 */
export function printEveryItem(name: string, predicate: Printable): Printable {
  return [
    `function ${name}(value: unknown): boolean {`,
    indent(
      [hardline, "if (!Array.isArray(value)) return false;"],
      [hardline, "for (const item of value) {"],
      indent(hardline, "if (!", predicate, "(item)) return false;"),
      [hardline, "}", hardline, "return true;"],
    ),
    [hardline, "}"],
  ];
}
