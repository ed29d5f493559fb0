// There is one schema object for each place, created before it is read, so that cycles and deep
// chains of references need no recursion.

import type { Source } from "@specwright/spec-loader";
import type { Dialect, ObjectSchema, Schema } from "../model/schema.ts";
import { dialectOfMetaschema } from "./dialect.ts";
import { holdsObject, kindOf, type ObjectPlace, type Place, sourceOf } from "./place.ts";
import { type ProblemLog, report } from "./problems.ts";

/** A schema object while it is being read. */
export type SchemaDraft = { -readonly [Key in keyof ObjectSchema]: ObjectSchema[Key] };

/** A discriminator whose mapping is filled in once every schema is known. */
export interface OpenDiscriminator {
  readonly schema: SchemaDraft;
  readonly place: ObjectPlace;
  readonly propertyName: string;
  readonly mapping: Map<string, Schema>;
}

/** The schemas of a build by place, and those still to be read. */
export interface SchemaGraph {
  readonly byFile: Map<string, Map<string, Schema>>;
  readonly merged: WeakMap<object, Schema>;
  /** The places whose schemas are read from another place, by file and pointer. */
  readonly replaced: Map<string, Place>;
  readonly unread: { readonly draft: SchemaDraft; readonly place: ObjectPlace }[];
  /** Schemas that something refers to. */
  readonly targets: Set<Schema>;
  readonly discriminators: OpenDiscriminator[];
  /** The names of dynamic anchors that any `$dynamicRef` uses. */
  readonly dynamicAnchors: Set<string>;
}

/** The owner of a graph of schemas and of its problems. */
export interface GraphHolder extends ProblemLog {
  readonly schemas: SchemaGraph;
}

/** Creates an empty graph. */
export function createSchemaGraph(): SchemaGraph {
  return {
    byFile: new Map(),
    merged: new WeakMap(),
    replaced: new Map(),
    unread: [],
    targets: new Set(),
    discriminators: [],
    dynamicAnchors: new Set(),
  };
}

/**
 * Returns the schema at a place, which may not have been read yet. The same place always returns
 * the same object.
 */
export function schemaAt(holder: GraphHolder, written: Place, inherited: Dialect): Schema {
  const { replaced } = holder.schemas;
  const place =
    replaced.size === 0 ? written : (replaced.get(`${written.file}#${written.pointer}`) ?? written);
  const known = find(holder, place);
  if (known !== undefined) return known;
  const schema = createSchema(holder, place, inherited);
  keep(holder, place, schema);
  return schema;
}

/** Replaces the schema of a place by that of another, before either is read. */
export function replaceSchema(holder: GraphHolder, place: Place, by: Place): void {
  holder.schemas.replaced.set(`${place.file}#${place.pointer}`, by);
}

/** Returns the schema of a source, if it was requested before. */
export function knownSchema(holder: GraphHolder, source: Source): Schema | undefined {
  return holder.schemas.byFile.get(source.file)?.get(source.pointer);
}

function createSchema(holder: GraphHolder, place: Place, inherited: Dialect): Schema {
  const source = sourceOf(place);
  if (typeof place.value === "boolean") return { kind: "boolean", source, value: place.value };
  if (!holdsObject(place)) {
    report(
      holder,
      "SCHEMA_SHAPE",
      place,
      `A schema is an object, true or false, but this is ${kindOf(place.value)}.`,
    );
    return { kind: "boolean", source, value: true };
  }
  const { $schema } = place.value;
  const dialect =
    (typeof $schema === "string" ? dialectOfMetaschema($schema) : undefined) ?? inherited;
  const draft: SchemaDraft = {
    kind: "schema",
    source,
    dialect,
    raw: place.value,
    extensions: noExtensions,
  };
  holder.schemas.unread.push({ draft, place });
  return draft;
}

const noExtensions: ObjectSchema["extensions"] = new Map();

function find(holder: GraphHolder, place: Place): Schema | undefined {
  if (place.origins !== undefined && holdsObject(place))
    return holder.schemas.merged.get(place.value);
  return knownSchema(holder, place);
}

function keep(holder: GraphHolder, place: Place, schema: Schema): void {
  if (place.origins !== undefined && holdsObject(place)) {
    holder.schemas.merged.set(place.value, schema);
    return;
  }
  let schemas = holder.schemas.byFile.get(place.file);
  if (schemas === undefined) {
    schemas = new Map();
    holder.schemas.byFile.set(place.file, schemas);
  }
  schemas.set(place.pointer, schema);
}
