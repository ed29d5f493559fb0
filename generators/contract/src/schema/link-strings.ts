// One value has one form. Where one schema of a value has the format `date-time` and another is only
// a string, both decode the value to the same form.

import type { ObjectSchema, Schema, StringForm } from "../model/schema.ts";
import type { SchemaDraft } from "./schema-graph.ts";
import { allSchemas } from "./schema-sets.ts";
import { listsValues, ownStringForm } from "./string-form.ts";
import { valueClasses } from "./value-classes.ts";

/**
 * Settles one form for schemas that apply to the same string: that of the format, if all others are
 * strings without a format and without listed values, and else that of the text.
 */
export function linkStrings(roots: readonly Schema[]): void {
  const schemas = allSchemas(roots);
  if (![...schemas].some(isFormed)) return;
  for (const members of valueClasses(roots, schemas, isString)) {
    if (members.length < 2) continue;
    const forms = members.flatMap((schema) => ownStringForm(schema) ?? []);
    const [first] = forms;
    if (first === undefined) continue;
    const isShared = members.every((schema) => isPlain(schema) || hasForm(schema, first));
    const asking = forms.find(({ asked }) => asked !== undefined);
    const form = isShared ? (asking ?? first) : "as it is";
    // The schemas of a contract are drafts until the contract is built.
    for (const schema of members as SchemaDraft[]) schema.stringForm = form;
  }
}

function isFormed(schema: Schema): boolean {
  return schema.kind === "schema" && ownStringForm(schema) !== undefined;
}

function isString({ types }: ObjectSchema): boolean {
  return types?.includes("string") === true;
}

function isPlain(schema: ObjectSchema): boolean {
  return schema.format === undefined && !listsValues(schema);
}

function hasForm(schema: ObjectSchema, { format }: StringForm): boolean {
  return ownStringForm(schema)?.format === format;
}
