import type { RestHandler } from "./create-rest-handler.ts";
import { FetchConnection } from "./fetch-connection.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";

/** Facts about a request that a `Request` does not contain. */
export interface FetchInfo<Framework = unknown> {
  /** The address of the client. Default: empty. */
  readonly ip?: string;
  /** The body, if the framework has read it already. */
  readonly body?: HttpRequest["body"];
  /** The target without the path at which the handlers are mounted. Default: the URL of the request. */
  readonly url?: string;
  /** The value of `framework` in the context of handlers, such as the context of Hono. */
  readonly framework?: Framework;
}

/** Answers a request of the Fetch standard. */
export type FetchHandler<Framework = unknown> = (
  request: Request,
  ...info: unknown extends Framework
    ? [info?: FetchInfo<Framework>]
    : [info: FetchInfo<Framework> & { readonly framework: Framework }]
) => Promise<Response>;

/**
 * Creates a handler of the Fetch standard, for Hono, Bun, Deno and others. A `Request` does not contain the
 * address of the client. If rate limits need it, pass it in `info`.
 *
 * @example
 * ```ts
 * const serve = fetchHandler(createRestHandler({ operations, handlers }));
 * const response = await serve(new Request("http://localhost/pets/1"));
 * ```
 */
export function fetchHandler<Framework = unknown>(
  rest: RestHandler<Framework>,
): FetchHandler<Framework> {
  return async (request, ...[info = {}]) => {
    const connection = new FetchConnection(request.signal);
    const headers = [...request.headers];
    const received: HttpRequest<Framework> = {
      method: request.method,
      url: info.url ?? requestTarget(request),
      headers: Object.fromEntries(headers),
      rawHeaders: headers.flat(),
      ip: info.ip ?? "",
      isSecure: request.url.startsWith("https:"),
      body: info.body ?? unreadBody(request),
      connection,
      ...(info.framework !== undefined && { framework: info.framework }),
    };
    const response = await rest.handle(received);
    if (info.body === undefined && request.body !== null) await drainBody(request.body);
    return toResponse(response, request.method, connection);
  };
}

/** Returns the path and the query of a request. */
export function requestTarget({ url }: Request): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}

function unreadBody({ body, bodyUsed }: Request): HttpRequest["body"] {
  if (bodyUsed) return { parsed: undefined };
  if (body === null) return undefined;
  // The body of a refused request must not be cancelled, because the host would then cut the connection.
  return { [Symbol.asyncIterator]: () => body.values({ preventCancel: true }) };
}

/** The maximum number of bytes that are read from a rejected body. */
const DRAINED_BYTES = 4 * 1024 * 1024;
const DRAINING_MS = 2_000;

/** Reads the rest of a body, so that the client can use its connection again. */
async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  // The code that has locked the body reads the rest.
  if (body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAINING_MS);
  try {
    let left = DRAINED_BYTES;
    for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
      left -= read.value.byteLength;
    }
    if (left <= 0) await reader.cancel();
  } catch {
    // Ignored: the client has left.
  } finally {
    clearTimeout(timer);
  }
}

function toResponse(
  { status, headers: given, body }: HttpResponse,
  method: string,
  connection: FetchConnection,
): Response {
  const headers = new Headers();
  for (const [name, value] of given) headers.append(name, value);
  if (body instanceof ReadableStream && method !== "HEAD") {
    return new Response(connection.follow(body), { status, headers });
  }
  if (body instanceof ReadableStream) void body.cancel();
  else if (body !== undefined) headers.set("content-length", `${Buffer.byteLength(body)}`);
  connection.close();
  const isEmpty = method === "HEAD" || body === undefined || body instanceof ReadableStream;
  return new Response(isEmpty ? null : new Uint8Array(Buffer.from(body)), { status, headers });
}
