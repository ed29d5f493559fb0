// Prints objects. `z.looseObject` keeps members that the schema does not define, `z.strictObject`
// rejects them, and `.catchall` checks them. If the schema of a property is declared later in the
// file, the property is printed as a getter.

import {
  isNothing,
  type ObjectSchema,
  type PropertyDefault,
  type Schema,
} from "@specwright/contract";
import { literal, propertyKey, valueFunction } from "../print/literal.ts";
import { block, list, type Printable } from "../print/printable.ts";
import { isUnknown } from "../rules/implied-types.ts";
import { isPlainObject } from "./flatten-object.ts";
import { objectRules, valueRules } from "./keyword-rules.ts";
import {
  asSchema,
  callWithLiteral,
  type Expression,
  innerScope,
  isForward,
  type Printer,
  printCall,
  ruleSequence,
  type Scope,
  schemaExpression,
  withChecks,
  zod,
} from "./printer.ts";

/** The defaults of the properties of an object, by name. */
type Presets = ReadonlyMap<string, PropertyDefault>;

/** Prints a schema that allows only objects. */
export function printObject(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  presets: Presets = printer.defaults.of(schema),
): Expression {
  if (!isPlainObject(schema, printer.rules.direction)) {
    const type = valueRules(printer, { ...schema, types: ["object"] });
    return ruleSequence(printer.runtime("allOf"), [
      ...type,
      ...objectRules(printer, schema, scope),
    ]);
  }
  const unnamed = printRest(printer, schema, scope);
  const { properties, required, additionalProperties, ...others } = schema;
  const checks = objectRules(printer, others, scope);
  // The checks of zod/mini read the members immediately. A getter then cannot return a schema that
  // is declared later.
  const lazy = printer.target === "zod/mini" && checks.length > 0;
  const shape = printShape(printer, schema, { ...scope, lazy }, presets);
  const base = printMembers(printer, schema, shape, unnamed);
  const text = withChecks(
    base,
    checks.map((check) => check.text),
  );
  const printed = schemaExpression(text, unnamed === undefined ? checks : [unnamed, ...checks]);
  return { ...printed, hasShape: shape !== undefined || unnamed === undefined };
}

function printRest(
  printer: Printer,
  { additionalProperties }: ObjectSchema,
  scope: Scope,
): Expression | undefined {
  if (additionalProperties === undefined) return undefined;
  if (isUnknown(additionalProperties) || isNothing(additionalProperties)) return undefined;
  return printer.print(additionalProperties, innerScope(scope, "value"));
}

/** Prints the object from its members. */
function printMembers(
  printer: Printer,
  schema: ObjectSchema,
  shape: Printable | undefined,
  others: Expression | undefined,
): Printable {
  if (others === undefined) {
    const name = isNothing(schema.additionalProperties) ? "strictObject" : "looseObject";
    return callWithLiteral(zod(printer, name), shape ?? "{}");
  }
  const value = asSchema(printer, others);
  if (shape === undefined) {
    return printCall(zod(printer, "record"), printCall(zod(printer, "string")), value);
  }
  const object = callWithLiteral(zod(printer, "object"), shape);
  return printer.target === "zod"
    ? printCall([object, ".catchall"], value)
    : printCall(zod(printer, "catchall"), object, value);
}

/** Prints the members of an object. `scope.lazy` applies to the members. */
function printShape(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
  presets: Presets,
): Printable | undefined {
  const { properties = new Map<string, Schema>(), required = [], additionalProperties } = schema;
  const unlisted = required.filter((name) => !properties.has(name));
  const members = [...properties, ...unlisted.map((name) => [name, additionalProperties] as const)];
  if (members.length === 0) return undefined;
  const isRequired = new Set(required);
  const printed = members.map(([name, property]) =>
    isRequired.has(name)
      ? printMember(printer, name, property, scope, (value) => asSchema(printer, value))
      : printMember(printer, name, property, scope, (value) =>
          printOptional(printer, value, presets.get(name)),
        ),
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
  scope: Scope,
  print: (value: Expression) => Printable,
): Expression {
  const value =
    property === undefined
      ? schemaExpression([zod(printer, "unknown"), "()"])
      : printer.print(property, innerScope(scope, name));
  const text = print(value);
  const key = propertyKey(name);
  if (!value.forward) return { ...value, text: [`${key}: `, text] };
  return { ...value, text: block(`get ${key}() {`, [["return ", text, ";"]], "}") };
}

/**
 * Prints the schema of an optional member. If the member is absent and has a default, zod parses
 * the default like a received value.
 */
function printOptional(
  printer: Printer,
  value: Expression,
  preset: PropertyDefault | undefined,
): Printable {
  if (preset === undefined)
    return printCall(zod(printer, "exactOptional"), asSchema(printer, value));
  const isNode = typeof preset.value === "object" && preset.value !== null;
  // The declared type requires all members that have a default. The default value itself can lack
  // such members, so it needs a cast.
  const printed = isNode ? [valueFunction(preset.value), " as never"] : literal(preset.value);
  // The type of a rule is `never`, and no default value has this type.
  const schema =
    value.kind === "schema"
      ? value.text
      : withChecks([zod(printer, "any"), "()"], value.rules ?? [value.text]);
  return printCall(zod(printer, "prefault"), schema, printed);
}
