import { memberOf, type RequestParts } from "@specwright/runtime";
import type { ConsoleSdk, SdkCredential } from "../console-sdk.ts";
import type { ConsoleSettings } from "../console-settings.ts";
import { errorText } from "../text/error-text.ts";
import { type RecordedExchange, recordExchange, type SentRequest } from "./record-exchange.ts";

/** A call of an operation with the generated client. */
export interface OperationCall {
  readonly sdk: ConsoleSdk;
  readonly settings: ConsoleSettings;
  /** The name of the client's method for the operation. */
  readonly name: string;
  readonly request: RequestParts;
  readonly credentials: Readonly<Record<string, SdkCredential>>;
}

/** The reason why a call returned no documented response. */
export interface FailedCall {
  /** The code of the client's error, such as `network`. */
  readonly code: string;
  readonly text: string;
}

const TIMEOUT_MS = 60_000;

/**
 * Returns the request that a call would send, without sending it.
 *
 * @throws Error if the request does not match its contract.
 */
export async function prepareRequest(call: OperationCall): Promise<SentRequest> {
  const exchange = recordExchange(() => Promise.reject(new Error("nothing is sent")));
  try {
    await callMethod(call, exchange);
  } catch (error) {
    if (exchange.request() === undefined) throw error;
  }
  const request = exchange.request();
  if (request === undefined) throw new Error("the client sent no request");
  return request;
}

/** Calls an operation, and records the request and the response. */
export async function callOperation(
  call: OperationCall & { readonly signal: AbortSignal },
): Promise<{ readonly exchange: RecordedExchange; readonly failure: FailedCall | undefined }> {
  const exchange = recordExchange(globalThis.fetch.bind(globalThis));
  try {
    await callMethod(call, exchange, call.signal);
    return { exchange, failure: undefined };
  } catch (error) {
    const code = memberOf(error, "code");
    const failure = { code: typeof code === "string" ? code : "", text: errorText(error) };
    return { exchange, failure };
  }
}

async function callMethod(
  { sdk, settings, name, request, credentials }: OperationCall,
  { fetch }: RecordedExchange,
  signal?: AbortSignal,
): Promise<void> {
  if (sdk.restTransport === undefined) throw new Error("the bundle does not export restTransport");
  const transport = sdk.restTransport({
    baseUrl: settings.server,
    credentials,
    fetch,
    // The reader should see the effect of exactly one request.
    retry: { retries: 0 },
    idempotencyKeys: false,
    timeoutMs: TIMEOUT_MS,
  });
  await sdk.createClient(transport)[name]?.(request, signal === undefined ? {} : { signal });
}
