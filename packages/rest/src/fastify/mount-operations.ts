// Adds the operations of a contract to a Fastify instance, as routes.

import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyBytesOf, bytesOf } from "../server/body-bytes.ts";
import { type IncomingHead, noOperation } from "../server/operation-service.ts";
import type { PreparedOperations } from "../server/prepare-operations.ts";
import { requestRouter } from "../server/request-router.ts";
import type { Handlers } from "../server/rest-handler-options.ts";
import { splitTarget, type Target } from "../server/route-table.ts";
import type { RoutedRequest } from "../server/routed-request.ts";
import { problemOf } from "../server/send-problem.ts";
import { sendable } from "../server/sendable.ts";
import { errorSender } from "./error-sender.ts";
import { FastifyExchange } from "./fastify-exchange.ts";
import { guardBodies } from "./guard-bodies.ts";
import { guardHeads } from "./guard-heads.ts";
import type { RestServerOptions } from "./rest-server-options.ts";

/**
 * Adds the routes of operations to a Fastify instance, and replaces the instance's parsers and error
 * handler. Returns the functions of a route that serves every operation that matches the request; use them
 * for additional routes. `isLast` reports whether an answer is the last one of its connection.
 */
export function mountOperations<Table extends Handlers<Table, Principal>, Principal>(
  app: FastifyInstance,
  { limits = {}, onAnswer }: Pick<RestServerOptions<Principal, Table>, "limits" | "onAnswer">,
  { table, service, render }: PreparedOperations<Principal>,
  isLast: (reply: FastifyReply) => boolean = () => false,
): ServedRoute {
  const findGroup = requestRouter(table);
  const routedOf = (request: FastifyRequest): RoutedRequest<Principal> | null =>
    request.getDecorator<RoutedRequest<Principal> | null>(ROUTED);
  const operationOf = (request: FastifyRequest): OperationDescriptor | undefined =>
    routedOf(request)?.head.operation;

  const sendError = errorSender(render, operationOf);

  /** Informs clients with pending requests that their connections will end. */
  function endWhenClosing(reply: FastifyReply): void {
    if (isLast(reply)) reply.header("connection", "close");
  }

  app.decorateRequest(ROUTED, null);
  // Bodies of every content type are read as bytes, because the operation chooses how to parse
  // them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, request, reply) => {
    try {
      const known = routedOf(request);
      if (known !== null) await service.fail(known, problemOf(error, request.id).problem);
    } catch (cause) {
      request.log.error({ err: cause }, "request not counted");
    }
    endWhenClosing(reply);
    return sendError(error, request, reply);
  });
  guardHeads(app, limits);
  guardBodies(app, limits);
  app.addHook("preClose", (done) => {
    service.closeStreams();
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const details = {
      operation: operationOf(request)?.id,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // The log entry omits the URL, because the URL may contain secrets.
    request.log.info(details, "answered");
    onAnswer?.({ ...details, ms: reply.elapsedTime });
    done();
  });

  const routeOf = (operations: readonly OperationDescriptor[]): ServedRoute => ({
    bodyLimit: Math.max(...operations.map((operation) => bodyBytesOf(operation, limits))),
    // This hook runs before the body is read, so that clients without valid credentials cannot make the
    // server read a body.
    onRequest(request, reply) {
      const head = incomingHead(request);
      const target = splitTarget(head);
      // The framework's router distinguishes only methods and shapes of paths, so it may have chosen a
      // different route.
      const group = findGroup(head.method, target);
      if (group === undefined) throw noOperation(table.methodsOf(target));
      const known = service.find(group, head, new FastifyExchange(reply));
      request.setDecorator<RoutedRequest<Principal> | null>(ROUTED, known);
      return service.identify(known);
    },
    async handler(request, reply) {
      const known = routedOf(request);
      if (known === null) throw noOperation([]);
      const response = await service.serve(known, bytesOf(request.body));
      endWhenClosing(reply);
      return sendResponse(response, reply);
    },
  });
  for (const { method, url, routes } of table.groups) {
    const route = routeOf(routes.map(({ operation }) => operation));
    app.route({ method, url: url.slice(app.prefix.length), ...route });
  }
  const all = table.groups.flatMap(({ routes }) => routes.map(({ operation }) => operation));
  return routeOf(all);
}

/** The functions of a Fastify route. */
export interface ServedRoute {
  readonly bodyLimit: number;
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** The property of a Fastify request that contains its `RoutedRequest`. */
const ROUTED = "specwrightRouted";

/** Returns the target of a request as received, before any rewriting. */
export function receivedTarget({ raw }: FastifyRequest): Target {
  return splitTarget({ url: raw.url ?? "" });
}

function incomingHead(request: FastifyRequest): IncomingHead {
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

/** Sends an answer. The head of a body that is produced over time is sent at once. */
function sendResponse(response: EncodedResponse, reply: FastifyReply): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (response.live !== undefined) reply.raw.once("pipe", () => reply.raw.flushHeaders());
  return reply.send(sendable(response));
}
