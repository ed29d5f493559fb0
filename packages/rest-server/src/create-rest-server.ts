import type { Server } from "node:http";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { requireAuthenticators } from "./authorize.ts";
import { bytesOf } from "./body-bytes.ts";
import { handlerOf } from "./call-handler.ts";
import { type EncodedResponse, sendable } from "./encode-response.ts";
import { type ErrorRenderer, errorRenderer } from "./error-renderer.ts";
import { errorSender } from "./fastify-errors.ts";
import { FastifyExchange } from "./fastify-exchange.ts";
import { guardBodies } from "./guard-bodies.ts";
import { guardConnections } from "./guard-connections.ts";
import { guardHeads } from "./guard-heads.ts";
import {
  type ChooseOperation,
  type IncomingHead,
  noOperation,
  operationService,
} from "./operation-service.ts";
import { type ErrorFeatures, probeErrors } from "./probe-errors.ts";
import { pathOf } from "./raw-request.ts";
import { requestIdOf } from "./request-id.ts";
import type { Handlers, RestServerLimits, RestServerOptions } from "./rest-server-options.ts";
import { routeTable } from "./route-table.ts";
import type { RoutedRequest } from "./routed-request.ts";
import { clientErrorAnswerer, problemOf } from "./send-problem.ts";
import { warningLogger } from "./warning-logger.ts";

/** How requests find their operations. */
interface Routing {
  /** The operations that have routes. */
  readonly routed: readonly OperationDescriptor[];
  readonly choose?: ChooseOperation;
}

/** Path parameters are limited by their schemas; the parser limits the whole target. */
const MAX_TARGET = 16 * 1024;

/**
 * Creates a Fastify server for generated operations. Requests are decoded strictly and validated in
 * full before a handler sees them; answers are validated against the documented responses before
 * they are sent. Every error is a problem (RFC 9457). Call `listen` on the result; `close` waits
 * for pending requests, except for event streams, which it cuts.
 *
 * @throws RestServerError
 */
export function createRestServer<Table extends Handlers<Table, Principal>, Principal = never>(
  options: RestServerOptions<Principal, Table>,
): FastifyInstance {
  return buildRestServer(options, { routed: options.operations });
}

/** Does what `createRestServer` does, for operations that may share a route. */
export function buildRestServer<Table extends Handlers<Table, Principal>, Principal = never>(
  options: RestServerOptions<Principal, Table>,
  { routed, choose }: Routing,
): FastifyInstance {
  const { operations, prefix = "", limits = {} } = options;
  for (const operation of operations) requireAuthenticators(operation, options.authenticate ?? {});
  const table = routeTable(routed, prefix);
  const service = operationService(options, table, choose);
  const routedOf = (request: FastifyRequest): RoutedRequest<Principal> | null =>
    request.getDecorator<RoutedRequest<Principal> | null>(ROUTED);
  const operationOf = (request: FastifyRequest): OperationDescriptor | undefined =>
    routedOf(request)?.head.operation;

  const { renderProblem } = options;
  const render = errorRenderer(renderProblem);
  if (renderProblem !== false) probeErrors(operations, render, featuresOf(options));
  const sendError = errorSender(render, operationOf);

  const app: FastifyInstance = fastify(serverOptions(options, render));
  app.decorateRequest(ROUTED, null);
  app.server.headersTimeout = limits.headersTimeoutMs ?? 10_000;
  // Behind a proxy, all connections come from the proxy.
  if (options.trustProxy === undefined) {
    guardConnections(app.server, limits.connectionsPerAddress ?? 100);
  }
  // Bodies are read as bytes, whatever their content type: the operation decides.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, request, reply) => {
    try {
      const known = routedOf(request);
      if (known !== null) await service.fail(known, problemOf(error, request.id).problem.status);
    } catch (cause) {
      request.log.error({ err: cause }, "request not counted");
    }
    return sendError(error, request, reply);
  });
  guardHeads(app, limits);
  guardBodies(app, limits);
  // After all hooks have seen the head, and before the body is read.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (request.is404) throw noOperation(table.methodsOf(pathOf(targetOf(request))));
    done(null, payload);
  });
  app.addHook("preClose", (done) => {
    service.closeStreams();
    done();
  });
  app.setNotFoundHandler((request) => {
    throw noOperation(table.methodsOf(pathOf(targetOf(request))));
  });
  app.addHook("onResponse", (request, reply, done) => {
    const details = {
      operation: operationOf(request)?.id,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // Without the URL, which may contain secrets.
    request.log.info(details, "answered");
    options.onAnswer?.({ ...details, ms: reply.elapsedTime });
    done();
  });

  for (const group of table.groups) {
    const sizes = group.routes.map(({ operation }) => bodyBytesOf(operation, limits));
    app.route({
      method: group.method,
      url: group.url,
      bodyLimit: Math.max(...sizes),
      // Before the body is read, so that unauthenticated clients cannot make the server read one.
      onRequest(request, reply) {
        const known = service.find(group, headOf(request), new FastifyExchange(reply));
        request.setDecorator<RoutedRequest<Principal> | null>(ROUTED, known);
        return service.identify(known);
      },
      async handler(request, reply) {
        const known = routedOf(request);
        if (known === null) throw noOperation([]);
        return sendResponse(await service.serve(known, bytesOf(request.body)), reply);
      },
    });
  }
  return app;
}

