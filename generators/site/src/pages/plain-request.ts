import {
  bodyKind,
  dereference,
  type Encoding,
  type HttpOperation,
  isFile,
  type MediaType,
  possibleTypes,
  type Schema,
} from "@specwright/contract";
import { schemaParts } from "@specwright/schemas";
import type { PlainField, PlainMedia, PlainRequest } from "../console/plain-request.ts";
import type { Reference } from "../reference/reference.ts";

type PlainParameter = PlainRequest["parameters"][number];

/** Returns the description of a request that the page contains for its console. */
export function plainRequest(operation: HttpOperation, reference: Reference): PlainRequest {
  const { method, path, security, requestBody } = operation;
  const parameters = operation.parameters.flatMap((parameter): readonly PlainParameter[] => {
    const { name, in: place, required, style, explode, schema } = parameter;
    // A script cannot set cookies for a server of a different origin.
    if (place !== "path" && place !== "query" && place !== "header") return [];
    const type = schema === undefined ? ({ type: "json" } as const) : typeOf(schema, false);
    const isRequired = required && ({ required: true } as const);
    return [{ name, in: place, ...type, ...isRequired, style, explode }];
  });
  const content = requestBody?.content.map(
    (media) => [media.mediaType, plainMedia(media, reference)] as const,
  );
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    security: security.map((each) => [...each.keys()]),
    ...(content !== undefined &&
      content.length > 0 && { body: { required: requestBody?.required === true, content } }),
  };
}

function plainMedia(media: MediaType, reference: Reference): PlainMedia {
  const kind = bodyKind(media);
  if (kind === "json" || kind === "bytes") return { kind };
  if (kind !== "form") return { kind: kind === "parts" ? "bytes" : "text" };
  const { schema, encoding } = media;
  const fields = new Map<string, PlainField>();
  const parts = schema === undefined ? [] : schemaParts(schema, reference.contract).parts;
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  for (const [name, property] of parts.flatMap(({ properties = [] }) => [...properties])) {
    const type = plainField(property, encoding.get(name));
    fields.set(name, { name, ...type, ...(required.has(name) && { required: true }) });
  }
  return { kind, fields: [...fields.values()] };
}

function plainField(schema: Schema, encoding: Encoding | undefined): Omit<PlainField, "name"> {
  const { style, explode } = encoding ?? {};
  const isFilled = isFile(schema, encoding?.contentType);
  // An object in a form is written as JSON, unless the encoding sets a style.
  const type = isFilled ? ({ type: "file" } as const) : typeOf(schema, style === undefined);
  return {
    ...type,
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
  };
}

function typeOf(schema: Schema, isJson: boolean): Pick<PlainField, "type" | "array"> {
  const types = [...possibleTypes(schema)].filter((type) => type !== "null");
  const [type = "string"] = types;
  const isInteger = types.every((each) => each === "integer" || each === "number");
  if (types.length > 1 && !isInteger) return { type: "string" };
  switch (type) {
    case "integer":
      return { type: types.includes("number") ? "number" : "bigint" };
    case "number":
    case "boolean":
      return { type };
    case "object":
      return { type: isJson ? "json" : "object" };
    case "array":
      return fieldType(schema, isJson);
    default:
      return { type: "string" };
  }
}

function fieldType(schema: Schema, isJson: boolean): Pick<PlainField, "type" | "array"> {
  const whole = dereference(schema);
  const items = whole.kind === "schema" ? whole.items : undefined;
  if (items === undefined) return { type: "string", array: true };
  if (isFile(items)) return { type: "file", array: true };
  const { type, array } = typeOf(items, isJson);
  return array === true || type === "object" ? { type: "json" } : { type, array: true };
}
