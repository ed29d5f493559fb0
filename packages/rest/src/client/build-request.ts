// Converts the parts of a request to its URL and headers.

import { type Codec, CodecError, type RequestParts } from "@specwright/runtime";
import type { OperationDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";
import { type EncodedBody, type PageTurn, parseUrl } from "@specwright/runtime/transport";
import { callError, requestError } from "./call-error.ts";
import type { Checking } from "./checking.ts";
import type { InterceptedRequest } from "./interceptor.ts";

/** A request that can be sent. It can be sent again unless `once` is set. */
export interface BuiltRequest extends InterceptedRequest {
  /** Set if the body can be read only once. */
  readonly once?: true | undefined;
}

/** The settings for building a request. */
export interface RequestSettings {
  readonly baseUrl: string;
  /**
   * The headers of the transport. If two names differ only in case, the second header replaces the first.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly checking: Checking;
  readonly page: PageTurn | undefined;
}

/** Checks and encodes a request. Throws `RestError` with `invalid_request`. */
export function buildRequest(
  operation: OperationDescriptor,
  request: RequestParts,
  settings: RequestSettings,
): BuiltRequest {
  const { validators, encoders = {} } = operation;
  const headers = new Headers();
  for (const [name, value] of Object.entries(settings.headers)) {
    setHeader(operation, headers, name, value);
  }
  const chosenType = request.contentType ?? headers.get("content-type") ?? undefined;
  const body = encodeBody(operation, request.body, chosenType, settings.checking);
  if (body === undefined) headers.delete("content-type");
  else headers.set("content-type", body.contentType);
  if (!headers.has("accept")) headers.set("accept", acceptHeader(operation));

  /** Encodes the parameters of one location; returns `empty` if there are no parameters. */
  function encodeParameters<T>(
    part: keyof OperationDescriptor["validators"],
    location: ParameterDescriptor["in"],
    empty: T,
    encode: ((parameters: readonly ParameterDescriptor[], values: object) => T) | undefined,
  ): T {
    const codec = validators[part];
    const parameters = operation.parameters.filter((parameter) => parameter.in === location);
    try {
      const values = checkParameters(codec, request[part], location, settings.checking);
      if (parameters.length === 0) return empty;
      // The encoder writes the values in their JSON form.
      if (encode !== undefined)
        return encode(parameters, Object(codec?.toWire?.(values) ?? values));
    } catch (cause) {
      throw requestError(operation, cause, `${location} parameters: `);
    }
    throw callError(operation, "invalid_request", `the descriptor has no ${location} encoder`);
  }

  const template = operation.path;
  const path = encodeParameters("path", "path", template, encoders.path?.bind(encoders, template));
  const query = encodeParameters("query", "query", "", encoders.query);
  const cookies = encodeParameters("cookies", "cookie", "", encoders.cookies);
  const own = encodeParameters("headers", "header", [], encoders.headers);
  for (const [name, value] of own) setHeader(operation, headers, name, value);

  if (cookies !== "") headers.set("cookie", cookies);
  const url = joinUrl(settings.baseUrl, path, query);
  return {
    method: operation.method,
    url: settings.page?.(url, operation) ?? url,
    headers,
    body: body?.body,
    once: body?.once,
  };
}

/** Joins the parts of a URL. If the path is empty, as for a webhook, the base URL is used unchanged. */
function joinUrl(baseUrl: string, path: string, query: string): string {
  const url = path === "" ? baseUrl : `${baseUrl.replace(/\/+$/, "")}${path}`;
  return query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** Checks the parameters of a location. Throws `CodecError` if their issues are an error. */
function checkParameters(
  codec: Codec<unknown> | undefined,
  part: object = {},
  location: ParameterDescriptor["in"],
  { mode, issues }: Checking,
): object {
  if (codec === undefined || mode === "off") return part;
  try {
    return Object(codec.parseWritten?.(part) ?? codec.parse(part));
  } catch (error) {
    if (mode === "error" || !(error instanceof CodecError)) throw error;
    for (const issue of error.issues) issues.push({ of: "request", in: location, ...issue });
    return part;
  }
}

function acceptHeader(operation: OperationDescriptor): string {
  const types = Object.values(operation.responses).flatMap((response) =>
    Object.keys(response.content ?? {}),
  );
  return types.length === 0 ? "*/*" : [...new Set(types)].join(", ");
}

/**
 * Reports whether fetch can send to a URL. In browsers, the URL may be a path, which they resolve against
 * their page.
 */
export function isUrl(url: string): boolean {
  return /^(?:https?:\/)?\//i.test(url) && parseUrl(url, "https://page") !== undefined;
}

/**
 * Sets a header of a request. Throws `RestError` with `invalid_request` for a value that HTTP cannot
 * transmit. The message does not contain the value, because the value may be a secret.
 */
export function setHeader(
  operation: OperationDescriptor,
  headers: Headers,
  name: string,
  value: string,
): void {
  try {
    headers.set(name, value);
  } catch {
    const message = `header ${name} contains a character that HTTP does not allow`;
    throw callError(operation, "invalid_request", message);
  }
}

/**
 * Encodes the body of a request. A `content-type` header of the caller selects the media type.
 *
 * @throws RestError with `invalid_request`.
 */
export function encodeBody(
  operation: OperationDescriptor,
  value: unknown,
  chosenType: string | undefined,
  { mode, issues }: Checking,
): EncodedBody | undefined {
  const { body, encoders } = operation;
  const bodyError = (message: string): Error => callError(operation, "invalid_request", message);
  if (body === undefined || encoders?.body === undefined) {
    if (value === undefined) return undefined;
    throw bodyError(body ? "the descriptor has no body encoder" : "the operation accepts no body");
  }
  try {
    return encoders.body.encode(body, { value, chosenType, mode, issues, error: bodyError });
  } catch (cause) {
    throw requestError(operation, cause);
  }
}
