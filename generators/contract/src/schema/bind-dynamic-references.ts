// The target of a `$dynamicRef` depends on the path that leads to the reference (JSON Schema 2020-12
// §8.2.3.2). A schema that depends on this path is copied once for each combination of targets. Afterwards,
// every reference of the contract has one target: emitters see two schemas, `Page` of issues and `Page` of
// users.

import { compareCodePoints } from "@specwright/spec-loader";
import type { ObjectSchema, Schema, SchemaInstance } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import { reportProblem } from "../reading/problems.ts";
import {
  type Binding,
  type Bindings,
  boundTarget,
  type Copy,
  instanceOf,
  ownBindings,
} from "./dynamic-bindings.ts";
import type { SchemaResource } from "./link-resources.ts";
import { allSchemas, copyParts, leadingTo, type SchemaParts } from "./schema-sets.ts";
import { settleCopies } from "./settle-copies.ts";

/**
 * Replaces every `$dynamicRef` by a reference with one target. Returns a function that finds the template
 * of a copied schema, and the targets of the template's dynamic anchors in the copy.
 */
export function bindDynamicReferences(
  build: Build,
  resourceOf: (schema: Schema) => SchemaResource | undefined,
): (schema: Schema) => SchemaInstance | undefined {
  const { dynamicAnchors } = build.schemas;
  if (dynamicAnchors.size === 0) return () => undefined;
  const parts = possibleParts(build, resourceOf);
  const users = new Map<string, ReadonlySet<Schema>>();
  for (const anchor of [...dynamicAnchors].sort(compareCodePoints)) {
    const direct = [...parts.keys()].filter((schema) => anchorOf(schema) === anchor);
    users.set(anchor, leadingTo(direct, parts));
  }
  const written = new Map<Schema, ObjectSchema>();
  for (const schemas of users.values()) {
    for (const schema of schemas) if (schema.kind === "schema") written.set(schema, { ...schema });
  }
  const binding: Binding = {
    build,
    resourceOf,
    users,
    written,
    copies: new Map(),
    numbers: new Map(),
    waiting: [],
  };
  for (const original of written.keys()) {
    if (original.kind === "schema")
      bindReferences(binding, {
        original,
        draft: original,
        bindings: ownBindings(binding, original),
      });
  }
  for (let copy = binding.waiting.pop(); copy !== undefined; copy = binding.waiting.pop())
    bindReferences(binding, copy);
  reportHidden(binding);
  const instances = findInstances(binding);
  settleCopies(binding, instances);
  return (schema) => instances.get(schema);
}

function anchorOf(schema: Schema): string | undefined {
  return schema.kind === "schema" ? schema.dynamicRef?.dynamicAnchor : undefined;
}

/**
 * Lists all schemas. For each schema, lists the schemas that it contains, refers to, or could refer to by a
 * dynamic reference.
 */
function possibleParts(build: Build, resourceOf: Binding["resourceOf"]): SchemaParts {
  const known = [...build.schemas.byFile.values()].flatMap((schemas) => [...schemas.values()]);
  const parts = new Map(allSchemas([...known, ...build.declarations.keys()]));
  const bound = new Map<string, Set<Schema>>();
  for (const schema of parts.keys()) {
    for (const [anchor, target] of resourceOf(schema)?.dynamicAnchors ?? [])
      bound.set(anchor, (bound.get(anchor) ?? new Set()).add(target));
  }
  for (const [schema, own] of parts) {
    const more = [...(bound.get(anchorOf(schema) ?? "") ?? [])];
    if (schema.kind === "schema") more.push(...(schema.discriminator?.mapping.values() ?? []));
    if (more.length > 0) parts.set(schema, [...own, ...more]);
  }
  return parts;
}

/**
 * Replaces the dynamic reference of a schema, or of its copy, by a reference with one target. Also replaces
 * the schemas that the schema contains or refers to by their copies for the same bindings.
 */
