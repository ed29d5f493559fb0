import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject, memberOf } from "@specwright/spec-loader";
import { parse } from "yaml";

/** A document as its package publishes it. */
export interface PublishedDocument {
  readonly name: string;
  readonly path: string;
  readonly root: JsonObject;
}

function published(name: string, file: string): PublishedDocument {
  const url = new URL(`../../packages/${name}-api/documents/${file}`, import.meta.url);
  return { name, path: fileURLToPath(url), root: parse(readFileSync(url, "utf8")) };
}

/** The streams as the server sees them. */
export const streams: PublishedDocument = published("streams", "asyncapi.yaml");
/** The streams as the client sees them. */
export const turnedStreams: PublishedDocument = published("streams", "asyncapi.turned.yaml");
/** The REST interfaces. */
export const restDocuments: readonly PublishedDocument[] = ["marketplace", "publisher"].map(
  (name) => published(name, "openapi.yaml"),
);

/** An operation of an OpenAPI document. */
export interface RestOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** Lists the operations of an OpenAPI document. */
export function restOperations({ root }: PublishedDocument): readonly RestOperation[] {
  return members(root, "paths").flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const id = isJsonObject(operation) ? memberOf(operation, "operationId") : undefined;
      return typeof id === "string" ? [{ id, method, path }] : [];
    }),
  );
}

/** Lists the members of an object in a document that are objects. */
export function members(
  root: JsonObject,
  ...path: readonly string[]
): readonly (readonly [string, JsonObject])[] {
  let value: JsonObject = root;
  for (const key of path) {
    const member = memberOf(value, key);
    value = isJsonObject(member) ? member : {};
  }
  return Object.entries(value).flatMap(([key, member]) =>
    isJsonObject(member) ? [[key, member] as const] : [],
  );
}
