import type { RestError, UploadProgress } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import {
  type Credentials,
  type FetchOptions,
  isStream,
  parseUrl,
  type SelectedCredentials,
} from "@specwright/runtime/transport";
import { type BuiltRequest, isUrl, setHeader } from "./build-request.ts";
import { callError, lostConnection } from "./call-error.ts";
import { discardBody } from "./discard-body.ts";
import type { Interception } from "./intercept.ts";

/**
 * The settings for sending a request, and its credentials. `selected` is undefined for a public operation.
 */
export interface RenewingSettings extends SendSettings {
  readonly selected: SelectedCredentials | undefined;
}

/**
 * Returns the credentials of a call; undefined if its operation requires none. Throws `RestError` with
 * `missing_credentials`.
 */
export async function credentialsOf(
  operation: OperationDescriptor,
  credentials: Credentials,
): Promise<SelectedCredentials | undefined> {
  if (operation.security.flat().length === 0) return undefined;
  const select = operation.encoders?.credentials;
  if (select === undefined) {
    throw callError(operation, "invalid_request", "the descriptor has no credentials encoder");
  }
  const credentialError = (message: string): Error =>
    callError(operation, "missing_credentials", message);
  return await select(operation, credentials, credentialError);
}

/**
 * Sends a request with credentials. After a 401, sends the request a second time, if new credentials could
 * be obtained and the body can be read again.
 */
export async function sendRenewing(
  operation: OperationDescriptor,
  request: BuiltRequest,
  settings: RenewingSettings,
): Promise<Response> {
  const { selected, interception } = settings;
  async function sendWithCredentials(): Promise<Response> {
    const changed = await interception.request(request);
    return await interception.response(
      changed instanceof Response
        ? changed
        : await sendRequest(operation, withCredentials(operation, changed, selected), settings),
    );
  }
  const response = await sendWithCredentials();
  if (response.status !== 401 || request.once || !(await selected?.renew())) return response;
  await discardBody(response);
  return await sendWithCredentials();
}

function withCredentials(
  operation: OperationDescriptor,
  request: BuiltRequest,
  selected: SelectedCredentials | undefined,
): BuiltRequest {
  // The headers are copied, because an interceptor may reuse a headers object that it has returned.
  const headers = new Headers(request.headers);
  const setCredential = (name: string, value: string): void =>
    setHeader(operation, headers, name, value);
  return {
    ...request,
    url: selected?.addTo(request.url, headers, setCredential) ?? request.url,
    headers,
  };
}

/** The settings with which a request is sent. */
export interface SendSettings {
  readonly send: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly interception: Interception;
  readonly fetchOptions?: FetchOptions | undefined;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects of GET and HEAD within the origin of the request, because a
 * different origin must not receive the credentials. Documented redirects are returned as answers.
 * Throws `RestError` with `redirect_refused`, `invalid_request` or `network`.
 */
export async function sendRequest(
  operation: OperationDescriptor,
  request: BuiltRequest,
  settings: SendSettings,
): Promise<Response> {
  let { url } = request;
  for (let followed = 0; ; followed += 1) {
    const response = await sendOnce(operation, { ...request, url }, settings);
    const { status, type } = response;
    const redirectError = (message: string): RestError =>
      callError(operation, "redirect_refused", message, { status: status || undefined });
    if (type === "opaqueredirect")
      throw redirectError("the server redirected, and browsers hide the target");
    const target = nextUrl(operation, response, url);
    if (target === undefined) return response;
    await discardBody(response);
    if (target.origin !== new URL(url).origin) {
      throw redirectError("the server redirected to another origin");
    }
    if (followed >= MAX_REDIRECTS) throw redirectError(`more than ${MAX_REDIRECTS} redirects`);
    url = target.href;
  }
}

async function sendOnce(
  operation: OperationDescriptor,
  request: BuiltRequest,
  { send, signal, onUploadProgress, interception, fetchOptions }: SendSettings,
): Promise<Response> {
  const signed = await interception.request(request, "sign");
  if (signed instanceof Response) return signed;
  const { method, url, headers, body, once } = signed;
  // fetch rejects invalid requests in the same way as failed connections, so faults of interceptors are
  // detected first.
  const fault = interceptorFault(signed);
  if (fault !== undefined) throw callError(operation, "invalid_request", fault);
  const init = { ...fetchOptions, method, headers, signal, redirect: "manual" } as const;
  // Node requires this option if the body is a stream.
  const whole = body === undefined ? undefined : { ...init, body, duplex: "half" };
  const encoder = once ? undefined : operation.encoders?.body;
  try {
    return await (whole !== undefined && onUploadProgress !== undefined && encoder !== undefined
      ? encoder.sendMeasured(url, whole, send, onUploadProgress)
      : send(url, whole ?? init));
  } catch (cause) {
    throw lostConnection(operation, cause);
  }
}

/**
 * Returns the error that an interceptor made in a request. The text does not quote the URL, because it may
 * contain secrets.
 */
function interceptorFault({ url, body }: BuiltRequest): string | undefined {
  if (!isUrl(url)) return "an interceptor returned an invalid URL";
  try {
    if (isStream(body)) new Response(body);
    return undefined;
  } catch {
    return "the body was already read";
  }
}

/** Returns the target of a redirect if the client follows it; otherwise undefined. */
function nextUrl(
  { method, responses }: OperationDescriptor,
  { status, headers }: Response,
  from: string,
): URL | undefined {
  const isSafe = method === "GET" || method === "HEAD";
  const isDocumented = Object.hasOwn(responses, `${status}`) || Object.hasOwn(responses, "3XX");
  const location = headers.get("location");
  if (!isSafe || isDocumented || location === null || !REDIRECTS.has(status)) return undefined;
  return parseUrl(location, from);
}
