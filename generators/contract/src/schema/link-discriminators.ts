import { compareCodePoints } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { type Build, placeAt } from "../reading/build.ts";
import { mapField } from "../reading/fields.ts";
import { resolveReference } from "../reading/follow-reference.ts";
import { holdsObject, memberOf, type Place, pointerSegments } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { type OpenDiscriminator, type SchemaDraft, schemaAt } from "../reading/schema-graph.ts";
import { constantProperties } from "./constant-properties.ts";
import { dialectAcross } from "./keywords.ts";
import { openBases } from "./open-bases.ts";
import { readUnread } from "./schema-object.ts";
import { conjuncts } from "./schema-sets.ts";

/**
 * Completes the mapping of every discriminator. The entries of the document are added first. Then each
 * branch without an entry gets a tag: the constant of its tag property, or else the name of its schema. The
 * branches are the references in `oneOf` and `anyOf`. Without these keywords, the branches are the schemas
 * whose `allOf` refers to the schema with the discriminator. Then a `oneOf` without a discriminator
 * inherits the discriminator of its branches' parent. Finally, bases that forbid the properties of their
 * children are opened.
 */
export function linkDiscriminators(build: Build): void {
  const open = build.schemas.discriminators;
  for (let index = 0; index < open.length; index += 1) {
    const discriminator = open[index];
    if (discriminator !== undefined) linkWritten(build, discriminator);
    readUnread(build);
  }
  if (open.length === 0) return;
  const children = childrenByParent(build);
  for (const discriminator of open) {
    const branches = unionBranches(discriminator, children);
    addImplied(discriminator, branches);
  }
  inheritDiscriminators(build);
  openBases(build, children);
}

function linkWritten(build: Build, { place, mapping, schema }: OpenDiscriminator): void {
  const keyword = memberOf(place, "discriminator");
  if (keyword === undefined || !holdsObject(keyword)) return;
  for (const [tag, entry] of mapField(build, keyword, "mapping")) {
    const target =
      typeof entry.value === "string" ? findMappedSchema(build, entry, entry.value) : undefined;
    if (target === undefined) {
      reportProblem(
        build,
        "DISCRIMINATOR_TARGET",
        entry,
        `The schema of the tag \`${tag}\` does not exist.`,
      );
      continue;
    }
    const targetSchema = schemaAt(
      build,
      target,
      dialectAcross(build, place, target, schema.dialect),
    );
    build.schemas.targets.add(targetSchema);
    mapping.set(tag, targetSchema);
  }
}

// If a text is both the name of a component and a relative URI, the name takes precedence (OpenAPI 3.1
// §4.8.25).
function findMappedSchema(build: Build, from: Place, text: string): Place | undefined {
  if (/^[a-zA-Z0-9._-]+$/.test(text)) {
    const named = placeAt(build, { file: from.file, pointer: `/components/schemas/${text}` });
    if (named !== undefined) return named;
  }
  return resolveReference(build, from, text);
}

/** Maps each schema to the schemas whose `allOf` refers to it. */
function childrenByParent(build: Build): Map<Schema, Schema[]> {
  const children = new Map<Schema, Schema[]>();
  for (const schemas of build.schemas.byFile.values()) {
    for (const schema of schemas.values()) {
      if (schema.kind === "boolean" || schema.allOf === undefined) continue;
      if (componentName(schema) === undefined) continue;
      for (const part of schema.allOf) {
        if (part.kind === "boolean" || part.ref === undefined) continue;
        const { target } = part.ref;
        const siblings = children.get(target);
        if (siblings === undefined) children.set(target, [schema]);
        else siblings.push(schema);
      }
    }
  }
  return children;
}

