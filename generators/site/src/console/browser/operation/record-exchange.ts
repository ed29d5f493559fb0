/** A request, as the client passes it to the browser. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** The headers, with names in lower case. Browsers add further headers, such as `Origin`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body: a text, a form or binary data. */
  readonly body: string | FormData | Blob | undefined;
}

/** A received response. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether `bytes` contains the whole body. */
  readonly isWhole: boolean;
  /**
   * The time from the request to the response headers, in milliseconds. `totalMs` is the time from the
   * request until the whole body was received.
   */
  readonly headersMs: number;
  readonly totalMs: number;
}

/** The request and the response of a call, as far as they are known. */
export interface RecordedExchange {
  readonly fetch: typeof globalThis.fetch;
  readonly request: () => SentRequest | undefined;
  readonly answer: () => ReceivedAnswer | undefined;
}

/** The maximum number of bytes that are read from a body. */
export const MAX_BODY_BYTES = 16_000_000;

/**
 * Wraps `send`, the function with which a transport sends requests. Records each request and its response.
 */
export function recordExchange(send: typeof globalThis.fetch): RecordedExchange {
  let request: SentRequest | undefined;
  let answer: ReceivedAnswer | undefined;
  return {
    request: () => request,
    answer: () => answer,
    async fetch(input, init = {}) {
      request = sentRequest(String(input), init);
      const startMs = performance.now();
      const response = await send(input, init);
      if (response.type === "opaqueredirect") return response;
      const headersMs = performance.now() - startMs;
      const { bytes, isWhole } = await readUpTo(response, MAX_BODY_BYTES);
      const { status, statusText, headers } = response;
      const totalMs = performance.now() - startMs;
      answer = { status, statusText, headers: [...headers], bytes, isWhole, headersMs, totalMs };
      const isBare = status === 204 || status === 205 || status === 304 || init.method === "HEAD";
      return new Response(isBare ? null : bytes, { status, statusText, headers });
    },
  };
}

function sentRequest(url: string, { method = "GET", headers, body }: RequestInit): SentRequest {
  return { method, url, headers: [...new Headers(headers)], body: sentBody(body) };
}

function sentBody(body: RequestInit["body"]): SentRequest["body"] {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof FormData) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (!(body instanceof Uint8Array)) return new Blob();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return new Blob();
  }
}

async function readUpTo(
  response: Response,
  maxBytes: number,
): Promise<Pick<ReceivedAnswer, "bytes" | "isWhole">> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    chunks.push(read.value);
    size += read.value.byteLength;
    if (size > maxBytes) break;
  }
  const isWhole = size <= maxBytes;
  if (!isWhole) await reader?.cancel();
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return { bytes: bytes.subarray(0, maxBytes), isWhole };
}
