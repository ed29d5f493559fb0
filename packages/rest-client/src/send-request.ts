import type { OperationDescriptor, UploadProgress } from "@specwright/runtime/codegen";
import type { BuiltRequest } from "./build-request.ts";
import { callError } from "./call-error.ts";

/** The settings with which a request is sent. */
export interface SendSettings {
  readonly send: typeof globalThis.fetch;
  readonly signal: AbortSignal;
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
  let { url } = request;
  for (let followed = 0; ; followed += 1) {
    const response = await sendOnce(operation, request, url, settings);
    if (response.type === "opaqueredirect") {
      throw callError(
        operation,
        "redirect_refused",
        "the server redirected, a browser hides where",
      );
    }
    if (!REDIRECTS.has(response.status) || isDocumented(operation, response.status)) {
      return response;
    }
    const target = nextUrl(response, url);
    const isSafe = request.method === "GET" || request.method === "HEAD";
    if (target === undefined || !isSafe) return response;
    await response.body?.cancel();
    if (target.origin !== new URL(url).origin) {
      throw callError(operation, "redirect_refused", "the server redirected to another origin", {
        status: response.status,
      });
    }
    if (followed >= MAX_REDIRECTS) {
      throw callError(operation, "redirect_refused", `more than ${MAX_REDIRECTS} redirects`, {
        status: response.status,
      });
    }
    url = target.href;
  }
}

async function sendOnce(
  operation: OperationDescriptor,
  request: BuiltRequest,
  url: string,
  settings: SendSettings,
): Promise<Response> {
  const { method, headers, body } = request;
  const { send, signal, onUploadProgress } = settings;
  const init = { method, headers, signal, redirect: "manual" } as const;
  if (body === undefined) return await send(url, init);
  // Node requires this option if the body is a stream.
  const streamed = { ...init, body: body.body, duplex: "half" };
  if (body.once) return await send(url, streamed);
  const whole = { ...init, body: body.body };
  const encoder = operation.encoders?.body;
  if (onUploadProgress === undefined || encoder === undefined) return await send(url, whole);
  return await encoder.sendMeasured(url, whole, send, onUploadProgress);
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
