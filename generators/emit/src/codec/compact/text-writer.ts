// Functions that write messages with bigints as JSON text. JSON.stringify rejects bigints, and a generic
// routine that visits every value takes a third longer. HTTP bodies do not use these functions: a body is
// written once per call, and the call itself costs far more. The values are checked before they are
// written.

import {
  type Declaration,
  dereference,
  integerKind,
  isAnything,
  isNothing,
  listedValues,
  type ObjectSchema,
  type Schema,
  unionTag,
} from "@specwright/contract";
import { propertyAccess, stringLiteral } from "../../print/literal.ts";
import {
  block,
  concat,
  group,
  hardline,
  indent,
  line,
  list,
  type Printable,
  softline,
} from "../../print/printable.ts";
import { leadingTo } from "../../rules/reach.ts";
import { valueType } from "../codec-types.ts";
import type { Printer } from "../printer.ts";
import { hasOnly } from "../schema/has-only.ts";
import { isPlainText } from "../stream/match.ts";
import { simplePattern } from "../stream/read/simple-pattern.ts";
import type { HelperDeclarations } from "./helper-declarations.ts";

/** Declares the functions that write values of declarations as JSON text. */
export interface TextWriter {
  /**
   * Returns the name of the function for a declaration; undefined if other code writes its values, such as
   * JSON.stringify.
   */
  writerOf(declaration: Declaration): string | undefined;
}

/** A part of the written text: fixed characters, or an expression that returns characters. */
type Part = { readonly text: string } | { readonly expression: Printable };

interface Scope {
  readonly printer: Printer;
  /** Returns the name of the function for a declaration; undefined if it cannot have one. */
  functionOf(declaration: Declaration): string | undefined;
}

/** Creates the writer of a module. Schemas for which `isFormed` is true get no function. */
export function createTextWriter(
  helpers: HelperDeclarations,
  isFormed: (schema: Schema) => boolean,
): TextWriter {
  const { printer } = helpers;
  const isBigint = (schema: ObjectSchema): boolean =>
    schema.types?.some((type) => type === "integer" || type === "number") === true &&
    integerKind(schema, printer.int64) === "bigint";
  const wanted = leadingTo(printer.contract, isBigint, "decoded");
  const scope: Scope = {
    printer,
    functionOf: (declaration) => {
      // The runtime writes recursive values, because it limits how deeply they are nested.
      if (declaration.recursive || !isWritable(declaration.schema)) return undefined;
      if (isFormed(declaration.schema)) return undefined;
      const type = printer.names.type(declaration);
      return helpers.declare(`textOf${type}`, `text of ${type}`, (free) =>
        printFunction(scope, free, declaration),
      );
    },
  };
  return {
    writerOf: (declaration) =>
      printer.contract.messages.length > 0 && wanted.has(declaration.schema)
        ? scope.functionOf(declaration)
        : undefined,
  };
}

function printFunction(scope: Scope, name: string, declaration: Declaration): Printable {
  const { printer } = scope;
  const { schema } = declaration;
  const type = valueType(printer, printer.names.type(declaration));
  const tag = schema.kind === "boolean" ? undefined : soleTag(schema);
  const body =
    tag === undefined
      ? [["return ", printSum(objectParts(scope, schema, "value")), ";"]]
      : taggedBody(scope, tag);
  return [`function ${name}(value: `, type, "): string ", block("{", body, "}")];
}

/**
 * Reports whether a schema is an object with named members, or a union of such objects that differ in a
 * constant.
 */
function isWritable(schema: Schema): boolean {
  if (schema.kind === "boolean") return false;
  const tag = soleTag(schema);
  if (tag === undefined) return isPlainObject(schema);
  return [...tag.branches].every(
    ([value, branch]) => typeof value === "string" && isPlainObject(dereference(branch)),
  );
}

const objectKeywords = ["types", "properties", "required", "additionalProperties", "sameSign"];

function isPlainObject(schema: Schema): boolean {
  if (schema.kind === "boolean" || !hasOnly(schema, objectKeywords)) return false;
  const { types, properties, required = [], additionalProperties } = schema;
  if (types?.length !== 1 || types[0] !== "object" || properties === undefined) return false;
  if (!isNothing(additionalProperties) && !isAnything(additionalProperties)) return false;
  // If a member has the name of an inherited property, `value.name` is never undefined.
  if ([...properties.keys()].some((name) => name in {})) return false;
  return required.length > 0 && required.every((name) => properties.has(name));
}

function soleTag(schema: ObjectSchema): ReturnType<typeof unionTag> {
  if (!hasOnly(schema, ["oneOf", "anyOf", "discriminator"])) return undefined;
  if (schema.oneOf !== undefined && schema.anyOf !== undefined) return undefined;
  const tag = unionTag(schema.oneOf ?? schema.anyOf ?? [], schema.discriminator);
  return tag?.isConstant === true ? tag : undefined;
}

