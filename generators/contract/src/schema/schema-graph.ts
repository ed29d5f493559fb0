// One schema object per place, made before it is read, so that cycles and deep chains of
// references need no recursion.

import type { Source } from "@specwright/spec-loader";
import type { Dialect, ObjectSchema, Schema } from "../model/schema.ts";
import { type Build, report } from "../reading/build.ts";
import { kindOf } from "../reading/fields.ts";
import { holdsObject, type ObjectPlace, type Place, sourceOf } from "../reading/place.ts";
import { dialectOfMetaschema } from "./dialect.ts";

/** Is a schema object while it is being read. */
export type SchemaDraft = { -readonly [Key in keyof ObjectSchema]: ObjectSchema[Key] };

/** Is a discriminator whose mapping is filled in when every schema is known. */
export interface OpenDiscriminator {
  readonly schema: SchemaDraft;
  readonly place: ObjectPlace;
  readonly propertyName: string;
  readonly mapping: Map<string, Schema>;
}

/** Holds the schemas of a build by place, and those still to be read. */
export interface SchemaGraph {
  readonly byFile: Map<string, Map<string, Schema>>;
  readonly merged: WeakMap<object, Schema>;
  readonly unread: { readonly draft: SchemaDraft; readonly place: ObjectPlace }[];
  /** Schemas that something refers to. */
  readonly targets: Set<Schema>;
  readonly discriminators: OpenDiscriminator[];
  /** Names of dynamic anchors that some `$dynamicRef` goes by. */
  readonly dynamicAnchors: Set<string>;
}

/** Starts an empty graph. */
export function createSchemaGraph(): SchemaGraph {
  return {
    byFile: new Map(),
    merged: new WeakMap(),
    unread: [],
    targets: new Set(),
    discriminators: [],
    dynamicAnchors: new Set(),
  };
}

/** Gives the schema of a place, which may not be read yet; the same place gives the same object. */
export function schemaAt(build: Build, place: Place, inherited: Dialect): Schema {
  const known = find(build, place);
  if (known !== undefined) return known;
  const schema = createSchema(build, place, inherited);
  keep(build, place, schema);
  return schema;
}

/** Gives the schema of a source, if something has asked for it before. */
export function knownSchema(build: Build, source: Source): Schema | undefined {
  return build.schemas.byFile.get(source.file)?.get(source.pointer);
}

function createSchema(build: Build, place: Place, inherited: Dialect): Schema {
  const source = sourceOf(place);
  if (typeof place.value === "boolean") return { kind: "boolean", source, value: place.value };
  if (!holdsObject(place)) {
    report(
      build,
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
  build.schemas.unread.push({ draft, place });
  return draft;
}

const noExtensions: ObjectSchema["extensions"] = new Map();

function find(build: Build, place: Place): Schema | undefined {
  if (place.origins !== undefined && holdsObject(place))
    return build.schemas.merged.get(place.value);
  return knownSchema(build, place);
}

function keep(build: Build, place: Place, schema: Schema): void {
  if (place.origins !== undefined && holdsObject(place)) {
    build.schemas.merged.set(place.value, schema);
    return;
  }
  let schemas = build.schemas.byFile.get(place.file);
  if (schemas === undefined) {
    schemas = new Map();
    build.schemas.byFile.set(place.file, schemas);
  }
  schemas.set(place.pointer, schema);
}
