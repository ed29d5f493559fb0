// Converts the parameters that a scenario expects on the wire to the arguments of a caller. It does not use
// the readers of our servers, because a fault in both would go unnoticed.

import { isJsonObject, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import { readScalar, resolveObject, typedSchema } from "./document-schemas.ts";
import type { MockRequest } from "./scenarios.ts";

/** The parameters of a call, by location. */
export interface CallParameters {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
}

/** A parameter of a document, with the defaults of OpenAPI. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: JsonValue | undefined;
}

/** Reads the parameters of an operation, at its pointer in a document, from an expected request. */
export function readParameters(
  document: JsonObject,
  operation: { readonly method: string; readonly path: string },
  request: MockRequest & { readonly path: Readonly<Record<string, string>> },
): CallParameters {
  const { query = {}, headers = {}, path } = request;
  const parameters = listParameters(document, operation);
  const values: Record<"path" | "query" | "header", Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  };
  const fields = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const queryNames = new Set(parameters.map((each) => each.in === "query" && each.name));
  for (const parameter of parameters) {
    const { name } = parameter;
    switch (parameter.in) {
      case "path":
        // An omitted optional parameter.
        if (path[name] !== "") values.path[name] = readText(document, parameter, path[name] ?? "");
        break;
      case "header": {
        const text = fields.get(name.toLowerCase());
        if (text !== undefined) values.header[name] = readText(document, parameter, `${text}`);
        break;
      }
      case "query": {
        const isSpread =
          parameter.explode && typedSchema(document, parameter.schema)["type"] === "object";
        const own = isSpread
          ? Object.fromEntries(Object.entries(query).filter(([key]) => !queryNames.has(key)))
          : query[name];
        if (own !== undefined) values.query[name] = readQuery(document, parameter, own);
        break;
      }
      default:
        throw new Error(`the specs have no parameter in ${parameter.in}`);
    }
  }
  return {
    ...(isEmpty(values.path) ? {} : { path: values.path }),
    ...(isEmpty(values.query) ? {} : { query: values.query }),
    ...(isEmpty(values.header) ? {} : { headers: values.header }),
  };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function listParameters(
  document: JsonObject,
  { method, path }: { readonly method: string; readonly path: string },
): readonly Parameter[] {
  const paths = resolveObject(document, document["paths"]);
  const item = resolveObject(document, paths[path]);
  const { parameters } = resolveObject(document, item[method.toLowerCase()]);
  const shared = item["parameters"];
  return [shared, parameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((each) => {
      const described = resolveObject(document, each);
      const place = `${described["in"]}`;
      const { style = place === "query" ? "form" : "simple" } = described;
      const { explode = style === "form", schema } = described;
      return {
        name: `${described["name"]}`,
        in: place,
        style: `${style}`,
        explode: explode === true,
        schema,
      };
    });
}

/** Reads a parameter of the path or a header. */
function readText(document: JsonObject, parameter: Parameter, wire: string): unknown {
  const { name, style, explode, schema } = parameter;
  const { type, items } = typedSchema(document, schema);
  const decode = parameter.in === "path" ? decodeURIComponent : (text: string): string => text;
  const marker = { label: ".", matrix: ";" }[style] ?? "";
  if (!wire.startsWith(marker)) throw new Error(`${wire} is not of style ${style}`);
  const isNamed = style === "matrix" && !(explode && type === "object");
  const unnamed = (piece: string): string => (isNamed ? piece.slice(`${name}=`.length) : piece);
  const text = wire.slice(marker.length);
  const pieces = (explode && marker !== "" ? text.split(marker) : text.split(",")).map(
    (piece, index) => (index === 0 || explode ? unnamed(piece) : piece),
  );
  if (type === "object")
    return readObject(
      document,
      schema,
      explode ? pieces.flatMap((piece) => piece.split("=")) : pieces,
    );
  if (type === "array") return pieces.map((piece) => readScalar(document, items, decode(piece)));
  return readScalar(document, schema, decode(unnamed(text)));
}

/** Reads a query parameter; its values are already decoded. */
function readQuery(document: JsonObject, parameter: Parameter, value: unknown): unknown {
  const { style, explode, schema } = parameter;
  const { type, items } = typedSchema(document, schema);
  const separator = { spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",";
  if (type === "array") {
    const texts = explode ? [value].flat() : `${value}`.split(separator);
    return texts.map((text) => readScalar(document, items, `${text}`));
  }
  if (type !== "object") return readScalar(document, schema, `${value}`);
  const pieces = explode ? Object.entries(Object(value)).flat() : `${value}`.split(separator);
  return readObject(document, schema, pieces.map(String));
}

/** Reads an object from alternating names and values. */
function readObject(
  document: JsonObject,
  schema: JsonValue | undefined,
  pieces: readonly string[],
): object {
  const { properties, additionalProperties, unevaluatedProperties } = typedSchema(document, schema);
  const rest = additionalProperties ?? unevaluatedProperties;
  const names = pieces.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(
    names.map((name, index) => {
      const own = isJsonObject(properties) ? properties[name] : undefined;
      return [name, readScalar(document, own ?? rest, pieces[index * 2 + 1] ?? "")];
    }),
  );
}
