import { compareCodePoints } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { type Build, placeAt } from "../reading/build.ts";
import { mapField } from "../reading/fields.ts";
import { step } from "../reading/follow.ts";
import { holdsObject, member, type Place, pointerSegments } from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import { type OpenDiscriminator, schemaAt } from "../reading/schema-graph.ts";
import { constantProperties } from "./constant-properties.ts";
import { dialectAcross } from "./keywords.ts";
import { readUnread } from "./schema-object.ts";

/**
 * Completes the mapping of every discriminator: first the written entries; then, for each branch
 * without one, the constants of its tag property, or else the name of its schema. Branches are the
 * references in `oneOf` and `anyOf`; without these, the schemas whose `allOf` refers to the one
 * with the discriminator.
 */
export function linkDiscriminators(build: Build): void {
  const open = build.schemas.discriminators;
  for (let index = 0; index < open.length; index += 1) {
    const discriminator = open[index];
    if (discriminator !== undefined) linkWritten(build, discriminator);
    readUnread(build);
  }
  if (open.length === 0) return;
  const children = inheritance(build);
  for (const discriminator of open) {
    const branches = branchesOf(discriminator, children);
    addImplied(discriminator, branches);
  }
}

function linkWritten(build: Build, { place, mapping, schema }: OpenDiscriminator): void {
  const keyword = member(place, "discriminator");
  if (keyword === undefined || !holdsObject(keyword)) return;
  for (const [tag, entry] of mapField(build, keyword, "mapping")) {
    const target = typeof entry.value === "string" ? lookUp(build, entry, entry.value) : undefined;
    if (target === undefined) {
      report(build, "DISCRIMINATOR_TARGET", entry, `No schema is found for the tag \`${tag}\`.`);
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

// A value that is both a component's name and a relative URI is taken as the name (OpenAPI 3.1 §4.8.25).
function lookUp(build: Build, from: Place, text: string): Place | undefined {
  if (/^[a-zA-Z0-9._-]+$/.test(text)) {
    const named = placeAt(build, { file: from.file, pointer: `/components/schemas/${text}` });
    if (named !== undefined) return named;
  }
  return step(build, from, text);
}

/** Maps each schema to those whose `allOf` refers to it. */
function inheritance(build: Build): Map<Schema, Schema[]> {
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

function branchesOf({ schema }: OpenDiscriminator, children: Map<Schema, Schema[]>): Schema[] {
  const written = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
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
    const constant = constantProperties(branch).get(propertyName);
    const tag = constant ?? componentName(branch);
    if (tag !== undefined && !mapping.has(tag)) mapping.set(tag, branch);
  }
}

function componentName(schema: Schema): string | undefined {
  const segments = pointerSegments(schema.source.pointer);
  const container = segments.at(-2);
  return container === "schemas" || container === "$defs" || container === "definitions"
    ? segments.at(-1)
    : undefined;
}
