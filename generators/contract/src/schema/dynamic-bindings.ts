// Bindings are the targets of dynamic anchors on a path to a schema. This file determines the bindings of a
// schema, and copies the schema for each combination of targets.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { reportProblem } from "../reading/problems.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import type { SchemaResource } from "./link-resources.ts";

/**
 * The target of each dynamic anchor, by name of the anchor. If several resources on a path declare the
 * anchor, the outermost one determines the target.
 */
export type Bindings = ReadonlyMap<string, Schema>;

/**
 * The maximum number of copies. Real documents need a few; a hostile document could require exponentially
 * many.
 */
const maxCopies = 5_000;

/** The state while dynamic references of a contract get their targets. */
export interface Binding {
  readonly build: Build;
  readonly resourceOf: (schema: Schema) => SchemaResource | undefined;
  /** For each dynamic anchor, the schemas that depend on the anchor. */
  readonly users: ReadonlyMap<string, ReadonlySet<Schema>>;
  /** The schemas as in the document, before their references are replaced. */
  readonly written: ReadonlyMap<Schema, ObjectSchema>;
  /** The copies of schemas. The key consists of the original and its bindings. */
  readonly copies: Map<string, Copy>;
  readonly numbers: Map<Schema, number>;
  readonly waiting: Copy[];
}

/** A copy of a schema, for one combination of targets of dynamic anchors. */
export interface Copy {
  readonly original: Schema;
  readonly draft: SchemaDraft;
  readonly bindings: Bindings;
}

/** Returns the bindings of a schema on the shortest path: the path that starts at this schema. */
export function ownBindings(binding: Binding, schema: Schema): Bindings {
  return enterResource(binding, new Map(), schema);
}

/**
 * Returns the bindings inside a schema: the outer bindings, and the anchors of the schema's resource that
 * have no outer binding. Omits anchors that the schema does not depend on.
 */
function enterResource({ users, resourceOf }: Binding, outer: Bindings, schema: Schema): Bindings {
  const anchors = resourceOf(schema)?.dynamicAnchors;
  const inner = new Map<string, Schema>();
  for (const [anchor, dependent] of users) {
    const target = outer.get(anchor) ?? anchors?.get(anchor);
    if (target !== undefined && dependent.has(schema)) inner.set(anchor, target);
  }
  return inner;
}

function isSame(left: Bindings, right: Bindings): boolean {
  return left.size === right.size && [...left].every(([key, value]) => right.get(key) === value);
}

function copyKey({ numbers }: Binding, schema: Schema, bindings: Bindings): string {
  const numberOf = (each: Schema): number => {
    const number = numbers.get(each) ?? numbers.size;
    numbers.set(each, number);
    return number;
  };
  const bound = [...bindings].map(([anchor, target]) => `${numberOf(target)} ${anchor}`);
  return [numberOf(schema), ...bound].join("\n");
}

/**
 * Returns the schema that an anchor resolves to. If this schema is only a reference, returns the target of
 * the reference.
 */
export function boundTarget(binding: Binding, bound: Schema, outer: Bindings): Schema {
  const seen = new Set<Schema>();
  let [target, bindings] = [bound, enterResource(binding, outer, bound)];
  for (;;) {
    const schema = binding.written.get(target) ?? target;
    if (!isPureReference(schema) || seen.has(target)) return instanceOf(binding, target, bindings);
    seen.add(target);
    target = schema.ref.target;
    bindings = enterResource(binding, bindings, target);
  }
}

/**
 * Returns the copy of a schema for the given bindings. Returns the schema itself if the bindings do
 * not change its references.
 */
export function instanceOf(binding: Binding, schema: Schema, outer: Bindings): Schema {
  const original = binding.written.get(schema);
  if (original === undefined) return schema;
  const bindings = enterResource(binding, outer, schema);
  if (isSame(bindings, ownBindings(binding, schema))) return schema;
  const key = copyKey(binding, schema, bindings);
  const known = binding.copies.get(key);
  if (known !== undefined) return known.draft;
  if (binding.copies.size === maxCopies) {
    const message = `The \`$dynamicRef\`s of the document become more than ${maxCopies} schemas.`;
    reportProblem(binding.build, "DYNAMIC_REF_LIMIT", schema.source, message);
    return schema;
  }
  const copy: Copy = { original: schema, draft: { ...original }, bindings };
  binding.copies.set(key, copy);
  binding.waiting.push(copy);
  return copy.draft;
}