function taggedBody(
  { printer, functionOf }: Scope,
  { property, branches }: NonNullable<ReturnType<typeof unionTag>>,
): readonly Printable[] {
  const cases = [...branches].map(([value, branch]): Printable => {
    const declaration = printer.contract.declarationOf(dereference(branch));
    const write = (declaration && functionOf(declaration)) ?? printer.runtime("anyText");
    return [
      `case ${stringLiteral(String(value))}:`,
      indent(hardline, "return ", write, "(value);"),
    ];
  });
  const otherwise = [
    "default:",
    indent(hardline, "return ", printer.runtime("anyText"), "(value);"),
  ];
  return [block(`switch (value${propertyAccess(property)}) {`, [...cases, otherwise], "}")];
}

function objectParts(scope: Scope, schema: Schema, subject: string): readonly Part[] {
  if (schema.kind === "boolean") return [];
  const { printer } = scope;
  const { properties = new Map<string, Schema>(), required = [] } = schema;
  const parts: Part[] = [];
  for (const [name, property] of properties) {
    if (!required.includes(name)) continue;
    parts.push({ text: `${parts.length === 0 ? "{" : ","}${JSON.stringify(name)}:` });
    parts.push(...valueParts(scope, property, subject + propertyAccess(name)));
  }
  let count = `${required.length}`;
  for (const [name, property] of properties) {
    if (required.includes(name)) continue;
    const member = subject + propertyAccess(name);
    const key = { text: `,${JSON.stringify(name)}:` };
    const written = printSum([key, ...valueParts(scope, property, member)]);
    parts.push({ expression: printChoice(`${member} === undefined ? "" : `, written) });
    count += ` + Number(${member} !== undefined)`;
  }
  parts.push({ expression: [printer.runtime("endText"), list("(", [subject, count], ")")] });
  return parts;
}

function valueParts(scope: Scope, schema: Schema, subject: string): readonly Part[] {
  const { printer } = scope;
  const target = dereference(schema);
  const any: Part = { expression: [printer.runtime("anyText"), `(${subject})`] };
  if (target.kind === "boolean") return [any];
  const declaration = printer.contract.declarationOf(target);
  const name = declaration && scope.functionOf(declaration);
  if (name !== undefined) return [{ expression: `${name}(${subject})` }];
  const [only, ...others] = listedValues(target) ?? [];
  if (typeof only === "string" && others.length === 0 && target.openEnum !== true) {
    return [{ text: JSON.stringify(only) }];
  }
  const { types, anyOf, oneOf, allOf, ref, if: when } = target;
  const [type, another] = types?.filter((each) => each !== "null") ?? [];
  if (type === undefined || another !== undefined) return [any];
  if ((anyOf ?? oneOf ?? allOf ?? ref ?? when) !== undefined) return [any];
  const isNullable = types?.includes("null") === true;
  if (type === "string" && !isNullable && isPlainString(target)) {
    return [{ text: '"' }, { expression: subject }, { text: '"' }];
  }
  const expression = typedExpression(scope, { ...target, types: [type] }, subject);
  if (expression === undefined) return [any];
  return [
    {
      expression: isNullable
        ? printChoice(`${subject} === null ? "null" : `, expression)
        : expression,
    },
  ];
}

/** Reports whether no string that matches the schema needs an escape in JSON. */
function isPlainString(schema: ObjectSchema): boolean {
  const values = schema.openEnum === true ? undefined : listedValues(schema);
  if (values !== undefined) {
    return values.every((value) => typeof value === "string" && isPlainText(value));
  }
  if (schema.pattern !== undefined && simplePattern(schema.pattern) !== undefined) return true;
  return schema.format === "uuid" || schema.format === "date-time";
}

function typedExpression(
  scope: Scope,
  schema: ObjectSchema,
  subject: string,
): Printable | undefined {
  const { printer } = scope;
  const call = (name: string): Printable => [printer.runtime(name), `(${subject})`];
  switch (schema.types?.[0]) {
    case "string":
      return call("stringText");
    case "integer":
    case "number":
      return call(integerKind(schema, printer.int64) === "bigint" ? "bigintText" : "numberText");
    case "array":
      return itemsExpression(scope, schema, subject);
    default:
      return undefined;
  }
}

function itemsExpression(
  { printer, functionOf }: Scope,
  schema: ObjectSchema,
  subject: string,
): Printable | undefined {
  if (schema.items === undefined) return undefined;
  if (!hasOnly(schema, ["types", "items", "minItems", "maxItems"])) return undefined;
  const declaration = printer.contract.declarationOf(dereference(schema.items));
  const name = declaration && functionOf(declaration);
  return name && [printer.runtime("itemsText"), `(${subject}, ${name})`];
}

function printChoice(condition: string, written: Printable): Printable {
  return group("(", indent(softline, condition, written), softline, ")");
}

/** Prints an expression that adds the parts. Consecutive fixed characters become one string. */
function printSum(parts: readonly Part[]): Printable {
  const terms: Printable[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") terms.push(stringLiteral(text));
    text = "";
  };
  for (const part of parts) {
    if ("text" in part) {
      text += part.text;
    } else {
      flush();
      terms.push(part.expression);
    }
  }
  flush();
  const [first = '""', ...others] = terms;
  return group(first, indent(concat(others.flatMap((term) => [" +", line, term]))));
}
