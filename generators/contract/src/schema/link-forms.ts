// Several schemas can apply to the same value. This file chooses one type in TypeScript (the form) for all
// of them.

import type { JsonValue } from "@specwright/spec-loader";
import type { FormatForm, FormFormat, IntegerForm, ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { leadingTo } from "./schema-sets.ts";
import { filterMembers, type ValueGroups, valueGroups } from "./value-groups.ts";

/** For each format, the JSON types whose values can have a different type in TypeScript. */
const formats: Readonly<Record<FormFormat, readonly ("string" | "number")[]>> = {
  "date-time": ["string"],
  date: ["string"],
  decimal: ["string", "number"],
  int64: ["string"],
  uint64: ["string"],
};

/**
 * Returns the format that determines the form of a schema's strings or numbers. The format can come from a
 * different schema for the same value. Returns undefined if the values keep their JSON type.
 */
export function formatForm(schema: ObjectSchema): FormatForm | undefined {
  if (schema.formatForm === undefined) return ownFormatForm(schema);
  return schema.formatForm === "as it is" ? undefined : schema.formatForm;
}

/**
 * Returns the format in the schema itself that determines a form. Ignores other schemas of the same value.
 */
export function ownFormatForm(schema: ObjectSchema): FormatForm | undefined {
  const { types, format, extensions } = schema;
  if (format === undefined || !isFormFormat(format) || listsValues(schema)) return undefined;
  // If a schema allows both numbers and strings of digits, an encoder cannot know which of the two to
  // write.
  if (formats[format].length === 1 && allowsNumbers(schema)) return undefined;
  if (!formats[format].some((type) => types?.includes(type))) return undefined;
  const asked = extensions.get("x-type");
  return { format, ...(typeof asked === "string" && { asked }) };
}

/** Reports whether a schema allows only listed values. Listed values keep their literal types. */
export function listsValues({ const: constant, enum: members }: ObjectSchema): boolean {
  return constant !== undefined || members !== undefined;
}

function isFormFormat(format: string): format is FormFormat {
  return Object.hasOwn(formats, format);
}

/**
 * Returns the type of decoded integers. It is `bigint` for `int64` and `uint64`, unless both bounds prove
 * that every value is a safe number. It is also `bigint` if a bound is not a safe number. It is `string`
 * (the digits of a bigint) only if the document requests this type. Other schemas of the same value can
 * change the type.
 */
export function integerForm(schema: ObjectSchema): IntegerForm {
  if (schema.integerForm !== undefined) return schema.integerForm;
  const asked = askedForm(schema);
  if (asked !== undefined) return asked;
  const { types, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (types !== undefined && !types.includes("integer") && !types.includes("number"))
    return "number";
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  const wide = bounds.some((bound) => bound !== undefined && !isSafe(bound));
  if (wide && types?.includes("integer")) return "bigint";
  if (format !== "int64" && format !== "uint64") return "number";
  if (wide) return "bigint";
  const isBoundBelow =
    format === "uint64" || minimum !== undefined || exclusiveMinimum !== undefined;
  const isBoundAbove = maximum !== undefined || exclusiveMaximum !== undefined;
  return isBoundBelow && isBoundAbove ? "number" : "bigint";
}

/** Returns the type that the document requests with `x-type` on a schema of numbers. */
export function askedForm({ types, extensions }: ObjectSchema): IntegerForm | undefined {
  const form = extensions.get("x-type");
  if ((form === "bigint" || form === "string") && types?.includes("integer") === true) return form;
  const isNumeric = types?.some((type) => type === "integer" || type === "number") === true;
  return form === "number" && isNumeric ? form : undefined;
}

function isSafe(bound: number | bigint): boolean {
  return bound >= Number.MIN_SAFE_INTEGER && bound <= Number.MAX_SAFE_INTEGER;
}

/**
 * Chooses one form for all schemas that apply to the same integer, number or string. `schemas` are the
 * roots and everything that they refer to. Does nothing if all values of the document keep their JSON type.
 */
export function linkForms(roots: readonly Schema[], schemas: Iterable<Schema>): void {
  let hasIntegers = false;
  let hasFormats = false;
  for (const schema of schemas) {
    if (schema.kind === "boolean") continue;
    hasIntegers ||= isLargeInteger(schema);
    hasFormats ||= ownFormatForm(schema) !== undefined;
    if (hasIntegers && hasFormats) break;
  }
  if (!hasIntegers && !hasFormats) return;
  const groups = valueGroups(roots, (schema) => isText(schema) || isNumeric(schema));
  if (hasIntegers) linkIntegers(groups);
  if (hasFormats) linkFormats(groups);
}

function isLargeInteger(schema: ObjectSchema): boolean {
  return isNumeric(schema) && integerForm(schema) !== "number";
}

/**
 * Chooses one form for schemas that apply to the same string or number. If all their formats are the same,
 * and none of the schemas lists values, the format determines the form. Otherwise, the value keeps its JSON
 * type.
 */
export function linkFormats(groups: ValueGroups): void {
  for (const members of mergeOverlapping(filterMembers(groups, isText))) {
    const forms = members.flatMap((schema) => ownFormatForm(schema) ?? []);
    const [first] = forms;
    if (first === undefined) continue;
    const isShared = members.every((schema) => isPlain(schema) || hasForm(schema, first));
    const asking = forms.find(({ asked }) => asked !== undefined);
    const form = isShared ? (asking ?? first) : "as it is";
    // The schemas of a contract are drafts until the contract is built.
    for (const schema of members as SchemaDraft[]) schema.formatForm = form;
  }
}

/** Reports whether values of a schema can be strings or numbers. */
export function isText({ types }: ObjectSchema): boolean {
  return types?.some((type) => textTypes.has(type)) === true;
}

const textTypes: ReadonlySet<string> = new Set(["string", "number", "integer"]);

function isPlain(schema: ObjectSchema): boolean {
  return (
    schema.format === undefined &&
    schema.types?.includes("integer") !== true &&
    !listsValues(schema)
  );
}

function hasForm(schema: ObjectSchema, { format }: FormatForm): boolean {
  return ownFormatForm(schema)?.format === format;
}

/**
 * Chooses one form for schemas that apply to the same integer but have different forms. It is `number` if
 * one of the schemas also applies to a different value that can be a fraction. Otherwise, it is the form
 * that the document requests, or `bigint`.
 */
export function linkIntegers(groups: ValueGroups): void {
  const numeric = filterMembers(groups, isNumeric);
  // Schemas that also apply to a value that can be a fraction.
  const fractions = new Set<ObjectSchema>();
  for (const group of numeric)
    if (group.every(isFraction)) for (const schema of group) fractions.add(schema);
  for (const members of mergeOverlapping(numeric)) {
    const forms = new Set(members.map(integerForm));
    const asked = members.flatMap((schema) => askedForm(schema) ?? []);
    // The schemas of a contract are drafts until the contract is built.
    const drafts = members as SchemaDraft[];
    if (asked[0] === "bigint" || members.some(listsValues))
      for (const schema of drafts) schema.keepsNumber = true;
    if (forms.size < 2) continue;
    const isNumber = members.some((schema) => fractions.has(schema));
    const form = isNumber ? "number" : (asked[0] ?? "bigint");
    for (const schema of drafts) schema.integerForm = form;
  }
}

/**
 * Reports whether a schema restricts numbers by its types, its format or integer values. Such restrictions
 * depend on the form of the numbers.
 */
export function isNumeric({
  types,
  format,
  enum: members,
  const: constant,
}: ObjectSchema): boolean {
  if (types !== undefined) return types.some((type) => type === "integer" || type === "number");
  if (format === "int64" || format === "uint64") return true;
  return [...(members ?? []), ...(constant === undefined ? [] : [constant.value])].some(isInteger);
}

function isFraction({ types, format, enum: members, const: constant }: ObjectSchema): boolean {
  if (constant !== undefined || members !== undefined) return false;
  // Without a type, the format restricts nothing.
  if (format === "int64" || format === "uint64") return types === undefined;
  return types?.includes("number") === true;
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}

// In a union of numbers and strings, numbers must not become strings: a number and a string with the same
// digits could not be distinguished.

/**
 * Finds unions of numbers and strings of digits. Marks the schemas of these numbers, and the schemas of
 * these strings, so that both keep their JSON type.
 */
export function markAmbiguousNumbers(schemas: Iterable<Schema>): void {
  const unions = [...schemas].filter((each) => each.kind === "schema").filter(hasAlternatives);
  const parts = inPlace(unions);
  const alternativesTo = (holds: (schema: ObjectSchema) => boolean): readonly ObjectSchema[] => {
    const leading = leadingTo([...parts.keys()].filter(holds), parts);
    return [...inPlace(unions.filter((union) => leading.has(union))).keys()];
  };
  const digits = alternativesTo(allowsNumbers).filter(isDigits);
  const numbers = alternativesTo(mayBeDigits).filter(allowsNumbers);
  // The schemas of a contract are drafts until the contract is built.
  for (const each of digits as SchemaDraft[]) each.formatForm = "as it is";
  for (const each of numbers as SchemaDraft[]) each.keepsNumber = true;
}

function hasAlternatives({ types = [], anyOf, oneOf }: ObjectSchema): boolean {
  return (anyOf ?? oneOf) !== undefined || types.length > 1;
}

/**
 * Lists schemas and all schemas that apply to the same values. For each schema, lists the parts that apply
 * to the same value.
 */
function inPlace(
  schemas: Iterable<ObjectSchema>,
): ReadonlyMap<ObjectSchema, readonly ObjectSchema[]> {
  const found = new Map<ObjectSchema, readonly ObjectSchema[]>();
  for (const schema of schemas) found.set(schema, []);
  // The map grows during the iteration.
  for (const schema of found.keys()) {
    const { ref, allOf = [], anyOf = [], oneOf = [] } = schema;
    const all = [...allOf, ...anyOf, ...oneOf, ...(ref === undefined ? [] : [ref.target])];
    const parts = all.filter((part) => part.kind === "schema");
    found.set(schema, parts);
    for (const part of parts) if (!found.has(part)) found.set(part, []);
  }
  return found;
}

/** Reports whether a schema allows strings with the digits of integers. */
function isDigits(schema: ObjectSchema): boolean {
  const format = ownFormatForm(schema)?.format;
  return format === "int64" || format === "uint64";
}

function allowsNumbers({ types }: ObjectSchema): boolean {
  return types?.some((type) => type === "integer" || type === "number") === true;
}

function mayBeDigits({ types, const: constant, enum: members }: ObjectSchema): boolean {
  const values = constant === undefined ? members : [constant.value];
  if (values !== undefined)
    return values.some((value) => typeof value === "string" && /^-?\d/.test(value));
  return types?.includes("string") === true;
}

/**
 * Disjoint sets of schemas as trees. The map contains the parent of each schema, and the root of a tree
 * represents the set.
 */
type Parents = Map<ObjectSchema, ObjectSchema>;

/**
 * Groups schemas that apply to the same value, directly or through other schemas. Returns only groups with
 * several schemas.
 */
export function mergeOverlapping(groups: ValueGroups): readonly (readonly ObjectSchema[])[] {
  const parents: Parents = new Map();
  for (const group of groups) if (group.length > 1) joinSets(parents, group);
  const classes = new Map<ObjectSchema, ObjectSchema[]>();
  for (const schema of parents.keys()) {
    const root = findRoot(parents, schema);
    const known = classes.get(root);
    if (known === undefined) classes.set(root, [schema]);
    else known.push(schema);
  }
  return [...classes.values()];
}

function joinSets(parents: Parents, group: readonly ObjectSchema[]): void {
  const [first] = group;
  if (first === undefined) return;
  for (const schema of group) {
    const root = findRoot(parents, schema);
    const other = findRoot(parents, first);
    if (root !== other) parents.set(root, other);
  }
}

function findRoot(parents: Parents, schema: ObjectSchema): ObjectSchema {
  let current = schema;
  for (;;) {
    const next = parents.get(current);
    if (next === undefined) parents.set(current, current);
    if (next === undefined || next === current) return current;
    current = next;
  }
}
