// Prints one schema as an expression. It is a zod schema if zod can express the schema exactly, and
// otherwise a rule.

import {
  assertions,
  conjuncts,
  dereference,
  foldConstants,
  isAnything,
  listedValues,
  type ObjectSchema,
  type PropertyDefault,
  possibleTypes,
  type Schema,
  type TypeName,
  valueForms,
} from "@specwright/contract";
import { list } from "../print/printable.ts";
import { isUnknown } from "../rules/implied-types.ts";
import { isLeftOut } from "../rules/print-rule.ts";
import { isOpenEnum } from "../rules/report-schema.ts";
import { flatForm } from "./flatten-object.ts";
import {
  arrayRules,
  logicRules,
  nothingMore,
  numberRules,
  objectRules,
  stringRules,
  wholeRule,
} from "./keyword-rules.ts";
import { printArray } from "./print-array.ts";
import { printObject } from "./print-object.ts";
import { printReference } from "./print-reference.ts";
import { printLeaf, printNumber, printString } from "./print-scalar.ts";
import { printUnion } from "./print-union.ts";
import { printValues, withoutImplied } from "./print-values.ts";
import {
  asSchema,
  callWithLiteral,
  combineRules,
  type Expression,
  type Printer,
  printCall,
  ruleSequence,
  type Scope,
  schemaExpression,
  withChecks,
  zod,
} from "./printer.ts";

/**
 * Prints a schema. If it has a name, prints the name, except in the declaration of the schema
 * itself.
 */
export function printSchema(printer: Printer, schema: Schema, scope: Scope): Expression {
  if (schema.kind === "boolean")
    return schemaExpression(printCall(zod(printer, schema.value ? "unknown" : "never")));
  const declaration = printer.contract.declarationOf(schema);
  if (declaration !== undefined && (declaration !== scope.declaration || !scope.inPlace))
    return printReference(printer, schema, scope);
  return printBody(printer, schema, scope);
}

/** Prints the content of a schema, even if the schema has a name. */
export function printBody(printer: Printer, written: Schema, scope: Scope): Expression {
  if (written.kind === "boolean")
    return schemaExpression(printCall(zod(printer, written.value ? "unknown" : "never")));
  if (printer.plan.isRule(written)) return wholeRule(printer, written, scope);
  return (
    printLeaf(printer, written, () => printParts(printer, written, scope)) ??
    printParts(printer, written, scope)
  );
}

function printParts(printer: Printer, written: ObjectSchema, scope: Scope): Expression {
  const schema = foldConstants(written);
  const flat = flatForm(schema, printer.rules.direction);
  if (flat !== undefined) {
    const around = new Set(scope.around);
    const parts = recursiveParts(printer, schema);
    if (!parts.some((part) => around.has(part)))
      return printObject(
        printer,
        flat,
        { ...scope, around: new Set([...around, ...parts]) },
        flatPresets(printer, schema),
      );
  }
  const combined = conjunctParts(printer, schema, scope);
  const structure = [...ownPart(printer, schema, scope), ...combined.filter(isPrinted)];
  const checks = logicRules(printer, schema, scope);
  const parts = [...structure, ...checks];
  const [base] = structure;
  if (base === undefined && checks.length === 0) {
    // All parts are omitted, but the schema still has a type. `z.unknown()` does not have this
    // type. A rule fits every type.
    return isUnknown(schema)
      ? schemaExpression(printCall(zod(printer, "unknown")))
      : nothingMore(printer);
  }
  // A codec passes its decoded value to the checks that follow, but a rule needs the JSON value.
  const isDecoded = checks.length > 0 && valueForms(schema, printer.valueTypes).length > 0;
  // If a part is omitted, the type of the printed part differs from the type of the whole schema.
  const isWhole = combined.every(isPrinted);
  if (base?.kind === "schema" && structure.length === 1 && !isDecoded && isWhole) {
    const texts = checks.map((check) => check.text);
    const printed = schemaExpression(withChecks(base.text, texts), parts);
    return base.hasShape === true ? { ...printed, hasShape: true } : printed;
  }
  // A part can require members that are defaults of a later part.
  const isFilled = parts.length > 1 && printer.defaults.differing.has(written);
  return isFilled
    ? combineRules(printer.runtime("allOfFilled"), parts)
    : ruleSequence(printer.runtime("allOf"), parts);
}

/** Returns the parts of a flattened object that are recursive declarations. */
export function recursiveParts({ contract }: Printer, schema: ObjectSchema): readonly Schema[] {
  return [...conjuncts(schema)].filter((part) => contract.declarationOf(part)?.recursive === true);
}

/**
 * Collects the defaults of the objects that are flattened to one object. If several of these
 * objects have a default for the same member, the first one is used.
 */
function flatPresets(
  printer: Printer,
  schema: Schema,
  found: Map<string, PropertyDefault> = new Map(),
  seen: Set<Schema> = new Set(),
): ReadonlyMap<string, PropertyDefault> {
  if (schema.kind === "boolean" || seen.has(schema)) return found;
  seen.add(schema);
  for (const [name, preset] of printer.defaults.of(schema))
    if (!found.has(name)) found.set(name, preset);
  const { ref, allOf = [] } = schema;
  for (const part of ref === undefined ? allOf : [ref.target, ...allOf])
    flatPresets(printer, part, found, seen);
  return found;
}

