// One value has one form. Where one schema of a value says `int64` and another only `integer`, both
// decode the value to the same form, wherever they are used.

import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { askedForm, integerForm } from "./integer-form.ts";
import type { SchemaDraft } from "./schema-graph.ts";
import { leadingTo, type SchemaParts } from "./schema-sets.ts";
import { visitValueGroups } from "./value-groups.ts";

/**
 * Settles one form for schemas that apply to the same integer, if they would have two: `bigint`, or
 * `number` if one of them also applies to a fraction elsewhere, unless the document asks for a form.
 */
export function linkIntegers(roots: readonly Schema[], schemas: SchemaParts): void {
  const numeric: ObjectSchema[] = [];
  for (const schema of schemas.keys())
    if (schema.kind === "schema" && isNumeric(schema)) numeric.push(schema);
  if (numeric.every((schema) => integerForm(schema) === "number")) return;
  const classes: Classes = { parent: new Map(), fractions: new Set() };
  const relevant = leadingTo(numeric, schemas);
  visitValueGroups(roots, relevant, (group) => join(classes, group.filter(isNumeric)));
  const members = new Map<ObjectSchema, ObjectSchema[]>();
  for (const schema of classes.parent.keys()) {
    const first = find(classes, schema);
    const known = members.get(first);
    if (known === undefined) members.set(first, [schema]);
    else known.push(schema);
  }
  for (const schemas of members.values()) {
    if (schemas.length === 1) continue;
    const forms = new Set(schemas.map(integerForm));
    if (forms.size < 2) continue;
    const asked = schemas.flatMap((schema) => askedForm(schema) ?? []);
    const isNumber = schemas.some((schema) => classes.fractions.has(schema));
    const form = isNumber ? "number" : (asked[0] ?? "bigint");
    // The schemas of a contract are drafts until the contract is built.
    for (const schema of schemas as SchemaDraft[]) schema.integerForm = form;
  }
}

/** Sets of schemas that have to agree, as trees of which the root stands for the set. */
interface Classes {
  readonly parent: Map<ObjectSchema, ObjectSchema>;
  /** The schemas that somewhere apply to a value that need not be an integer. */
  readonly fractions: Set<ObjectSchema>;
}

function join(classes: Classes, group: readonly ObjectSchema[]): void {
  const [first] = group;
  if (first === undefined) return;
  if (!group.some((schema) => !isFraction(schema)))
    for (const schema of group) classes.fractions.add(schema);
  for (const schema of group) {
    const root = find(classes, schema);
    const other = find(classes, first);
    if (root !== other) classes.parent.set(root, other);
  }
}

function find({ parent }: Classes, schema: ObjectSchema): ObjectSchema {
  let current = schema;
  for (;;) {
    const next = parent.get(current);
    if (next === undefined) parent.set(current, current);
    if (next === undefined || next === current) return current;
    current = next;
  }
}

/** Reports whether a schema says something about numbers that depends on their form. */
function isNumeric({ types, format, enum: members, const: constant }: ObjectSchema): boolean {
  if (types !== undefined) return types.some((type) => type === "integer" || type === "number");
  if (format === "int64" || format === "uint64") return true;
  return [...(members ?? []), ...(constant === undefined ? [] : [constant.value])].some(isInteger);
}

function isFraction({ types, format, enum: members, const: constant }: ObjectSchema): boolean {
  if (format === "int64" || format === "uint64") return false;
  if (constant !== undefined || members !== undefined) return false;
  return types?.includes("number") === true;
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}
