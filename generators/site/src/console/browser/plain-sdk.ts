// Replaces a missing generated client. Builds a request from the description in the page. Does not validate
// the request: the server does.

import type { Codec, RequestParts } from "@specwright/runtime";
import {
  encodeAnyQuery,
  encodeHeaders,
  encodePath,
  type OperationDescriptor,
  type ParameterDescriptor,
} from "@specwright/runtime/codegen";
import type { BodyDescriptor, FormField, MediaDescriptor } from "@specwright/runtime/transport";
import type { PlainField, PlainMedia, PlainRequest } from "../plain-request.ts";
import type { ConsoleSdk, SdkRestOptions, SdkTransport } from "./console-sdk.ts";

/** Creates a client with a single method, for the operation of the page. */
export function plainSdk(id: string, request: PlainRequest): ConsoleSdk {
  const operation: OperationDescriptor = {
    id,
    method: request.method,
    path: request.path,
    parameters: request.parameters.map((each) => parameterOf(each, each.in)),
    security: request.security,
    validators: {},
    responses: {},
    ...(request.body !== undefined && { body: bodyOf(request.body) }),
  };
  return {
    createClient: ({ call }) => ({ call: (parts, options) => call?.(operation, parts, options) }),
    restTransport: (options) => plainTransport(options, request),
  };
}

function parameterOf(field: PlainField, place: ParameterDescriptor["in"]): ParameterDescriptor {
  const { name, type, array, required, style, explode } = field;
  const isObject = type === "object";
  return {
    name,
    in: place,
    type: type === "file" ? "string" : isObject ? "json" : type,
    ...(array && { array }),
    ...(required && { required }),
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    ...(isObject && { properties: {}, additional: "mixed" }),
    ...(isObject && style === "deepObject" && { nested: { additional: "mixed" } }),
  };
}

function bodyOf({ required, content }: NonNullable<PlainRequest["body"]>): BodyDescriptor {
  return {
    required,
    content: Object.fromEntries(content.map(([type, media]) => [type, mediaDescriptor(media)])),
  };
}

function mediaDescriptor({ kind, fields = [] }: PlainMedia): MediaDescriptor {
  if (kind === "json") return { kind, codec: rawJson };
  if (kind !== "form") return { kind };
  const named = fields.map((field) => [field.name, formFieldOf(field)] as const);
  return { kind, fields: Object.fromEntries(named) };
}

function formFieldOf({ type, array, required }: PlainField): FormField {
  return {
    type: type === "object" ? "json" : type,
    ...(array && { array }),
    ...(required && { required }),
  };
}

/** Keeps JSON exactly as the reader entered it, without rounded numbers or a different order. */
const rawJson: Codec<unknown> = {
  decode(text) {
    JSON.parse(String(text));
    return String(text);
  },
  encode: String,
  parse: (value) => value,
};

function plainTransport(
  { baseUrl, credentials, fetch }: SdkRestOptions,
  request: PlainRequest,
): SdkTransport {
  return {
    async call(operation, parts, options = {}) {
      const given = await Promise.all(Object.values(credentials).map((each) => each.apply()));
      const headers = new Headers(headerPairs(operation, parts));
      const query = new URLSearchParams();
      for (const { headers: own = {}, query: pairs = {} } of given) {
        for (const [name, value] of Object.entries(own)) headers.set(name, value);
        for (const [name, value] of Object.entries(pairs)) query.set(name, value);
      }
      const body = encodedBody(request, parts, headers);
      const { signal } = options;
      const response = await fetch(requestUrl(baseUrl, operation, parts, query.toString()), {
        method: request.method,
        headers,
        redirect: "error",
        credentials: "omit",
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      }).catch((cause: unknown) => {
        const code = signal?.aborted === true ? "aborted" : "network";
        throw Object.assign(new Error(String(cause)), { code });
      });
      return { status: response.status, headers: {} };
    },
  };
}

function headerPairs({ parameters }: OperationDescriptor, { headers = {} }: RequestParts) {
  const own = parameters.filter((each) => each.in === "header");
  return encodeHeaders(own, headers).map(([name, value]): [string, string] => [name, value]);
}

function requestUrl(
  baseUrl: string,
  { path, parameters }: OperationDescriptor,
  parts: RequestParts,
  credentials: string,
): string {
  const inPath = parameters.filter((each) => each.in === "path");
  const inQuery = parameters.filter((each) => each.in === "query");
  const query = [encodeAnyQuery(inQuery, parts.query ?? {}), credentials].filter(
    (each) => each !== "",
  );
  const address = `${baseUrl.replace(/\/+$/, "")}${encodePath(path, inPath, parts.path ?? {})}`;
  return query.length === 0 ? address : `${address}?${query.join("&")}`;
}

function encodedBody(
  { body }: PlainRequest,
  { body: value, contentType }: RequestParts,
  headers: Headers,
): BodyInit | undefined {
  if (body === undefined || value === undefined) return undefined;
  const chosen = body.content.find(([type]) => type === contentType) ?? body.content[0];
  if (chosen === undefined) return undefined;
  const [type, { kind, fields = [] }] = chosen;
  const isMultipart = /^multipart\//i.test(type);
  // For a multipart body, the browser sets the header, because it chooses the boundary between the parts.
  if (!isMultipart) headers.set("content-type", type.includes("*") ? "application/json" : type);
  if (kind !== "form") return value instanceof Blob ? value : String(value);
  if (!isMultipart) {
    const described = fields.map((field) => parameterOf(field, "query"));
    return encodeAnyQuery(described, Object(value));
  }
  const form = new FormData();
  for (const [name, member] of Object.entries(Object(value))) {
    for (const each of Array.isArray(member) ? member : [member]) {
      form.append(name, each instanceof Blob ? each : partText(each));
    }
  }
  return form;
}

function partText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
