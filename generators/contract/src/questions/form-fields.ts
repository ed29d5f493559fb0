import type { ObjectSchema, Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { isAnything, isNothing } from "./schema-facts.ts";

/** The fields of a form, combined from all alternatives of its schema. */
export interface FormFields {
  /**
   * The schemas of fields by name. If several alternatives have the same field, this is the union of their
   * schemas.
   */
  readonly named: ReadonlyMap<string, Schema>;
  /** The names of the fields that every form must have. */
  readonly required: ReadonlySet<string>;
  /** The schema of all other fields; absent if the document does not describe them. */
  readonly others?: Schema;
}

/** Lists the fields of a form, from all schemas that can apply to the form. */
export function formFields(schema: Schema | undefined): FormFields {
  const named = new Map<string, Set<Schema>>();
  const required = new Set<string>();
  const others = new Set<Schema>();
  const sure = new Set(schema === undefined ? [] : [schema]);
  const possible = new Set<Schema>();
  // Both sets grow during their iterations.
  for (const part of sure) {
    if (part.kind === "boolean") continue;
    for (const name of part.required ?? []) required.add(name);
    for (const each of certainParts(part)) sure.add(each);
    for (const each of possibleParts(part)) possible.add(each);
  }
  for (const part of possible) {
    if (part.kind === "boolean") continue;
    for (const each of [...certainParts(part), ...possibleParts(part)]) possible.add(each);
  }
  for (const part of new Set([...sure, ...possible])) {
    if (part.kind === "boolean") continue;
    for (const [name, property] of part.properties ?? [])
      named.set(name, (named.get(name) ?? new Set()).add(dereference(property)));
    const { patternProperties, additionalProperties, unevaluatedProperties } = part;
    const rest = additionalProperties ?? unevaluatedProperties;
    for (const each of [...(patternProperties?.values() ?? []), ...(rest ? [rest] : [])])
      if (!isNothing(each)) others.add(dereference(each));
  }
  const isOpen = [...others].some((each) => isAnything(each));
  const rest = isOpen ? undefined : uniteSchemas([...others]);
  return {
    named: new Map([...named].flatMap(([name, all]) => fieldEntry(name, uniteSchemas([...all])))),
    required,
    ...(rest && { others: rest }),
  };
}

function fieldEntry(
  name: string,
  schema: Schema | undefined,
): readonly (readonly [string, Schema])[] {
  return schema === undefined ? [] : [[name, schema]];
}

/** Lists the schemas that apply to every value of the given schema. */
function certainParts({ ref, dynamicRef, allOf = [] }: ObjectSchema): readonly Schema[] {
  return [ref?.target, dynamicRef?.target, ...allOf].filter((part) => part !== undefined);
}

/** Lists the schemas that apply to some values of the given schema. */
function possibleParts(schema: ObjectSchema): readonly Schema[] {
  const { anyOf = [], oneOf = [], then, else: otherwise, dependentSchemas } = schema;
  const others = [then, otherwise].filter((part) => part !== undefined);
  return [...anyOf, ...oneOf, ...others, ...(dependentSchemas?.values() ?? [])];
}

/** Returns the union of several schemas, or the only schema. */
function uniteSchemas(schemas: readonly Schema[]): Schema | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || others.length === 0) return first;
  const dialect = schemas.find((each) => each.kind === "schema")?.dialect ?? "2020-12";
  const { source } = first;
  return { kind: "schema", source, dialect, raw: {}, extensions: new Map(), anyOf: schemas };
}
