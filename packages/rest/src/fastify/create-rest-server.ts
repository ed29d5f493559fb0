import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";
// With an old version, a named import would fail with a less helpful message.
import * as framework from "fastify";
import type { ErrorRenderer } from "../server/error-renderer.ts";
import { noOperation } from "../server/operation-service.ts";
import { prepareOperations, type Routing } from "../server/prepare-operations.ts";
import { requestIdOf } from "../server/request-id.ts";
import type { Handlers, SchemeOptions } from "../server/rest-handler-options.ts";
import { clientErrorAnswerer } from "../server/send-problem.ts";
import { endConnections } from "./end-connections.ts";
import { errorSender } from "./error-sender.ts";
import { readForwardedAddresses } from "./forwarded-addresses.ts";
import { guardConnections } from "./guard-connections.ts";
import { mountOperations, receivedTarget } from "./mount-operations.ts";
import { quietLogger } from "./quiet-logger.ts";
import { requireNewer } from "./require-newer.ts";
import type { RestServerOptions } from "./rest-server-options.ts";

/**
 * The maximum length of a request target. The parser limits only the whole target; path parameters are
 * limited by their schemas.
 */
const MAX_TARGET = 16 * 1024;

/**
 * Creates a Fastify server for generated operations. Requests are decoded strictly and validated in
 * full before a handler sees them; responses are validated against the contract before they are
 * sent. Every error is a problem (RFC 9457). Call `listen` on the result; `close` waits for pending
 * requests, but cuts event streams.
 *
 * @throws RestServerError
 */
export function createRestServer<
  Table extends Handlers<Table, Principal>,
  Principal = never,
  Scheme extends string = string,
>(
  options: RestServerOptions<Principal, Table> & SchemeOptions<Principal, Scheme>,
): FastifyInstance {
  return buildRestServer<Table, Principal>(options);
}

/** Does what `createRestServer` does, for operations that may share a route. */
export function buildRestServer<Table extends Handlers<Table, Principal>, Principal = never>(
  options: RestServerOptions<Principal, Table>,
  routing?: Routing,
): FastifyInstance {
  const { limits = {} } = options;
  const prepared = prepareOperations<Table, Principal>(options, routing);
  const { table, render } = prepared;
  requireNewer("LogController" in framework, "5.10");
  const app: FastifyInstance = framework.fastify(serverOptions(options, render));
  app.server.headersTimeout = limits.headersTimeoutMs ?? 10_000;
  // Behind a proxy, all connections come from the proxy.
  if (options.trustProxy === undefined) {
    guardConnections(app.server, limits.connectionsPerAddress ?? 100);
  } else {
    readForwardedAddresses(app);
  }
  mountOperations(app, options, prepared, endConnections(app));
  // This hook runs after all hooks that read the head, but before the body is read.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (request.is404) throw noOperation(table.methodsOf(receivedTarget(request)));
    done(null, payload);
  });
  app.setNotFoundHandler((request) => {
    throw noOperation(table.methodsOf(receivedTarget(request)));
  });
  return app;
}

function serverOptions<Principal, Table extends Handlers<Table, Principal>>(
  options: RestServerOptions<Principal, Table>,
  render: ErrorRenderer,
): FastifyHttpOptions<Server> {
  const { logger, limits = {}, trustProxy } = options;
  const { headersTimeoutMs = 10_000 } = limits;
  return {
    loggerInstance: logger ?? quietLogger,
    // The framework does not log requests, because `mountOperations` logs one line for each request,
    // without its URL.
    logController: new framework.LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // The time for a body has no limit as long as the body makes progress: see `guardBodies`.
    requestTimeout: 0,
    // While the server closes, it still serves requests on open connections.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_TARGET },
    http: {
      maxHeaderSize: MAX_TARGET,
      // By default, Node checks for slow requests only every 30 seconds.
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    },
    // These errors occur before the route is known.
    frameworkErrors: errorSender(render, () => undefined),
    clientErrorHandler: clientErrorAnswerer(render),
    ...(trustProxy === undefined ? {} : { trustProxy: mutableTrustProxy(trustProxy) }),
  };
}

function mutableTrustProxy(
  trustProxy: boolean | string | readonly string[],
): boolean | string | string[] {
  return typeof trustProxy === "object" ? [...trustProxy] : trustProxy;
}
