// Tables of fields and parameters.

import type { Schema } from "@specwright/contract";
import { dereference, inlineProse, markdownCode, orderedProperties } from "@specwright/emit-kit";
import { constraints } from "./constraints.ts";
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
    schema === undefined ? "" : constraints(schema).join(", "),
  ];
  return {
    name: markdownCode(name),
    type: schema === undefined ? "anything" : typeText(schema, options.links),
    required: options.required ? "yes" : "no",
    notes: cell(notes.filter((each) => each !== "").join(" ")),
  };
}

/** Lists the fields of an object schema, including those of its `allOf` parts. */
export function fieldViews(schema: Schema, links: Links): readonly FieldView[] {
  const rows = new Map<string, FieldView>();
  collect(schema, links, rows, new Set());
  return [...rows.values()];
}

function collect(
  schema: Schema,
  links: Links,
  rows: Map<string, FieldView>,
  seen: Set<Schema>,
): void {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return;
  seen.add(target);
  for (const part of target.allOf ?? []) collect(part, links, rows, seen);
  const required = new Set(target.required);
  for (const [name, property] of orderedProperties(target)) {
    rows.set(name, fieldView(name, property, { required: required.has(name), links }));
  }
}

/** Formats a table cell on one line. */
export function cell(text: string): string {
  return text.replaceAll("\n", " ").replace(/(?<!\\)\|/g, "\\|");
}
