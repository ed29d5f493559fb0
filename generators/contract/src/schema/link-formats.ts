// One value has one form. Where one schema of a value has the format `date-time` and another is only
// a string, both decode the value to the same form.

import type { FormatForm, ObjectSchema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { listsValues, ownFormatForm } from "./format-form.ts";
import { valueClasses } from "./value-classes.ts";
import { membersOf, type ValueGroups } from "./value-groups.ts";

/**
 * Settles one form for schemas that apply to the same string or number: that of the format, if all
 * others have no format and no listed values, and else that in JSON.
 */
export function linkFormats(groups: ValueGroups): void {
  for (const members of valueClasses(membersOf(groups, isText))) {
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

/** Reports whether values of a schema may be strings or numbers. */
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
