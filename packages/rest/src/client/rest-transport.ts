import {
  type Clock,
  type ContractIssue,
  fullJitterBackoff,
  type ReceivedAnswer,
  type RequestParts,
  type ResponseParts,
  RestError,
  sleep,
  systemClock,
  type ValidationOptions,
} from "@specwright/runtime";
import type {
  CallOptions,
  OperationDescriptor,
  PageCallOptions,
  RestTransport,
} from "@specwright/runtime/codegen";
import {
  type Credentials,
  type FetchOptions,
  joinSignals,
  parseUrl,
  type Resumption,
  retryAfterMs,
} from "@specwright/runtime/transport";
import { type BuiltRequest, buildRequest, isUrl } from "./build-request.ts";
import { callError, isLostConnection } from "./call-error.ts";
import { discardBody } from "./discard-body.ts";
import { withKey } from "./idempotency-key.ts";
import { createInterception } from "./intercept.ts";
import type { Interceptor } from "./interceptor.ts";
import { type ReadSettings, readResponse } from "./read-response.ts";
import { isIdempotent, isRetried, RETRIED_STATUSES, type RetryOptions } from "./retry-policy.ts";
import { credentialsOf, type RenewingSettings, sendRenewing } from "./send-renewing.ts";
import { untilAborted } from "./until-aborted.ts";

const DEFAULT_TIMEOUT_MS = 30_000;

/** Options for `restTransport`. */
export interface RestTransportOptions<Given extends Credentials = Credentials> {
  /**
   * The base URL of the service, such as `https://api.example.com/v1`, or a function that returns
   * the base URL for an operation. The generated `servers` return the URLs of the contract.
   */
  readonly baseUrl: string | ((operation: OperationDescriptor) => string);
  /** A credential for each security scheme, by its name in the contract. */
  readonly credentials?: Given;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Options for `fetch`, for every call. */
  readonly fetchOptions?: FetchOptions;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The timeout of one call, including all retries and reading the body. Default 30,000. By default, one
   * second is added for every 8 KiB of the request's body, so that uploads on slow lines succeed.
   */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Functions that read requests, responses and errors, and may replace them. */
  readonly interceptors?: readonly Interceptor[];
  /**
   * Returns the `Idempotency-Key` of a call whose operation accepts one. Called once for all attempts,
   * unless the caller passes a key. With `false`, no key is generated. Default: a random UUID if the
   * platform has `crypto.randomUUID`.
   */
  readonly idempotencyKeys?: false | (() => string);
  /** The maximum size of a response body, in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  /**
   * Whether requests and responses are checked. Default: the setting of the generated code, or `error` if
   * it has no setting.
   */
  readonly validation?: ValidationOptions;
  /**
   * Called with violations of the contract in the mode `report`, once for a request and once for a
   * response. Default: a warning, if the contract was generated with `responses: "report"`.
   */
  readonly onIssues?: (report: IssueReport) => void;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1). Default `Math.random`. */
  readonly random?: () => number;
}

/** The issues of a request or of an answer. */
export interface IssueReport {
  readonly operation: OperationDescriptor;
  readonly issues: readonly ContractIssue[];
}

/**
 * Creates a transport over fetch for generated clients. Only idempotent methods, and requests with
 * an `Idempotency-Key`, are retried. Redirects are followed only within the origin of `baseUrl`.
 *
 * @throws RestError if `baseUrl` is not an `http` or `https` URL.
 */
