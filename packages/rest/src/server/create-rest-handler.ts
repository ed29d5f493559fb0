import { bodyBytesOf, bytesOf, readBytes } from "./body-bytes.ts";
import { errorResponse } from "./error-response.ts";
import { HandledExchange } from "./handled-exchange.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import { noOperation } from "./operation-service.ts";
import { jsonOfParsed } from "./parsed-body.ts";
import { prepareOperations, type Routing } from "./prepare-operations.ts";
import { ProblemError } from "./problem-error.ts";
import { requestIdOf } from "./request-id.ts";
import { requestRouter } from "./request-router.ts";
import type {
  FrameworkOf,
  Handlers,
  RestHandlerOptions,
  SchemeOptions,
} from "./rest-handler-options.ts";
import { splitTarget } from "./route-table.ts";
import { commonHeaders, problemOf } from "./send-problem.ts";
import { warningLogger } from "./warning-logger.ts";

/**
 * Generated operations that can be mounted in any framework. `Framework` is the type of the framework's
 * request, if handlers use that request.
 */
export interface RestHandler<Framework = unknown> {
  /** Responds to a request. Errors become responses; the promise never rejects. */
  readonly handle: (request: HttpRequest<Framework>) => Promise<HttpResponse>;
  /** Lists the methods that the path of a target supports; empty for an unknown path. */
  methodsOf(url: string): readonly string[];
  /** Ends event streams, which do not end by themselves. Call it before closing the host. */
  closeStreams(): void;
}

/**
 * Creates a handler for generated operations. `nodeListener` and `fetchHandler` mount the handler in
 * any framework. Requests are decoded strictly and validated in full before a handler sees them.
 * Answers are validated against the documented responses before they are sent. Every error is a
 * problem (RFC 9457), or the documented error.
 *
 * @example
 * ```ts
 * const rest = createRestHandler({ operations, handlers });
 * createServer(nodeListener(rest)).listen(8080);
 * ```
 *
 * @throws RestServerError
 */
export function createRestHandler<
  Table extends Handlers<Table, Principal>,
  Principal = never,
  Scheme extends string = string,
>(
  options: RestHandlerOptions<Principal, Table> & SchemeOptions<Principal, Scheme>,
): RestHandler<FrameworkOf<Table>> {
  return buildRestHandler<Table, Principal>(options);
}

/** Does what `createRestHandler` does, for operations that may share a route. */
export function buildRestHandler<Table extends Handlers<Table, Principal>, Principal>(
  options: RestHandlerOptions<Principal, Table>,
  routing?: Routing,
): RestHandler {
  const { limits = {}, logger: log = warningLogger } = options;
  const { targetBytes = 8 * 1024, headerCount = 100 } = limits;
  const { table, service, render } = prepareOperations<Table, Principal>(options, routing);
  const findGroup = requestRouter(table);
  const isVerified = options.verify !== undefined;

  async function answerRequest(
    request: HttpRequest,
    requestId: string,
    exchange: HandledExchange<Principal>,
  ): Promise<HttpResponse> {
    const { method, url, headers, rawHeaders, ip } = request;
    if (url.length > targetBytes) throw new ProblemError(414, "uri_too_long");
    if (rawHeaders.length > 2 * headerCount) throw new ProblemError(431, "headers_too_large");
    const target = splitTarget(request);
    const group = findGroup(method, target);
    if (group === undefined) throw noOperation(table.methodsOf(target));
    const head = { requestId, method, url, headers, rawHeaders, ip };
    const known = service.find(group, head, exchange);
    exchange.known = known;
    await service.identify(known);
    const maxBytes = bodyBytesOf(known.head.operation, limits);
    return await service.serve(known, await readBodyBytes(request, { maxBytes, isVerified }));
  }

  async function answerError(
    error: unknown,
    requestId: string,
    { known, isClosed }: HandledExchange<Principal>,
  ): Promise<HttpResponse> {
    try {
      if (known !== undefined) await service.fail(known, problemOf(error, requestId).problem);
    } catch (cause) {
      log.error({ requestId, err: cause }, "request not counted");
    }
    const operation = known?.head.operation;
    return errorResponse(error, { requestId, operation, log, isGone: isClosed }, render);
  }

  return {
    async handle(request) {
      const start = performance.now();
      const requestId = requestIdOf(request);
      const exchange = new HandledExchange<Principal>(log, request);
      commonHeaders(exchange, requestId, request.isSecure);
      let response: HttpResponse;
      try {
        response = await answerRequest(request, requestId, exchange);
      } catch (error) {
        response = await answerError(error, requestId, exchange);
      }
      for (const [name, value] of response.headers) exchange.header(name, value);
      const { status } = response;
      request.connection.onClose(() => {
        const ms = performance.now() - start;
        const operation = exchange.known?.head.operation.id;
        const details = { operation, method: request.method, status };
        log.info({ requestId, ...details, ms: Math.round(ms) }, "answered");
        options.onAnswer?.({ ...details, ms });
      });
      return { ...response, headers: exchange.headers };
    },
    methodsOf: (url) => table.methodsOf(splitTarget({ url })),
    closeStreams: () => service.closeStreams(),
  };
}

/** How a body is read. */
interface BodyReading {
  readonly maxBytes: number;
  readonly isVerified: boolean;
}

async function readBodyBytes(
  { body, headers }: HttpRequest,
  { maxBytes, isVerified }: BodyReading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === undefined) return bytesOf(undefined);
  // If the client announces a length that is too large, the body is refused before it is read.
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > maxBytes) throw new ProblemError(413, "payload_too_large");
  if (Symbol.asyncIterator in body) return await readBytes(body, maxBytes);
  const bytes =
    body instanceof Uint8Array
      ? bytesOf(body)
      : jsonOfParsed(body.parsed, { contentType: headers["content-type"] ?? "", isVerified });
  if (bytes.byteLength > maxBytes) throw new ProblemError(413, "payload_too_large");
  return bytes;
}
