// Shows parameters and headers as fields.

import type { Parameter, Schema } from "@specwright/contract";
import { requiredFirst } from "../fields/read-content.ts";
import { readSchema } from "../fields/read-schema.ts";
import type { PageBudget } from "../fields/schema-draft.ts";
import { fieldMarkdown } from "../fields/schema-markdown.ts";
import type { FieldNode } from "../fields/schema-node.ts";
import { fieldAnchor, nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";

/** The parameters of one location, such as the query. */
export interface FieldGroup {
  readonly title: string;
  readonly place: string;
  readonly fields: readonly FieldNode[];
}

const places = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" },
  { place: "querystring", title: "Query string" },
  { place: "header", title: "Headers" },
  { place: "cookie", title: "Cookies" },
] as const;

/** Groups parameters by location. The ids of elements begin with `parent` and the location. */
export function parameterGroups(
  parameters: readonly Parameter[],
  parent: string,
  reference: Reference,
  budget: PageBudget,
): readonly FieldGroup[] {
  return places.flatMap(({ place, title }) => {
    const own = parameters.filter((each) => each.in === place);
    if (own.length === 0) return [];
    const anchor = nestedAnchor(parent, place);
    return [{ title, place, fields: parameterFields(own, () => anchor, reference, budget) }];
  });
}

/** Converts parameters to fields. `prefix` returns the id with which the ids of a field begin. */
export function parameterFields(
  parameters: readonly Parameter[],
  prefix: (parameter: Parameter) => string,
  reference: Reference,
  budget: PageBudget,
): readonly FieldNode[] {
  const fields = new Map<string, FieldNode>();
  for (const parameter of parameters) {
    const { name, required, deprecated, description, examples } = parameter;
    const anchor = fieldAnchor(prefix(parameter), name);
    if (fields.has(anchor)) continue;
    const schema: Schema | undefined = parameter.schema ?? parameter.content?.schema;
    const read =
      schema === undefined
        ? undefined
        : readSchema(schema, reference, { anchor, levels: 1, budget });
    const marks = read?.marks ?? [];
    const node = {
      ...(read ?? untypedNode(anchor)),
      ...(description !== undefined && { description }),
      marks: deprecated && !marks.includes("deprecated") ? ["deprecated", ...marks] : marks,
      ...(examples.length > 0 && { examples: examples.map(({ value }) => value) }),
    };
    const label = plainText(name) || "(empty name)";
    fields.set(anchor, { name, label, isRequired: required, node, isRepeated: false });
  }
  return requiredFirst([...fields.values()]);
}

function untypedNode(anchor: string): FieldNode["node"] {
  return {
    anchor,
    type: [{ text: "anything" }],
    marks: [],
    limits: [],
    patterns: [],
    examples: [],
    values: [],
    isList: false,
    fields: [],
    variants: [],
    isAnyOf: false,
  };
}

/** Writes fields as a Markdown list. */
export function fieldListMarkdown(fields: readonly FieldNode[], above: string): string {
  return fields.map((field) => fieldMarkdown(field, above, "")).join("");
}
