// Tables of fields and parameters.

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

/** One row: name, type, whether it is required, and a description. All encoded. */
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
 * Lists the fields of an object schema, including fields of its `allOf` parts, and of inner objects
 * without a name: `meta.id`, `lines[].sku`.
 */
export function fieldViews(schema: Schema, links: Links): readonly FieldView[] {
  const rows = new Map<string, FieldView>();
  collectFields(schema, links, { rows, seen: new Set(), prefix: "" });
  return [...rows.values()];
}

interface Collecting {
  readonly rows: Map<string, FieldView>;
  readonly seen: Set<Schema>;
  /** The prefix of the field names. */
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
 * Lists the `allOf` parts of a schema that were not visited, directly or indirectly; each part
 * comes before its whole.
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

/** Returns the object that a property contains or lists, unless a named schema describes it. */
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

/** A row of a table of parameters, with the place of each. */
export interface ParameterView extends FieldView {
  readonly place: string;
}

/** Creates the row of a parameter. */
export function parameterView(parameter: Parameter, links: Links): ParameterView {
  const { name, schema, required, description } = parameter;
  return { place: parameter.in, ...fieldView(name, schema, { required, description, links }) };
}
