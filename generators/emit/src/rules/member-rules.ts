// Prints the keywords of arrays and objects as rules.

import { dereference, isAnything, type ObjectSchema, type Schema } from "@specwright/contract";
import { literal, propertyKey, regularExpression, valueFunction } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { printRecord, printRuntimeRule, type RulePrinter, ruleOfRecord } from "./rule-printer.ts";

/** The functions that print the schemas inside the keywords of an array or an object. */
export interface PrintParts {
  /**
   * Prints the schema of a member or an item, whose value is then decoded. Also prints the schema of member
   * names.
   */
  readonly inner: (schema: Schema) => Printable;
  /**
   * Prints a schema that tests an item and does not decode it. Numbers in the item can be decoded or not.
   */
  readonly tested: (schema: Schema) => Printable;
}

/**
 * Prints the keywords of an array. If `tracks` is true, it also prints keywords whose only effect is that
 * items count as evaluated.
 */
export function arrayRules(
  printer: RulePrinter,
  schema: ObjectSchema,
  parts: PrintParts,
  tracks: boolean,
): readonly Printable[] {
  const { prefixItems = [], items, minItems = 0, maxItems, uniqueItems } = schema;
  const rules: Printable[] = [];
  const hasRest = items !== undefined && (tracks || !isAnything(items));
  if (prefixItems.length > 0 || hasRest) {
    const prefix = list("[", prefixItems.map(parts.inner), "]");
    rules.push(
      printRuntimeRule(printer, "items", prefix, ...(hasRest ? [parts.inner(items)] : [])),
    );
  }
  if (minItems > 0) rules.push(printRuntimeRule(printer, "minItems", minItems));
  if (maxItems !== undefined) rules.push(printRuntimeRule(printer, "maxItems", maxItems));
  if (uniqueItems === true) rules.push(printRuntimeRule(printer, "uniqueItems"));
  if (schema.contains !== undefined) {
    const { contains, minContains, maxContains } = schema;
    const counts = [
      ...(minContains === undefined ? [] : [`min: ${minContains}`]),
      ...(maxContains === undefined ? [] : [`max: ${maxContains}`]),
    ];
    const options = counts.length === 0 ? [] : [printRecord(counts)];
    rules.push(printRuntimeRule(printer, "contains", parts.tested(contains), ...options));
  }
  return rules;
}

/**
 * Prints the keywords of an object. If `tracks` is true, it also prints keywords whose only effect is that
 * members count as evaluated.
 */
export function objectRules(
  printer: RulePrinter,
  schema: ObjectSchema,
  parts: PrintParts,
  tracks: boolean,
): readonly Printable[] {
  const { minProperties = 0, maxProperties, propertyNames, dependentRequired = [] } = schema;
  const rules: Printable[] = [];
  rules.push(...defaultRules(printer, schema));
  const required = requiredNames(printer, schema);
  if (required.length > 0)
    rules.push(printRuntimeRule(printer, "required", ...required.map(literal)));
  rules.push(...propertyRules(printer, schema, parts, tracks));
  if (minProperties > 0) rules.push(printRuntimeRule(printer, "minProperties", minProperties));
  if (maxProperties !== undefined)
    rules.push(printRuntimeRule(printer, "maxProperties", maxProperties));
  if (schema.sameSign !== undefined)
    rules.push(printRuntimeRule(printer, "sameSign", ...schema.sameSign.map(literal)));
  if (propertyNames !== undefined && !isAnything(propertyNames))
    rules.push(printRuntimeRule(printer, "propertyNames", parts.inner(propertyNames)));
  const dependent = [...dependentRequired].map(([name, names]) => [
    propertyKey(name),
    ": ",
    literal(names),
  ]);
  if (dependent.length > 0) rules.push(ruleOfRecord(printer, "dependentRequired", dependent));
  return rules;
}

/**
 * Prints the rule that sets missing members to their defaults. Returns an empty list if rules do not decode
 * values.
 */
function defaultRules(printer: RulePrinter, schema: ObjectSchema): readonly Printable[] {
  if (printer.values !== "parsed") return [];
  const entries = [...(printer.defaults?.of(schema) ?? [])].map(([name, { value }]) => [
    propertyKey(name),
    ": ",
    valueFunction(value),
  ]);
  return entries.length === 0 ? [] : [ruleOfRecord(printer, "fillAbsent", entries)];
}

