import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import { reportProblem } from "../reading/problems.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";

/**
 * Opens each base that has a discriminator and forbids the properties of the schemas that extend it; closes
 * the extending schemas instead. As written, no value could match the extending schemas, because
 * `additionalProperties: false` allows only the properties beside it. Many generators of documents ignore
 * this rule of JSON Schema.
 */
export function openBases(build: Build, children: ReadonlyMap<Schema, readonly Schema[]>): void {
  for (const { schema: top } of build.schemas.discriminators) {
    if (!children.has(top)) continue;
    const family = familyOf(top, children);
    const names = new Set([...family].flatMap(ownNames));
    for (const base of family) {
      const closed = children.has(base) ? ownParts(base).filter(isClosed) : [];
      const isRefused = (name: string): boolean =>
        closed.some(({ properties }) => properties?.has(name) !== true);
      // A fast test, because most families have no forbidden properties.
      if (![...names].some(isRefused)) continue;
      const heirs = [...familyOf(base, children)].filter((each) => each !== base);
      const refused = heirs.find((heir) => ownNames(heir).some(isRefused));
      if (refused === undefined) continue;
      const message = `\`additionalProperties: false\` forbids the properties of ${refused.source.pointer}, which extends this schema. It is ignored here, and applied to the schemas that no other schema extends.`;
      reportProblem(build, "BASE_CLOSED", base.source, message);
      moveDown(family, children, { kind: "boolean", source: base.source, value: false });
      break;
    }
  }
}

/** Lists a schema and all schemas that extend it, directly or indirectly. */
function familyOf(
  top: ObjectSchema,
  children: ReadonlyMap<Schema, readonly Schema[]>,
): ReadonlySet<ObjectSchema> {
  const family = new Set([top]);
  // The set grows during the iteration.
  for (const each of family) {
    for (const child of children.get(each) ?? []) if (child.kind === "schema") family.add(child);
  }
  return family;
}

/** Reports whether a part of a schema forbids all members except its own properties. */
function isClosed({ additionalProperties: others, patternProperties }: ObjectSchema): boolean {
  return others?.kind === "boolean" && !others.value && patternProperties === undefined;
}

function ownNames(schema: ObjectSchema): readonly string[] {
  return ownParts(schema).flatMap(({ properties }) => [...(properties?.keys() ?? [])]);
}

/** Opens a family of schemas, and closes the schemas that no other schema extends. */
function moveDown(
  family: ReadonlySet<ObjectSchema>,
  children: ReadonlyMap<Schema, readonly Schema[]>,
  never: Schema,
): void {
  for (const each of family) {
    for (const part of ownParts(each)) openPart(part);
    const leaf: SchemaDraft = each;
    if (!children.has(each)) leaf.unevaluatedProperties = never;
  }
}

function openPart(part: SchemaDraft): void {
  if (isClosed(part)) delete part.additionalProperties;
}

/** Lists a schema and the parts of its `allOf` that are not references. */
function ownParts(schema: ObjectSchema): readonly ObjectSchema[] {
  const parts = (schema.allOf ?? []).filter((part) => part.kind === "schema");
  return [schema, ...parts.filter(({ ref }) => ref === undefined)];
}
