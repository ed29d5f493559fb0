import type { Contract, HttpOperation, Schema } from "@specwright/contract";
import { type Codec, memberOf, stringifyJson } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { makeSample } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";

/**
 * Returns a request of an operation, made from samples, as a client accepts it; undefined if it has no
 * sample.
 */
export function sampleRequest(
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  contract: Contract,
): object | undefined {
  const request: Record<string, unknown> = {};
  const parts = {
    path: "path",
    query: "query",
    querystring: "query",
    header: "headers",
    cookie: "cookies",
  } as const;
  for (const group of operation.parameterGroups) {
    const part = parts[group.in];
    const codec = descriptor.validators[part];
    if (codec === undefined) return undefined;
    const required = new Set(
      operation.parameters
        .filter((parameter) => parameter.in === group.in && parameter.required)
        .map(({ name }) => name),
    );
    const value = sample(group.declaration.schema, contract);
    if (value === undefined) return undefined;
    const kept = Object.entries(Object(value)).filter(([name]) => required.has(name));
    const decoded = read(codec, Object.fromEntries(kept));
    if (decoded === undefined) return undefined;
    request[part] = decoded;
  }
  const { requestBody } = operation;
  if (requestBody?.required !== true) return request;
  for (const media of requestBody.content) {
    const kind = descriptor.body?.content[media.mediaType];
    if (kind === undefined || media.mediaType.includes("*")) continue;
    const schema = media.declaration?.schema ?? media.schema;
    const value = schema === undefined ? {} : sample(schema, contract);
    if (value === undefined) continue;
    const body = bodyOf(kind, value);
    if (body === undefined) continue;
    request["body"] = body;
    if (requestBody.content.length > 1) request["contentType"] = media.mediaType;
    return request;
  }
  return undefined;
}

function sample(schema: Schema, contract: Contract): JsonValue | undefined {
  const made = makeSample(schema, contract, { reader: "request" });
  return made.kind === "made" ? made.value : undefined;
}

function bodyOf(media: object, value: JsonValue): unknown {
  const codec = memberOf(media, "codec") as Codec<unknown> | undefined;
  switch (memberOf(media, "kind")) {
    case "json":
      return codec === undefined ? undefined : read(codec, value);
    case "xml":
      return value;
    case "text":
      return codec === undefined ? "text" : read(codec, value);
    case "bytes":
      return Uint8Array.from([0, 13, 10, 255]);
    default:
      return undefined;
  }
}

function read(codec: Codec<unknown>, value: unknown): unknown {
  try {
    return codec.decode(stringifyJson(value));
  } catch {
    return undefined;
  }
}
