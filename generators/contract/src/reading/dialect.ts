import { isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Dialect } from "../model/schema.ts";

const metaschemas: readonly (readonly [pattern: RegExp, dialect: Dialect])[] = [
  [/json-schema\.org\/draft\/2020-12\//, "2020-12"],
  [/spec\.openapis\.org\/oas\/3\.[1-9]/, "2020-12"],
  [/json-schema\.org\/draft\/2019-09\//, "2019-09"],
  [/json-schema\.org\/draft-0[67]\//, "draft-07"],
  [/json-schema\.org\/draft-0[34]\//, "draft-04"],
];

/**
 * Returns the dialect that a `$schema` or `jsonSchemaDialect` URI identifies; undefined for an
 * unknown one.
 */
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
 * Object); undefined for a format that is not a JSON Schema, such as Avro.
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

/** Reports whether a `$ref` disables the keywords beside it in a dialect. */
export function refHidesSiblings(dialect: Dialect): boolean {
  return dialect !== "2020-12" && dialect !== "2019-09";
}