export function restTransport<Given extends Credentials>(
  options: RestTransportOptions<Given>,
): RestTransport<keyof Given & string> {
  const { headers = {}, retry = {}, random = Math.random } = options;
  const credentials: Credentials = options.credentials ?? {};
  const { timeoutMs, maxResponseBytes = 64 * 1024 * 1024, clock = systemClock } = options;
  const { validation, onIssues, interceptors = [] } = options;
  const { idempotencyKeys: makeKey = () => globalThis.crypto?.randomUUID?.() } = options;
  const { baseUrl } = options;
  if (typeof baseUrl === "string") checkBaseUrl(baseUrl);
  checkTimeout(timeoutMs);
  const send = options.fetch ?? currentFetch;
  const { retries = 2, maxMs = 20_000, statuses = RETRIED_STATUSES } = retry;

  async function sendWithRetries(
    operation: OperationDescriptor,
    built: BuiltRequest,
    settings: Omit<RenewingSettings, "selected">,
    reading: ReadSettings,
  ): Promise<ResponseParts | ReceivedAnswer> {
    const sending = { ...settings, selected: await credentialsOf(operation, credentials) };
    const backoff = fullJitterBackoff({ ...retry, random });
    const mayRepeat = isIdempotent(operation, built.headers) && !built.once;
    for (let left = mayRepeat ? retries : 0; ; left -= 1) {
      const isLast = !(left > 0);
      let askedMs = 0;
      try {
        const response = await sendRenewing(operation, built, sending);
        const wantedMs = retryAfterMs(response.headers.get("retry-after"), clock.now()) ?? 0;
        const mayRetry =
          wantedMs <= maxMs && isRetried(operation, response, built.headers, statuses);
        if (isLast || !mayRetry) return await readResponse(operation, response, reading);
        askedMs = wantedMs;
        await discardBody(response);
      } catch (error) {
        if (isLast || !isLostConnection(operation, error)) throw error;
      }
      // Adds jitter, so that clients that received the same time do not return together. The random number
      // is drawn only now, because Next.js refuses pages that draw random numbers before they wait for
      // anything.
      await sleep(clock, askedMs + backoff.next(), sending.signal);
    }
  }

  async function callOperation(
    operation: OperationDescriptor,
    request: RequestParts,
    callOptions: CallOptions | PageCallOptions,
  ): Promise<ResponseParts | ReceivedAnswer> {
    const wantedMs = callOptions.timeoutMs ?? timeoutMs;
    let limitMs = wantedMs ?? DEFAULT_TIMEOUT_MS;
    let cancelTimer: (() => void) | undefined;
    const timeout = new AbortController();
    const signal = joinSignals(timeout, callOptions.signal);
    const modes = { ...operation.validation, ...validation, ...callOptions.validation };
    const reportIssues = (issues: readonly ContractIssue[]): void => {
      if (issues.length > 0) (onIssues ?? modes.onIssues)?.({ operation, issues });
    };
    const interception = createInterception(operation, interceptors, signal);
    const given = { ...headers, ...callOptions.headers };
    try {
      checkTimeout(callOptions.timeoutMs);
      if (signal.aborted) throw signal.reason;
      const sent: ContractIssue[] = [];
      const parts = makeKey === false ? request : withKey(operation, request, given, makeKey);
      const buildWith = (more: Readonly<Record<string, string>>): BuiltRequest =>
        buildRequest(operation, parts, {
          baseUrl: typeof baseUrl === "string" ? baseUrl : checkBaseUrl(baseUrl(operation)),
          headers: { ...given, ...more },
          checking: { mode: modes.request ?? "error", issues: sent, report: reportIssues },
          page: callOptions.page,
        });
      const built = buildWith({});
      reportIssues(sent);
      if (wantedMs === undefined && built.body !== undefined) {
        limitMs += operation.encoders?.body?.uploadTimeMs(built.body) ?? 0;
      }
      cancelTimer = clock.setTimer(limitMs, () => timeout.abort());
      const { onUploadProgress } = callOptions;
      const fetchOptions = { ...options.fetchOptions, ...callOptions.fetchOptions };
      const sending = { send, signal, interception, fetchOptions, onUploadProgress };
      const issues: ContractIssue[] = [];
      const checking = { mode: modes.response ?? "error", issues, report: reportIssues };
      const resumption: Resumption = {
        signal,
        wanted: callOptions.reconnect,
        request: async (more) => {
          const selected = await credentialsOf(operation, credentials);
          return await sendRenewing(operation, buildWith(more), { ...sending, selected });
        },
        sleep: (milliseconds) => sleep(clock, milliseconds, signal),
      };
      const reading = { maxBytes: maxResponseBytes, checking, resumption };
      // Functions of the caller, such as interceptors and `fetch`, may ignore the signal, but the call must
      // end.
      const answer = await untilAborted(
        sendWithRetries(operation, built, sending, reading),
        signal,
      );
      reportIssues(issues);
      const all = [...sent, ...issues];
      return all.length === 0 ? answer : { ...answer, issues: all };
    } catch (cause) {
      let error = cause;
      if (callOptions.signal?.aborted) {
        error = callError(operation, "aborted", "the caller aborted the request", { cause });
      } else if (timeout.signal.aborted) {
        error = callError(operation, "timeout", `no response within ${limitMs} ms`, { cause });
      }
      throw await interception.error(error);
    } finally {
      cancelTimer?.();
    }
  }

  return {
    async call<Request extends RequestParts, Response extends ResponseParts>(
      operation: OperationDescriptor<Request, Response>,
      request: Request,
      callOptions: CallOptions | PageCallOptions = {},
    ): Promise<Response> {
      const parts = await callOperation(operation, request, callOptions);
      // The descriptor's codecs have checked each part against the schemas from which `Response` was
      // generated, unless the caller disabled the check: see `received`.
      return parts as Response;
    },
  };
}

/** Calls the current global `fetch`. Tests may replace the global after a transport was created. */
const currentFetch: typeof globalThis.fetch = async (url, init) => {
  try {
    return await globalThis.fetch(url, init);
  } catch (cause) {
    if (typeof location !== "undefined" || parseUrl(`${url}`)) throw cause;
    throw new RestError("invalid_base_url", "baseUrl can be a path only in a browser");
  }
};

function checkTimeout(timeoutMs = DEFAULT_TIMEOUT_MS): void {
  if (timeoutMs > 0 && Number.isFinite(timeoutMs)) return;
  const message = `timeoutMs must be positive: ${timeoutMs}`;
  throw new RestError("invalid_timeout", message);
}

function checkBaseUrl(baseUrl: string): string {
  if (isUrl(baseUrl)) return baseUrl;
  throw new RestError(
    "invalid_base_url",
    `baseUrl must start with https:// or http://: ${baseUrl}`,
  );
}