function unionBranches({ schema }: OpenDiscriminator, children: Map<Schema, Schema[]>): Schema[] {
  const written = [schema, ...unionParts(schema)].flatMap(({ oneOf = [], anyOf = [] }) => [
    ...oneOf,
    ...anyOf,
  ]);
  if (written.length > 0) {
    return written.flatMap((branch) =>
      branch.kind === "schema" && branch.ref !== undefined ? [branch.ref.target] : [],
    );
  }
  const found = new Set<Schema>([schema]);
  for (const parent of found) {
    for (const child of children.get(parent) ?? []) found.add(child);
  }
  found.delete(schema);
  return [...found].sort((a, b) => compareCodePoints(a.source.pointer, b.source.pointer));
}

function addImplied({ mapping, propertyName }: OpenDiscriminator, branches: Schema[]): void {
  const mapped = new Set(mapping.values());
  for (const branch of branches) {
    if (mapped.has(branch)) continue;
    const tag = impliedTag(branch, propertyName);
    if (tag !== undefined && !mapping.has(tag)) mapping.set(tag, branch);
  }
}

function impliedTag(branch: Schema, propertyName: string): string | undefined {
  return constantProperties(branch).get(propertyName) ?? componentName(branch);
}

/**
 * Lets a `oneOf` without a discriminator inherit one. The inherited discriminator is that of its branches'
 * parent, or of the schema around the `oneOf`. It must have a tag for every branch. springdoc writes the
 * discriminator only into the parent. Without a discriminator, each branch would accept the values of the
 * other branches.
 */
function inheritDiscriminators({ schemas: { byFile, discriminators } }: Build): void {
  const around = new Map<ObjectSchema, SchemaDraft>();
  for (const { schema } of discriminators) {
    for (const part of unionParts(schema)) around.set(part, schema);
  }
  // Find all inherited discriminators before setting the first one. Otherwise, a union could pass on a
  // discriminator that the union itself only inherited.
  const inherited: [SchemaDraft, NonNullable<ObjectSchema["discriminator"]>][] = [];
  for (const schemas of byFile.values()) {
    for (const schema of schemas.values()) {
      if (schema.kind === "boolean" || schema.discriminator !== undefined) continue;
      const found = inheritedDiscriminator(schema, around.get(schema));
      if (found !== undefined) inherited.push([schema, found]);
    }
  }
  for (const [schema, discriminator] of inherited) schema.discriminator = discriminator;
}

function inheritedDiscriminator(
  { oneOf = [], anyOf }: ObjectSchema,
  around: ObjectSchema | undefined,
): ObjectSchema["discriminator"] {
  const targets = oneOf.flatMap((branch) =>
    branch.kind === "schema" && branch.ref !== undefined ? [branch.ref.target] : [],
  );
  const [first] = targets;
  if (first === undefined || targets.length < Math.max(oneOf.length, 2)) return undefined;
  if (anyOf !== undefined) return undefined;
  for (const parent of around === undefined ? conjuncts(first) : [around]) {
    if (parent.kind === "boolean" || parent.discriminator === undefined) continue;
    const { propertyName, mapping, hasDefault } = parent.discriminator;
    if (hasDefault === true) continue;
    const tags = new Map([...mapping].filter(([, target]) => targets.includes(target)));
    const own = targets.includes(parent) ? impliedTag(parent, propertyName) : undefined;
    const isSelected = [...tags.values()].includes(parent);
    if (own !== undefined && !isSelected && !mapping.has(own)) tags.set(own, parent);
    const selected = new Set(tags.values());
    if (targets.every((target) => selected.has(target))) return { propertyName, mapping: tags };
  }
  return undefined;
}

/** Lists the unions in the `allOf` of a schema. */
function unionParts({ allOf = [] }: ObjectSchema): readonly ObjectSchema[] {
  return allOf.flatMap((part) =>
    part.kind === "schema" && part.ref === undefined && (part.oneOf ?? part.anyOf) !== undefined
      ? [part]
      : [],
  );
}

function componentName(schema: Schema): string | undefined {
  const segments = pointerSegments(schema.source.pointer);
  const container = segments.at(-2);
  return container === "schemas" || container === "$defs" || container === "definitions"
    ? segments.at(-1)
    : undefined;
}
