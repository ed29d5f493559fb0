import type { Server } from "node:http";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { type FastifyHttpOptions, type FastifyInstance, fastify, LogController } from "fastify";
import { requireAuthenticators } from "./authorize.ts";
import { guardBodies } from "./guard-bodies.ts";
import { guardConnections } from "./guard-connections.ts";
import { guardHeads } from "./guard-heads.ts";
import { MATCHED, noOperation, operationService, pathOf } from "./operation-service.ts";
import { requestIdOf } from "./request-id.ts";
import type { Handlers, RestServerLimits, RestServerOptions } from "./rest-server-options.ts";
import { routeTable } from "./route-table.ts";
import { answerClientError, problemOf, sendError } from "./send-problem.ts";

/** A path parameter is as long as its schema lets it be; the whole target is bounded by the parser. */
const MAX_TARGET = 16 * 1024;

/**
 * Creates a Fastify server for generated operations. Requests are decoded strictly and validated in
 * full before a handler sees them; answers are validated against the documented responses before
 * they are sent. Every error is a problem (RFC 9457). Call `listen` on the result; `close` waits
 * for pending requests.
 *
 * @throws RestServerError
 */
export function createRestServer<Table extends Handlers<Table, Principal>, Principal = never>(
  options: RestServerOptions<Principal, Table>,
): FastifyInstance {
  const { operations, prefix = "", limits = {} } = options;
  for (const operation of operations) requireAuthenticators(operation, options.authenticate ?? {});
  const table = routeTable(operations, prefix);
  const service = operationService(options, table);

  const app: FastifyInstance = fastify(serverOptions(options));
  app.decorateRequest(MATCHED, null);
  app.server.headersTimeout = limits.headersTimeoutMs ?? 10_000;
  // Behind a proxy, every connection is the proxy's.
  if (options.trustProxy === undefined) {
    guardConnections(app.server, limits.connectionsPerAddress ?? 100);
  }
  // Bodies are read as bytes, whatever they claim to be: the operation knows what it takes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, request, reply) => {
    try {
      await service.fail(request, reply, problemOf(error, request.id).problem.status);
    } catch (cause) {
      request.log.error({ err: cause }, "request not counted");
    }
    return sendError(error, request, reply);
  });
  guardHeads(app, limits);
  guardBodies(app, limits);
  // Once every hook has seen the head, and before a body is read that nobody wants.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (request.is404) throw noOperation(table.methodsOf(pathOf(request)));
    done(null, payload);
  });
  app.setNotFoundHandler((request) => {
    throw noOperation(table.methodsOf(pathOf(request)));
  });
  app.addHook("onResponse", (request, reply, done) => {
    const details = {
      operation: service.operationOf(request)?.id,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // Not the URL: it may hold keys that grant something.
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
      // Before the body is read, so that strangers cannot make us read one.
      onRequest: (request, reply) => service.admit(group, request, reply),
      handler: (request, reply) => service.serve(request, reply),
    });
  }
  return app;
}

function serverOptions<Principal, Table extends Handlers<Table, Principal>>(
  options: RestServerOptions<Principal, Table>,
): FastifyHttpOptions<Server> {
  const { logger, limits = {}, trustProxy } = options;
  const { headersTimeoutMs = 10_000 } = limits;
  return {
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    // We write our own line for each request, without its URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // Bodies have as long as they make progress: see `guardBodies`.
    requestTimeout: 0,
    // While closing, go on serving what comes in on open connections, and then close those.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_TARGET },
    http: {
      maxHeaderSize: MAX_TARGET,
      // Node looks for slow requests every 30 seconds, whatever the timeouts are.
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    },
    frameworkErrors: sendError,
    clientErrorHandler: answerClientError,
    ...(trustProxy === undefined ? {} : { trustProxy: mutable(trustProxy) }),
  };
}

function mutable(trustProxy: boolean | string | readonly string[]): boolean | string | string[] {
  return typeof trustProxy === "object" ? [...trustProxy] : trustProxy;
}

/** Leaves room to say that an operation takes no body, instead of cutting the connection. */
const NO_BODY_BYTES = 1024;

function bodyBytesOf(
  { body }: OperationDescriptor,
  { bodyBytes = Number.POSITIVE_INFINITY }: RestServerLimits,
): number {
  if (body === undefined) return NO_BODY_BYTES;
  const { maxBytes = 1024 * 1024 } = body;
  return Math.min(maxBytes, bodyBytes);
}
