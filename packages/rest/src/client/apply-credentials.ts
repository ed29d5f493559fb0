import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { percentEncode } from "@specwright/runtime/transport";
import type { BuiltRequest } from "./build-request.ts";
import type { CredentialParts } from "./credentials.ts";
import { setHeader } from "./set-header.ts";

/** What RFC 6265, section 4.1.1, does not allow in the value of a cookie. */
const NO_COOKIE_OCTET = /[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g;

/**
 * Adds credentials to a request. Those of the query are percent-encoded, as its parameters are.
 */
export function applyCredentials(
  operation: OperationDescriptor,
  request: BuiltRequest,
  credentials: readonly CredentialParts[],
): BuiltRequest {
  // A copy, because an interceptor may keep the headers that it has returned.
  const headers = new Headers(request.headers);
  const cookies = [headers.get("cookie") ?? []].flat();
  let { url } = request;
  for (const parts of credentials) {
    for (const [name, value] of Object.entries(parts.headers ?? {})) {
      setHeader(operation, headers, name, value);
    }
    for (const [name, value] of Object.entries(parts.query ?? {})) {
      url += `${url.includes("?") ? "&" : "?"}${percentEncode(name)}=${percentEncode(value)}`;
    }
    for (const [name, value] of Object.entries(parts.cookies ?? {})) {
      cookies.push(`${name}=${value.replace(NO_COOKIE_OCTET, percentEncode)}`);
    }
  }
  if (cookies.length > 0) setHeader(operation, headers, "cookie", cookies.join("; "));
  return { ...request, url, headers };
}
