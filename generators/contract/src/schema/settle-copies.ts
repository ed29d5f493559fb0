// Adds the copies of schemas to the contract. Equal copies are merged. If a named schema only refers to a
// copy, the copy gets the name of this schema. All other copies get composed names.

import { compareCodePoints } from "@specwright/spec-loader";
import { annotationFields } from "../model/annotations.ts";
import type { ObjectSchema, Schema, SchemaInstance } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { declareComposed, namesOfTarget } from "../reading/declarations.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import { type Binding, boundTarget, type Copy, ownBindings } from "./dynamic-bindings.ts";
import { allSchemas, copyParts, schemaPartsOf } from "./schema-sets.ts";

/** Maps each replaced schema to its replacement. */
type Replaced = ReadonlyMap<Schema, Schema>;

/**
 * Merges copies of schemas, and names the remaining ones. Updates `instances` to the remaining schemas.
 */
export function settleCopies(binding: Binding, instances: Map<Schema, SchemaInstance>): void {
  const merged = mergeCopies(binding);
  const left = [...binding.copies.values()].filter(({ draft }) => !merged.has(draft));
  const aliases = takeOverAliases(binding, left, instances);
  const replaced = new Map(aliases);
  for (const [copy, first] of merged) replaced.set(copy, aliases.get(first) ?? first);
  for (const schema of replaced.keys()) binding.build.schemas.targets.delete(schema);
  for (const [schema, { template, arguments: given }] of instances) {
    const settled = [...given].map(([anchor, target]): [string, Schema] => [
      anchor,
      replaced.get(target) ?? target,
    ]);
    instances.set(schema, { template, arguments: new Map(settled) });
  }
  nameCopies(binding, left, replaced);
}

/**
 * Merges equal copies. A copy that is equal to its original is merged with the original. Returns the
 * replaced schemas.
 */
function mergeCopies({ written, copies }: Binding): Replaced {
  const originals = new Map<Schema, Schema>([...written.keys()].map((each) => [each, each]));
  for (const { draft, original } of copies.values()) originals.set(draft, original);
  const numbers = new Map<Schema, number>();
  const numberOf = (schema: Schema): number => {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  };
  // At first, all copies of a schema count as equal. Each pass separates copies that refer to different
  // copies.
  let blocks = new Map(
    [...originals].map(([schema, original]) => [schema, `${numberOf(original)}`]),
  );
  for (let count = -1; count !== new Set(blocks.values()).size; ) {
    count = new Set(blocks.values()).size;
    const short = new Map<string, number>();
    const before = blocks;
    blocks = new Map(
      [...originals].map(([schema, original]) => {
        const parts = schemaPartsOf(schema).map((part) => before.get(part) ?? `=${numberOf(part)}`);
        const text = [numberOf(original), ...parts].join(" ");
        const block = short.get(text) ?? short.size;
        short.set(text, block);
        return [schema, `${block}`];
      }),
    );
  }
  const first = new Map<string, Schema>();
  for (const [schema, block] of blocks) if (!first.has(block)) first.set(block, schema);
  const merged = new Map<Schema, Schema>();
  for (const [schema, block] of blocks) {
    const same = first.get(block);
    if (same !== undefined && same !== schema) merged.set(schema, same);
  }
  replaceParts(originals.keys(), merged);
  return merged;
}

function replaceParts(schemas: Iterable<Schema>, replaced: Replaced): void {
  for (const schema of schemas)
    if (schema.kind === "schema") copyParts(schema, (part) => replaced.get(part) ?? part);
}

/**
 * If a named schema only refers to a copy, the named schema replaces the copy: `IssuePage` replaces `Page`
 * of issues. Returns the first named schema for each copy.
 */
function takeOverAliases(
  { build, written }: Binding,
  copies: readonly Copy[],
  instances: Map<Schema, SchemaInstance>,
): Replaced {
  const drafts = new Set<Schema>(copies.map(({ draft }) => draft));
  const aliases = new Map<Schema, Schema>();
  const named = [...written.keys()].filter(
    (schema) => build.declarations.has(schema) || build.schemas.targets.has(schema),
  );
  named.sort((a, b) => nameStrength(build, b) - nameStrength(build, a) || byPlace(a, b));
  for (const alias of named) {
    if (!isPureReference(alias)) continue;
    const { target } = alias.ref;
    if (target.kind === "boolean" || !drafts.has(target)) continue;
    const instance = instances.get(target);
    if (instance !== undefined) instances.set(alias, instance);
    copyKeywordsToAlias(alias, target);
    if (!aliases.has(target)) aliases.set(target, alias);
  }
  replaceParts([...written.keys(), ...drafts], aliases);
  return aliases;
}

function nameStrength({ declarations }: Build, schema: Schema): number {
  return declarations.get(schema)?.strength ?? 0;
}

function byPlace({ source: a }: Schema, { source: b }: Schema): number {
  return compareCodePoints(a.file, b.file) || compareCodePoints(a.pointer, b.pointer);
}

/**
 * Copies the keywords of a target to the named schema that refers to the target. The named schema keeps its
 * descriptions.
 */
function copyKeywordsToAlias(
  alias: SchemaDraft,
  { raw, extensions, ...target }: ObjectSchema,
): void {
  const own = { ...alias };
  const { $ref: _, ...ownRaw } = alias.raw;
  delete alias.ref;
  Object.assign(alias, target);
  for (const field of annotationFields)
    if (Object.hasOwn(own, field)) Object.assign(alias, { [field]: Reflect.get(own, field) });
  alias.raw = { ...raw, ...ownRaw };
  alias.extensions = new Map([...extensions, ...own.extensions]);
}

/** Composes names for the copies that references lead to, such as `Page of Issue`. */
function nameCopies(binding: Binding, copies: readonly Copy[], replaced: Replaced): void {
  const { build } = binding;
  const nameOf = (schema: Schema): string =>
    build.declarations.get(schema)?.names[0] ?? namesOfTarget(schema)[0] ?? "";
  const originals = new Map<Schema, Schema>(copies.map(({ draft, original }) => [draft, original]));
  const others = [...build.schemas.targets].filter((target) => !originals.has(target));
  const reached = allSchemas([...build.declarations.keys(), ...others]);
  for (const { original, draft, bindings } of copies) {
    if (replaced.has(draft) || !build.schemas.targets.has(draft)) continue;
    if (!reached.has(draft)) {
      build.schemas.targets.delete(draft);
      continue;
    }
    const usual = ownBindings(binding, original);
    const given = [...bindings]
      .filter(([anchor, target]) => usual.get(anchor) !== target)
      .map(([, target]) => boundTarget(binding, target, bindings))
      .map((target) => replaced.get(target) ?? target);
    const names = given.map((target) => nameOf(originals.get(target) ?? target));
    declareComposed(build, draft, "schema", [`${nameOf(original)} of ${names.join(" and ")}`]);
  }
}
