// Objects: `z.looseObject` keeps members that the schema does not name, `z.strictObject` refuses
// them, and `.catchall` checks them. A property whose schema is declared later becomes a getter.

import type { ObjectSchema, Schema } from "@specwright/contract";
import {
  block,
  isAnything,
  isNothing,
  list,
  type Printable,
  propertyKey,
} from "@specwright/emit-kit";
import { call, type Expression, hug, inTurn, isForward, schemaExpression } from "./expression.ts";
import { isPlainObject } from "./flatten-object.ts";
import { objectRules, valueRules } from "./keyword-rules.ts";
import { asSchema, inside, type Printer, type Scope, withChecks, zod } from "./printer.ts";

/** Prints a schema that allows only objects. */
export function printObject(printer: Printer, schema: ObjectSchema, scope: Scope): Expression {
  if (!isPlainObject(schema, printer.rules.direction)) {
    const type = valueRules(printer, { ...schema, types: ["object"] });
    return inTurn(printer.runtime("allOf"), [...type, ...objectRules(printer, schema, scope)]);
  }
  const unnamed = rest(printer, schema, scope);
  const { properties, required, additionalProperties, ...others } = schema;
  const checks = objectRules(printer, others, scope);
  // Checks of zod/mini read the members at once, when a getter could not yet return a schema that
  // is declared later.
  const lazy = printer.target === "zod/mini" && checks.length > 0;
  const base = printMembers(printer, schema, { ...scope, lazy }, unnamed);
  const text = withChecks(
    base,
    checks.map((check) => check.text),
  );
  return schemaExpression(text, unnamed === undefined ? checks : [unnamed, ...checks]);
}

function rest(
  printer: Printer,
  { additionalProperties }: ObjectSchema,
  scope: Scope,
): Expression | undefined {
  if (additionalProperties === undefined) return undefined;
  if (isAnything(additionalProperties) || isNothing(additionalProperties)) return undefined;
  return printer.print(additionalProperties, inside(scope));
}

/** Prints the object; `scope.lazy` applies to its members. */
function printMembers(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  others: Expression | undefined,
): Printable {
  const shape = printShape(printer, schema, scope);
  if (others === undefined) {
    const name = isNothing(schema.additionalProperties) ? "strictObject" : "looseObject";
    return hug(zod(printer, name), shape ?? "{}");
  }
  const value = asSchema(printer, others);
  if (shape === undefined) {
    return call(zod(printer, "record"), call(zod(printer, "string")), value);
  }
  const object = hug(zod(printer, "object"), shape);
  return printer.target === "zod"
    ? call([object, ".catchall"], value)
    : call(zod(printer, "catchall"), object, value);
}

function printShape(printer: Printer, schema: ObjectSchema, scope: Scope): Printable | undefined {
  const { properties = new Map<string, Schema>(), required = [], additionalProperties } = schema;
  const unlisted = required.filter((name) => !properties.has(name));
  const members = [...properties, ...unlisted.map((name) => [name, additionalProperties] as const)];
  if (members.length === 0) return undefined;
  const isRequired = new Set(required);
  const printed = members.map(([name, property]) =>
    printMember(printer, name, property, isRequired.has(name), scope),
  );
  const entries = printed.map(({ text }) => text);
  if (!isForward(printed) && entries.length < 3) return list("{", entries, "}", { padding: true });
  return block(
    "{",
    entries.map((entry) => [entry, ","]),
    "}",
  );
}

function printMember(
  printer: Printer,
  name: string,
  property: Schema | undefined,
  isRequired: boolean,
  scope: Scope,
): Expression {
  const value =
    property === undefined
      ? schemaExpression([zod(printer, "unknown"), "()"])
      : printer.print(property, inside(scope));
  const schema = asSchema(printer, value);
  const text = isRequired ? schema : call(zod(printer, "exactOptional"), schema);
  const key = propertyKey(name);
  if (!value.forward) return { ...value, text: [`${key}: `, text] };
  return { ...value, text: block(`get ${key}() {`, [["return ", text, ";"]], "}") };
}