function bindReferences(binding: Binding, { original, draft, bindings }: Copy): void {
  const dynamic = binding.written.get(original)?.dynamicRef;
  if (dynamic?.dynamicAnchor !== undefined) delete draft.dynamicRef;
  copyParts(draft, (part) => instanceOf(binding, part, bindings));
  if (draft.ref !== undefined) binding.build.schemas.targets.add(draft.ref.target);
  if (dynamic?.dynamicAnchor === undefined) return;
  const bound = bindings.get(dynamic.dynamicAnchor) ?? dynamic.target;
  const reference = { ...dynamic, target: boundTarget(binding, bound, bindings) };
  binding.build.schemas.targets.add(reference.target);
  if (draft.ref === undefined) draft.ref = reference;
  else draft.dynamicRef = reference;
}

/**
 * Reports an anchor that an outer resource overrides, although the resource of the anchor does not use the
 * anchor in a `$dynamicRef`.
 */
function reportHidden(binding: Binding): void {
  const { build, copies, resourceOf } = binding;
  const used = usedAnchors(binding);
  for (const { original, bindings } of copies.values()) {
    const resource = resourceOf(original);
    if (resource === undefined) continue;
    for (const [anchor, outer] of bindings) {
      const own = resource.dynamicAnchors.get(anchor);
      // An outer resource may override an anchor in two cases: the inner resource uses the anchor in a
      // `$dynamicRef`, or the anchor is at the root of the inner resource.
      const isReplaceable =
        used.get(resource)?.has(anchor) === true || own?.source.pointer === resource.source.pointer;
      if (own === undefined || own === outer || isReplaceable) continue;
      const { file, pointer } = outer.source;
      const message = `The references "${anchor}" that come from ${file}#${pointer} lead to its anchor, and not to this one.`;
      reportProblem(build, "DYNAMIC_ANCHOR_HIDDEN", own.source, message);
    }
  }
}

/**
 * Finds the templates among the schemas, and the instances of each template. A template is also an instance
 * of itself.
 */
function findInstances(binding: Binding): Map<Schema, SchemaInstance> {
  const instances = new Map<Schema, SchemaInstance>();
  const used = usedAnchors(binding);
  const add = (schema: Schema, template: Schema, bindings: Bindings): void => {
    const parameters = parametersOf(binding, used, template);
    if (parameters.length === 0) return;
    const given = parameters.map((anchor): [string, Schema] => {
      const bound = bindings.get(anchor) ?? template;
      return [anchor, boundTarget(binding, bound, bindings)];
    });
    instances.set(schema, { template, arguments: new Map(given) });
  };
  for (const schema of binding.written.keys()) add(schema, schema, ownBindings(binding, schema));
  for (const { original, draft, bindings } of binding.copies.values())
    add(draft, original, bindings);
  return instances;
}

type UsedAnchors = ReadonlyMap<SchemaResource, ReadonlySet<string>>;

/** For each resource, finds the anchors that the resource uses in a `$dynamicRef`. */
function usedAnchors({ written, resourceOf }: Binding): UsedAnchors {
  const used = new Map<SchemaResource, Set<string>>();
  for (const [schema, { dynamicRef }] of written) {
    const resource = resourceOf(schema);
    const anchor = dynamicRef?.dynamicAnchor;
    if (resource !== undefined && anchor !== undefined)
      used.set(resource, (used.get(resource) ?? new Set()).add(anchor));
  }
  return used;
}

/**
 * Lists the anchors that a schema depends on, if the resource of the schema declares them and uses them in
 * a `$dynamicRef`.
 */
function parametersOf(
  { users, resourceOf }: Binding,
  used: UsedAnchors,
  schema: Schema,
): readonly string[] {
  const resource = resourceOf(schema);
  const own = resource && used.get(resource);
  return [...users.keys()].filter(
    (anchor) =>
      own?.has(anchor) === true &&
      resource?.dynamicAnchors.has(anchor) === true &&
      users.get(anchor)?.has(schema) === true,
  );
}
