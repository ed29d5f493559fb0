// Reads the fields and variants of a schema.

import { type ObjectSchema, orderedProperties, type Schema, unionTag } from "@specwright/contract";
import { schemaParts } from "@specwright/schemas";
import { anchorStep, fieldAnchor, nestedAnchor } from "../paths/anchors.ts";
import { plainText } from "../text/plain-text.ts";
import { createDraft, firstDefined, type Reading, type Waiting } from "./schema-draft.ts";
import type { Continuation, FieldNode, SchemaNode, VariantNode } from "./schema-node.ts";

/**
 * Reads the fields and variants of a waiting schema. If the page does not show them, sets a link to the
 * page or section that shows them.
 */
export function readContent(waiting: Waiting, reading: Reading): void {
  const { draft, content, anchor } = waiting;
  const { reference, budget } = reading;
  const repeated = content.parts.find((part) => waiting.around.has(part));
  const declaration = content.declaration;
  const path = declaration === undefined ? undefined : reference.paths.schema(declaration);
  const named: Continuation | undefined =
    declaration === undefined || path === undefined
      ? undefined
      : { text: plainText(declaration.name) || "unnamed", path };
  if (repeated !== undefined) {
    const above = waiting.around.get(repeated) ?? "";
    draft.continued = named ?? { text: "the same schema above", anchor: above };
    return;
  }
  const isNested = named !== undefined && anchor !== reading.anchor;
  if (isNested && (waiting.level > reading.levels || budget.named <= 0)) {
    draft.continued = named;
    return;
  }
  if (named !== undefined && waiting.level === 0 && waiting.isRepeated) {
    if (budget.shown.has(named.path ?? "")) {
      draft.continued = named;
      return;
    }
    budget.shown.add(named.path ?? "");
  }
  if (budget.all <= 0) {
    draft.continued = named ?? waiting.elsewhere ?? { text: "the document" };
    return;
  }
  const inside: Inside = {
    waiting,
    reading,
    level: waiting.level + (isNested ? 1 : 0),
    // The items of a list have no separate element, so a link leads to the element of the list.
    around: new Map([
      ...waiting.around,
      ...content.parts.map((part) => [part, draft.anchor] as const),
    ]),
    elsewhere: named ?? waiting.elsewhere,
  };
  draft.fields = readFields(inside);
  const unions = content.parts.filter(
    ({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined,
  );
  draft.variants = unions.flatMap((part, index) =>
    readVariants(part, unions.length > 1 ? index + 1 : 0, inside),
  );
  draft.isAnyOf = unions.some(({ anyOf }) => anyOf !== undefined);
  const count = draft.fields.length + draft.variants.length;
  budget.all -= count;
  if (waiting.isRepeated) budget.named -= count;
}

interface Inside {
  readonly waiting: Waiting;
  readonly reading: Reading;
  readonly level: number;
  readonly around: ReadonlyMap<Schema, string>;
  readonly elsewhere: Continuation | undefined;
}

function nestedNode(schema: Schema, anchor: string, inside: Inside): SchemaNode {
  const { waiting, reading, level, around, elsewhere } = inside;
  // Below the root, each named schema counts as one level.
  return createDraft(
    schema,
    {
      anchor,
      level: Math.max(1, level),
      isRepeated: waiting.isRepeated,
      around,
      ...(elsewhere !== undefined && { elsewhere }),
    },
    reading,
  );
}

function readFields(inside: Inside): readonly FieldNode[] {
  const { content, anchor, isRepeated } = inside.waiting;
  const { reader } = inside.reading;
  const required = new Set(content.parts.flatMap((part) => part.required ?? []));
  const fields = new Map<string, FieldNode>();
  const add = (key: string, label: string, at: string, schema: Schema, name?: string): void => {
    if (fields.has(key)) return;
    const node = nestedNode(schema, at, inside);
    if (reader === "request" && node.marks.includes("read-only")) return;
    if (reader === "response" && node.marks.includes("write-only")) return;
    const isRequired = name !== undefined && required.has(name);
    fields.set(key, { ...(name !== undefined && { name }), label, isRequired, node, isRepeated });
  };
  for (const part of content.parts) {
    for (const [name, schema] of orderedProperties(part)) {
      const label = plainText(name) || "(empty name)";
      add(`.${name}`, label, fieldAnchor(anchor, name), schema, name);
    }
    part.prefixItems?.forEach((schema, index) => {
      add(`:${index}`, `item ${index + 1}`, nestedAnchor(anchor, `item-${index}`), schema);
    });
    for (const [pattern, schema] of part.patternProperties ?? []) {
      const at = nestedAnchor(anchor, `match-${anchorStep(pattern)}`);
      add(`/${pattern}`, `names that match ${plainText(pattern)}`, at, schema);
    }
    const others = part.additionalProperties;
    if (others?.kind === "schema")
      add("*", "any other name", nestedAnchor(anchor, "other"), others);
  }
  return requiredFirst([...fields.values()]);
}

/** Sorts required fields before optional fields. Keeps the order within both groups. */
export function requiredFirst(fields: readonly FieldNode[]): readonly FieldNode[] {
  return [
    ...fields.filter(({ isRequired }) => isRequired),
    ...fields.filter(({ isRequired }) => !isRequired),
  ];
}

function readVariants(part: ObjectSchema, union: number, inside: Inside): readonly VariantNode[] {
  const branches = part.oneOf ?? part.anyOf ?? [];
  const tag = unionTag(branches, part.discriminator);
  const { reference } = inside.reading;
  const taken = new Set<string>();
  return branches.map((branch, index) => {
    const { declaration, parts } = schemaParts(branch, reference.contract);
    const title = firstDefined(parts, (each) => each.title) ?? declaration?.name;
    let step = anchorStep(declaration?.name ?? `variant-${index + 1}`);
    while (taken.has(step)) step = `${step}~${index + 1}`;
    taken.add(step);
    step = `is${union > 0 ? union : ""}-${step}`;
    const values = [...(tag?.branches ?? [])]
      .filter(([, target]) => target === branch || parts.some((each) => each === target))
      .map(([value]) => String(value));
    return {
      label: (title === undefined ? "" : plainText(title)) || `Variant ${index + 1}`,
      ...(tag !== undefined && values.length > 0 && { tag: { field: tag.property, values } }),
      node: nestedNode(branch, nestedAnchor(inside.waiting.anchor, step), inside),
    };
  });
}