/** The property of a request that holds its state. */
const ROUTED = "specwrightRouted";

/** Returns the target of a request as received, before any rewriting. */
function targetOf({ raw }: FastifyRequest): { readonly url: string } {
  return { url: raw.url ?? "" };
}

function headOf(request: FastifyRequest): IncomingHead {
  const { raw } = request;
  return {
    requestId: request.id,
    method: request.method,
    url: raw.url ?? "",
    headers: raw.headers,
    rawHeaders: raw.rawHeaders,
    ip: request.ip,
  };
}

/** Sends an answer; the head of one that comes over time is sent as soon as it is set. */
function sendResponse(response: EncodedResponse, reply: FastifyReply): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (response.live !== undefined) reply.raw.once("pipe", () => reply.raw.flushHeaders());
  return reply.send(sendable(response));
}

function serverOptions<Principal, Table extends Handlers<Table, Principal>>(
  options: RestServerOptions<Principal, Table>,
  render: ErrorRenderer,
): FastifyHttpOptions<Server> {
  const { logger, limits = {}, trustProxy } = options;
  const { headersTimeoutMs = 10_000 } = limits;
  return {
    loggerInstance: logger ?? warningLogger,
    // One line for each request is logged elsewhere, without its URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // A body may take as long as it makes progress: see `guardBodies`.
    requestTimeout: 0,
    // While closing, requests on open connections are still served before these are closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_TARGET },
    http: {
      maxHeaderSize: MAX_TARGET,
      // By default, Node checks for slow requests only every 30 seconds.
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    },
    // They occur before the route is known.
    frameworkErrors: errorSender(render, () => undefined),
    clientErrorHandler: clientErrorAnswerer(render),
    ...(trustProxy === undefined ? {} : { trustProxy: mutable(trustProxy) }),
  };
}

function featuresOf<Principal, Table extends Handlers<Table, Principal>>({
  rateLimits,
  slots,
  idempotency,
  verify,
  handlers,
}: RestServerOptions<Principal, Table>): ErrorFeatures {
  return {
    limitsRates: rateLimits !== undefined || slots !== undefined,
    hasIdempotency: idempotency !== undefined,
    verifies: verify !== undefined,
    isHandled: (operation) => handlerOf(handlers, operation) !== undefined,
  };
}

function mutable(trustProxy: boolean | string | readonly string[]): boolean | string | string[] {
  return typeof trustProxy === "object" ? [...trustProxy] : trustProxy;
}

/** Allows refusing a body with an answer instead of cutting the connection. */
const NO_BODY_BYTES = 1024;

function bodyBytesOf(
  { body }: OperationDescriptor,
  { bodyBytes = Number.POSITIVE_INFINITY }: RestServerLimits,
): number {
  if (body === undefined) return NO_BODY_BYTES;
  const { maxBytes = 1024 * 1024 } = body;
  return Math.min(maxBytes, bodyBytes);
}
