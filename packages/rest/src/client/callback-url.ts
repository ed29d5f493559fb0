import { type RequestParts, type ResponseParts, RestError } from "@specwright/runtime";
import type { WebhookDescriptor } from "@specwright/runtime/codegen";

/** The call that has requested a callback. */
export interface CallbackOrigin {
  readonly request: RequestParts;
  readonly response?: ResponseParts;
  /** The URL and the method of the call. Required only if the expression refers to them. */
  readonly url?: string;
  readonly method?: string;
}

/**
 * Returns the URL of a callback. The contract has a runtime expression for the URL (OpenAPI, section
 * "Runtime Expressions"); its placeholders are replaced by values of the call that requested the callback.
 * A value at the start of the expression is a URL and is used unchanged. A value after other text is
 * percent-encoded.
 *
 * @throws RestError with `invalid_request` if the call does not have a value of the expression.
 */
export function callbackUrl({ id, url = "" }: WebhookDescriptor, origin: CallbackOrigin): string {
  const template = url.startsWith("$") ? `{${url}}` : url;
  return template.replace(/\{([^{}]*)\}/g, (_, expression: string, at: number) => {
    const value = valueFor(expression, origin);
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
      return at === 0 ? `${value}` : encodeURIComponent(`${value}`);
    }
    throw new RestError("invalid_request", `${id}: the call has no value for ${expression}`);
  });
}

function valueFor(expression: string, { request, response, url, method }: CallbackOrigin): unknown {
  const [, source, place, name, pointer] =
    /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/.exec(expression) ?? [];
  if (source === undefined) {
    const values = { $url: url, $method: method, $statusCode: responseStatus(response) };
    return Object.hasOwn(values, expression) ? Reflect.get(values, expression) : undefined;
  }
  const parts: RequestParts & Partial<ResponseParts> =
    source === "request" ? request : (response ?? {});
  if (place === undefined) return followPointer(parts.body, pointer ?? "");
  if (place === "header") return headerValue(parts.headers ?? {}, name ?? "");
  return memberOf((place === "query" ? parts.query : parts.path) ?? {}, name ?? "");
}

function responseStatus(response: ResponseParts | undefined): number | string | undefined {
  return response?.statusCode ?? response?.status;
}

function headerValue(headers: object, name: string): unknown {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : memberOf(headers, found);
}

/** Follows a JSON pointer (RFC 6901). */
function followPointer(body: unknown, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? memberOf(value, key) : undefined,
    body,
  );
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
