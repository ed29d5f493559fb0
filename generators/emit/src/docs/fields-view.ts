// Prepares the tables of fields and parameters.

import {
  dereference,
  inlineProse,
  markdownCode,
  type ObjectSchema,
  orderedProperties,
  type Parameter,
  type Schema,
} from "@specwright/contract";
import { constraintTexts } from "./constraints.ts";
import { type Links, typeText } from "./type-text.ts";

/**
 * One row of a table: the name, the type, whether the field is required, and a description. All texts are
 * escaped.
 */
export interface FieldView {
  readonly name: string;
  readonly type: string;
  readonly required: string;
  readonly notes: string;
}

/** Creates the row of one field. */
export function fieldView(
  name: string,
  schema: Schema | undefined,
  options: {
    readonly required: boolean;
    readonly description?: string | undefined;
    readonly links: Links;
  },
): FieldView {
  const own = schema?.kind === "schema" ? schema.description : undefined;
  const notes = [
    inlineProse(options.description ?? own),
    schema === undefined ? "" : constraintTexts(schema).join(", "),
  ];
  return {
    name: markdownCode(name),
    type: schema === undefined ? "anything" : typeText(schema, options.links),
    required: options.required ? "yes" : "no",
    notes: tableCell(notes.filter((each) => each !== "").join(" ")),
  };
}

/**
 * Lists the fields of an object schema. This includes the fields of its `allOf` parts, and the fields of
 * unnamed objects inside it, such as `meta.id` and `lines[].sku`.
 */
export function fieldViews(schema: Schema, links: Links): readonly FieldView[] {
  const rows = new Map<string, FieldView>();
  collectFields(schema, links, { rows, seen: new Set(), prefix: "" });
  return [...rows.values()];
}

interface Collecting {
  readonly rows: Map<string, FieldView>;
  readonly seen: Set<Schema>;
  /** The prefix of the field names, such as `meta.`. */
  readonly prefix: string;
}

function collectFields(schema: Schema, links: Links, { rows, seen, prefix }: Collecting): void {
  for (const part of partsFirst(schema, seen)) {
    const required = new Set(part.required);
    for (const [name, property] of orderedProperties(part)) {
      const path = prefix + name;
      rows.set(path, fieldView(path, property, { required: required.has(name), links }));
      const inner = unnamedObject(property, links, path);
      if (inner !== undefined)
        collectFields(inner.schema, links, { rows, seen, prefix: inner.prefix });
    }
  }
}

/**
 * Lists the parts of `allOf`, and their own parts, that were not visited yet, and then the schema. A part
 * precedes the schema that contains it.
 */
function partsFirst(schema: Schema, seen: Set<Schema>): readonly ObjectSchema[] {
  const listed: ObjectSchema[] = [];
  const open: { readonly whole: ObjectSchema; readonly parts: Iterator<Schema> }[] = [];
  const enter = (part: Schema): void => {
    const whole = dereference(part);
    if (whole.kind === "boolean" || seen.has(whole)) return;
    seen.add(whole);
    open.push({ whole, parts: (whole.allOf ?? []).values() });
  };
  enter(schema);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.parts.next();
    if (next.done === true) {
      listed.push(last.whole);
      open.pop();
    } else {
      enter(next.value);
    }
  }
  return listed;
}

/**
 * Returns the schema of the object in a property, or of the objects in its list. Returns undefined if the
 * object's schema has a name.
 */
function unnamedObject(
  schema: Schema,
  links: Links,
  path: string,
): { readonly schema: Schema; readonly prefix: string } | undefined {
  if (schema.kind === "boolean" || schema.ref !== undefined) return undefined;
  if (links.contract.declarationOf(schema) !== undefined) return undefined;
  if (schema.properties !== undefined) return { schema, prefix: `${path}.` };
  return schema.items === undefined ? undefined : unnamedObject(schema.items, links, `${path}[]`);
}

/** Formats a table cell on one line. */
export function tableCell(text: string): string {
  return text.replaceAll("\n", " ").replace(/(?<!\\)\|/g, "\\|");
}

/** A row in a table of parameters. It also contains the location of the parameter, such as the query. */
export interface ParameterView extends FieldView {
  readonly place: string;
}

/** Creates the row of a parameter. */
export function parameterView(parameter: Parameter, links: Links): ParameterView {
  const { name, schema, required, description } = parameter;
  return { place: parameter.in, ...fieldView(name, schema, { required, description, links }) };
}