/**
 * Prints the keywords of an object as one rule, which lists required and optional members separately.
 * `rest` is the schema without the keywords of that rule.
 */
export function wholeObject(
  printer: RulePrinter,
  schema: ObjectSchema,
  parts: PrintParts,
  tracks: boolean,
): { readonly whole: readonly Printable[]; readonly rest: ObjectSchema } {
  const { properties = new Map<string, Schema>(), types } = schema;
  const names = new Set(requiredNames(printer, schema));
  const isWhole = types?.length === 1 && types[0] === "object" && properties.size > 0;
  if (!isWhole || ![...names].every((name) => properties.has(name)))
    return { whole: [], rest: schema };
  const shape = (isRequired: boolean): Printable =>
    printRecord(
      memberShape(
        [...properties].filter(([name]) => names.has(name) === isRequired),
        parts,
      ),
    );
  const others = otherProperties(printer, schema, parts, tracks);
  const hasOptional = names.size < properties.size || others.length > 0;
  const args = [shape(true), ...(hasOptional ? [shape(false)] : [])];
  const whole =
    args.length === 1
      ? [printer.runtime("object"), "(", ...args, ")"]
      : printRuntimeRule(
          printer,
          "object",
          ...args,
          ...(others.length > 0 ? [printRecord(others)] : []),
        );
  const { types: _, properties: __, required, ...rest } = schema;
  const { patternProperties, additionalProperties, ...left } = rest;
  return { whole: [...defaultRules(printer, schema), whole], rest: left };
}

function propertyRules(
  printer: RulePrinter,
  schema: ObjectSchema,
  parts: PrintParts,
  tracks: boolean,
): readonly Printable[] {
  const shape = memberShape([...(schema.properties ?? [])], parts);
  const others = otherProperties(printer, schema, parts, tracks);
  if (others.length > 0)
    return [printRuntimeRule(printer, "properties", printRecord(shape), printRecord(others))];
  return shape.length > 0 ? [ruleOfRecord(printer, "properties", shape)] : [];
}

function memberShape(
  members: readonly (readonly [name: string, schema: Schema])[],
  parts: PrintParts,
): readonly Printable[] {
  return members.map(([name, property]) => [propertyKey(name), ": ", parts.inner(property)]);
}

/**
 * Prints the schemas of unnamed members. If unnamed members can have any value, the rule states whether the
 * schema declares them: a server removes undeclared members from responses.
 */
function otherProperties(
  printer: RulePrinter,
  schema: ObjectSchema,
  parts: PrintParts,
  tracks: boolean,
): readonly Printable[] {
  const { patternProperties = [], additionalProperties } = schema;
  const patterns = [...patternProperties].flatMap(([pattern, property]) => {
    const expression = regularExpression(pattern);
    return expression === undefined ? [] : [list("[", [expression, parts.inner(property)], "]")];
  });
  const others: Printable[] = [];
  if (patterns.length > 0) others.push(["patterns: ", list("[", patterns, "]")]);
  const counts = tracks || printer.values !== "parsed" || !isAnything(additionalProperties);
  if (additionalProperties !== undefined && counts)
    others.push(["additional: ", parts.inner(additionalProperties)]);
  return others;
}

/**
 * Lists the required members. In a request, `readOnly` members can be missing. In a response, `writeOnly`
 * members can be missing (OpenAPI 3.0.3 §4.7.24.1).
 */
export function requiredNames(
  { direction }: Pick<RulePrinter, "direction">,
  { required = [], properties }: ObjectSchema,
): readonly string[] {
  if (direction === undefined) return required;
  const keyword = direction === "request" ? "readOnly" : "writeOnly";
  return required.filter((name) => {
    const property = properties?.get(name);
    return property === undefined || !isMarked(property, keyword);
  });
}

function isMarked(schema: Schema, keyword: "readOnly" | "writeOnly"): boolean {
  const target = dereference(schema);
  return [schema, target].some((each) => each.kind === "schema" && each[keyword] === true);
}
