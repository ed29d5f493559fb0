import type { RestError } from "@specwright/runtime";
import type { OperationDescriptor, UploadProgress } from "@specwright/runtime/codegen";
import type { BuiltRequest } from "./build-request.ts";
import { callError, lostConnection } from "./call-error.ts";
import { discard } from "./discard.ts";
import type { Interception } from "./intercept.ts";
import { isUrl } from "./is-url.ts";

/** The settings with which a request is sent. */
export interface SendSettings {
  readonly send: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly interception: Interception;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects of GET and HEAD within its origin, because another origin
 * must not receive the credentials. Documented redirects are returned as answers. Throws
 * `RestError` with `redirect_refused`, `invalid_request` or `network`.
 */
export async function sendRequest(
  operation: OperationDescriptor,
  request: BuiltRequest,
  settings: SendSettings,
): Promise<Response> {
  const refusal = (message: string, status?: number): RestError =>
    callError(operation, "redirect_refused", message, status === undefined ? {} : { status });
  let { url } = request;
  for (let followed = 0; ; followed += 1) {
    const response = await sendOnce(operation, { ...request, url }, settings);
    if (response.type === "opaqueredirect") {
      throw refusal("the server redirected, a browser hides where");
    }
    const { status } = response;
    if (!REDIRECTS.has(status) || isDocumented(operation, status)) return response;
    const target = nextUrl(response, url);
    const isSafe = request.method === "GET" || request.method === "HEAD";
    if (target === undefined || !isSafe) return response;
    await discard(response);
    if (target.origin !== new URL(url).origin) {
      throw refusal("the server redirected to another origin", status);
    }
    if (followed >= MAX_REDIRECTS) throw refusal(`more than ${MAX_REDIRECTS} redirects`, status);
    url = target.href;
  }
}

async function sendOnce(
  operation: OperationDescriptor,
  request: BuiltRequest,
  { send, signal, onUploadProgress, interception }: SendSettings,
): Promise<Response> {
  const signed = await interception.request(request, "sign");
  if (signed instanceof Response) return signed;
  const { method, url, headers, body, once } = signed;
  // fetch rejects for these as it does for a connection that failed.
  const fault = faultOf(signed);
  if (fault !== undefined) throw callError(operation, "invalid_request", fault);
  const init = { method, headers, signal, redirect: "manual" } as const;
  const encoder = operation.encoders?.body;
  try {
    if (body === undefined) return await send(url, init);
    // Node requires this option if the body is a stream.
    const whole = { ...init, body, duplex: "half" };
    if (once || onUploadProgress === undefined || encoder === undefined) {
      return await send(url, whole);
    }
    return await encoder.sendMeasured(url, whole, send, onUploadProgress);
  } catch (cause) {
    throw lostConnection(operation, cause);
  }
}

/** Returns what an interceptor has spoilt of a request. The URL may have secrets by now. */
function faultOf({ url, body }: BuiltRequest): string | undefined {
  if (!isUrl(url)) {
    return "an interceptor returned a URL that does not begin with https:// or http://";
  }
  try {
    if (body instanceof ReadableStream) new Response(body);
    return undefined;
  } catch {
    return "its body was read already, perhaps by an interceptor";
  }
}

function nextUrl(response: Response, from: string): URL | undefined {
  const location = response.headers.get("location");
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function isDocumented(operation: OperationDescriptor, status: number): boolean {
  return (
    Object.hasOwn(operation.responses, `${status}`) || Object.hasOwn(operation.responses, "3XX")
  );
}