/** The keywords that combine schemas. All other keywords restrict values of certain types. */
const combiners: ReadonlySet<string> = new Set([
  "ref",
  "dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "discriminator",
  "not",
  "if",
  "dependentSchemas",
]);

/** Prints the types of a schema, and the keywords that restrict values of these types. */
function ownPart(printer: Printer, schema: ObjectSchema, scope: Scope): readonly Expression[] {
  const names = assertions(schema);
  const hasKeywords = [...names].some((name) => name !== "types" && !combiners.has(name));
  if (schema.types === undefined && !hasKeywords) return [];
  const values = listedValues(schema);
  if (values !== undefined) return printListed(printer, schema, values, scope);
  if (schema.types === undefined) return untypedRules(printer, schema, scope);
  // Without other keywords, `type` restricts the values, unless it lists all six types.
  const isBare = names.size === 1 && schema.types.length < 6;
  // A reference from the schema back to its own declaration is omitted. It then does not check the
  // types.
  const mayBeLeftOut = scope.inPlace && scope.declaration.recursive;
  if (!hasKeywords && !isBare && !mayBeLeftOut && isImplied(schema, schema.types)) return [];
  return [printTypes(printer, schema, schema.types, scope)];
}

/** Reports whether the keywords of a schema other than `type` allow only these types. */
function isImplied(schema: ObjectSchema, types: readonly TypeName[]): boolean {
  const { types: _, ...others } = schema;
  const allowed = new Set<TypeName>(types.includes("number") ? [...types, "integer"] : types);
  return [...possibleTypes(others)].every((type) => allowed.has(type));
}

function printListed(
  printer: Printer,
  schema: ObjectSchema,
  values: NonNullable<ReturnType<typeof listedValues>>,
  scope: Scope,
): readonly Expression[] {
  if (isOpenEnum(schema)) {
    const { enum: _, ...open } = schema;
    return ownPart(printer, open, scope);
  }
  const telling = withoutImplied(schema, values);
  return [printValues(printer, schema, values), ...untypedRules(printer, telling, scope)];
}

function untypedRules(printer: Printer, schema: ObjectSchema, scope: Scope): readonly Expression[] {
  return [
    ...numberRules(printer, schema),
    ...stringRules(printer, schema),
    ...arrayRules(printer, schema, scope),
    ...objectRules(printer, schema, scope),
  ];
}

function printTypes(
  printer: Printer,
  schema: ObjectSchema,
  types: readonly TypeName[],
  scope: Scope,
): Expression {
  const others = types.filter(
    (type) => type !== "null" && !(type === "integer" && types.includes("number")),
  );
  const printed = others.map((type) => printType(printer, schema, type, scope));
  const [only] = printed;
  if (only === undefined)
    return schemaExpression(printCall(zod(printer, types.length > 0 ? "null" : "never")));
  if (types.length === 1) return only;
  const schemas = printed.map((each) => asSchema(printer, each));
  const union =
    schemas.length === 1
      ? schemas
      : [callWithLiteral(zod(printer, "union"), list("[", schemas, "]"))];
  const text = types.includes("null") ? printCall(zod(printer, "nullable"), ...union) : union;
  return schemaExpression(text, printed);
}

function printType(
  printer: Printer,
  schema: ObjectSchema,
  type: TypeName,
  scope: Scope,
): Expression {
  switch (type) {
    case "string":
      return printString(printer, schema);
    case "integer":
    case "number":
      return printNumber(printer, schema, type);
    case "array":
      return printArray(printer, schema, scope);
    case "object":
      return printObject(printer, schema, scope);
    case "boolean":
    case "null":
      return schemaExpression(printCall(zod(printer, type)));
    default:
      return type satisfies never;
  }
}

/**
 * Prints references, `allOf` and unions. Each of them becomes its own expression; undefined if the
 * part is omitted.
 */
function conjunctParts(
  printer: Printer,
  schema: ObjectSchema,
  scope: Scope,
): readonly (Expression | undefined)[] {
  const parts: (Expression | undefined)[] = [];
  const { ref, dynamicRef } = schema;
  const allOf = (schema.allOf ?? []).filter((part) => !isAnything(part));
  if (ref !== undefined) parts.push(printTarget(ref.target, "$ref"));
  if (dynamicRef !== undefined) parts.push(printTarget(dynamicRef.target, "$dynamicRef"));
  for (const part of allOf) {
    // If a part has keywords beside its reference, the part is printed, and only its reference is
    // omitted.
    const isOut = isLeftOut(printer, dereference(part), scope, "allOf");
    parts.push(isOut ? undefined : printer.print(part, scope));
  }
  for (const keyword of ["anyOf", "oneOf"] as const)
    if (schema[keyword] !== undefined) parts.push(printUnion(printer, schema, keyword, scope));
  return parts;

  function printTarget(target: Schema, keyword: string): Expression | undefined {
    const isOut = isLeftOut(printer, target, scope, keyword);
    return isOut ? undefined : printReference(printer, target, scope);
  }
}

function isPrinted(part: Expression | undefined): part is Expression {
  return part !== undefined;
}
