// Each place has one schema object. The object exists before the place is read, so that cycles and deep
// chains of references need no recursion.

import { isJsonObject, type JsonValue, type Source } from "@specwright/spec-loader";
import type { Dialect, ObjectSchema, Schema } from "../model/schema.ts";
import { holdsObject, kindOf, type ObjectPlace, type Place, sourceOf } from "./place.ts";
import { type ProblemLog, reportProblem } from "./problems.ts";

const metaschemas: readonly (readonly [pattern: RegExp, dialect: Dialect])[] = [
  [/json-schema\.org\/draft\/2020-12\//, "2020-12"],
  [/spec\.openapis\.org\/oas\/3\.[1-9]/, "2020-12"],
  [/json-schema\.org\/draft\/2019-09\//, "2019-09"],
  [/json-schema\.org\/draft-0[67]\//, "draft-07"],
  [/json-schema\.org\/draft-0[34]\//, "draft-04"],
];

/** Returns the dialect of a `$schema` or `jsonSchemaDialect` URI. Returns undefined for an unknown URI. */
export function dialectOfMetaschema(uri: string): Dialect | undefined {
  return metaschemas.find(([pattern]) => pattern.test(uri))?.[1];
}

/** Returns the default dialect of the schemas of a document. */
export function dialectOfDocument(root: JsonValue): Dialect | undefined {
  if (!isJsonObject(root)) return undefined;
  const { openapi, asyncapi, jsonSchemaDialect, $schema } = root;
  if (typeof openapi === "string") {
    if (openapi.startsWith("3.0")) return "openapi-3.0";
    const named =
      typeof jsonSchemaDialect === "string" ? dialectOfMetaschema(jsonSchemaDialect) : undefined;
    return named ?? "2020-12";
  }
  if (typeof asyncapi === "string") return "asyncapi";
  return typeof $schema === "string" ? dialectOfMetaschema($schema) : undefined;
}

/**
 * Returns the dialect of a multi-format schema by its media type (AsyncAPI 3.0, Multi Format Schema
 * Object). Returns undefined for a format that is not a JSON Schema, such as Avro.
 */
export function dialectOfSchemaFormat(format: string): Dialect | undefined {
  const [type = "", ...parameters] = format.toLowerCase().split(";");
  const version = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("version="))
    ?.slice("version=".length)
    .replaceAll('"', "");
  const base = type.trim().replace(/\+(json|yaml)$/, "");
  if (base === "application/vnd.aai.asyncapi") return "asyncapi";
  if (base === "application/vnd.oai.openapi") {
    return version === undefined || version.startsWith("3.0") ? "openapi-3.0" : "2020-12";
  }
  if (base !== "application/schema") return undefined;
  if (version === undefined || version === "2020-12") return "2020-12";
  if (version === "2019-09") return "2019-09";
  return version === "draft-04" || version === "draft-03" ? "draft-04" : "draft-07";
}

/** Reports whether the keywords beside a `$ref` have no effect in a dialect. */
export function refHidesSiblings(dialect: Dialect): boolean {
  return dialect !== "2020-12" && dialect !== "2019-09";
}

/** A schema object while it is being read. */
export type SchemaDraft = { -readonly [Key in keyof ObjectSchema]: ObjectSchema[Key] };

/** A discriminator with an incomplete mapping. The mapping is completed when all schemas are known. */
export interface OpenDiscriminator {
  readonly schema: SchemaDraft;
  readonly place: ObjectPlace;
  readonly propertyName: string;
  readonly mapping: Map<string, Schema>;
}

/** The schemas of a build by place, and the schemas that are not read yet. */
export interface SchemaGraph {
  readonly byFile: Map<string, Map<string, Schema>>;
  readonly merged: WeakMap<object, Schema>;
  /**
   * The places from which schemas are read instead of their own places. The key is the file and pointer of
   * the schema.
   */
  readonly replaced: Map<string, Place>;
  readonly unread: { readonly draft: SchemaDraft; readonly place: ObjectPlace }[];
  /** Schemas that are the target of a reference. */
  readonly targets: Set<Schema>;
  readonly discriminators: OpenDiscriminator[];
  /**
   * The places of `nullable: true` at which the specification ignores the keyword, but Specwright allows
   * null.
   */
  readonly nullables: Source[];
  /** The names of dynamic anchors that any `$dynamicRef` uses. */
  readonly dynamicAnchors: Set<string>;
}

/** The owner of a graph of schemas and of the problems in the schemas. */
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
    nullables: [],
    dynamicAnchors: new Set(),
  };
}

/**
 * Returns the schema object of a place. The keywords of the schema can still be unread. A place always has
 * the same schema object.
 */
export function schemaAt(holder: GraphHolder, written: Place, inherited: Dialect): Schema {
  const { replaced } = holder.schemas;
  const place =
    replaced.size === 0 ? written : (replaced.get(`${written.file}#${written.pointer}`) ?? written);
  const known = findSchema(holder, place);
  if (known !== undefined) return known;
  const schema = createSchema(holder, place, inherited);
  keepSchema(holder, place, schema);
  return schema;
}

/** Makes `schemaAt` read the schema of `place` from `by`. Must be called before either schema is read. */
export function replaceSchema(holder: GraphHolder, place: Place, by: Place): void {
  holder.schemas.replaced.set(`${place.file}#${place.pointer}`, by);
}

/** Returns the schema of a source. Returns undefined if the schema was not requested before. */
export function knownSchema(holder: GraphHolder, source: Source): Schema | undefined {
  return holder.schemas.byFile.get(source.file)?.get(source.pointer);
}

function createSchema(holder: GraphHolder, place: Place, inherited: Dialect): Schema {
  const source = sourceOf(place);
  if (typeof place.value === "boolean") return { kind: "boolean", source, value: place.value };
  if (!holdsObject(place)) {
    reportProblem(
      holder,
      "SCHEMA_SHAPE",
      place,
      `A schema must be an object, true or false, but is ${kindOf(place.value)}.`,
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

function findSchema(holder: GraphHolder, place: Place): Schema | undefined {
  if (place.origins !== undefined && holdsObject(place))
    return holder.schemas.merged.get(place.value);
  return knownSchema(holder, place);
}

function keepSchema(holder: GraphHolder, place: Place, schema: Schema): void {
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
