import type { RestError } from "@specwright/runtime";
import type { OperationDescriptor, UploadProgress } from "@specwright/runtime/codegen";
import type { BuiltRequest } from "./build-request.ts";
import { callError } from "./call-error.ts";
import type { Interception } from "./intercept.ts";

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
 * `RestError` with `redirect_refused`.
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
    const response = await sendOnce(operation, request, url, settings);
    if (response.type === "opaqueredirect")
      throw refusal("the server redirected, a browser hides where");
    if (!REDIRECTS.has(response.status) || isDocumented(operation, response.status)) {
      return response;
    }
    const target = nextUrl(response, url);
    const isSafe = request.method === "GET" || request.method === "HEAD";
    if (target === undefined || !isSafe) return response;
    await response.body?.cancel();
    const { status } = response;
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
  url: string,
  settings: SendSettings,
): Promise<Response> {
  const { send, signal, onUploadProgress, interception } = settings;
  const signed = await interception.request({ ...request, url }, "sign");
  if (signed instanceof Response) return signed;
  const { method, headers, body, once } = signed;
  const init = { method, headers, signal, redirect: "manual" } as const;
  if (body === undefined) return await send(signed.url, init);
  // Node requires this option if the body is a stream.
  const whole = { ...init, body, duplex: "half" };
  const encoder = operation.encoders?.body;
  if (once || onUploadProgress === undefined || encoder === undefined) {
    return await send(signed.url, whole);
  }
  return await encoder.sendMeasured(signed.url, whole, send, onUploadProgress);
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
