// What happens to a request of an operation: who is it, what does it say, what is the answer.

import { Readable } from "node:stream";
import { isProblem, NotImplementedError } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestHead } from "./authenticator.ts";
import { authorize } from "./authorize.ts";
import { awaitSlot } from "./await-slot.ts";
import { conditionalRead } from "./conditional-read.ts";
import { encodeResponse } from "./encode-response.ts";
import { HandlerContext } from "./handler-context.ts";
import {
  answerOnce,
  type Handling,
  idempotencyKeyOf,
  type KeyedRequest,
  type Remember,
} from "./idempotency.ts";
import { ProblemError } from "./problem-error.ts";
import { type RateLimitPolicy, type RateLimitTally, rateLimitTallies } from "./rate-limits.ts";
import { type RawRequest, readRequest } from "./read-request.ts";
import type { Handlers, RestServerOptions } from "./rest-server-options.ts";
import { matchRoute, type RouteGroup, type RouteTable } from "./route-table.ts";

/** Serves operations, between the framework's hooks. */
export interface OperationService {
  /** Finds the operation and who asks. Throws `ProblemError`: 401, 404, 405 or 429. */
  admit(group: RouteGroup, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Reads the request, runs the handler and sends its answer. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Counts a request that is answered with an error, if its limits want that. */
  fail(request: FastifyRequest, status: number): Promise<void>;
  /** Names the operation that a request is for. */
  operationOf(request: FastifyRequest): OperationDescriptor | undefined;
}

/** What is known about a request once its route is found. */
interface Matched<Principal> {
  readonly head: RequestHead;
  readonly path: ReadonlyMap<string, string>;
  readonly tally: RateLimitTally<Principal> | undefined;
  /** Set once its answer is counted. */
  isSettled?: boolean;
  /** Set once the request is let in. */
  admission?: { readonly principal: Principal | undefined };
}

const MAX_JSON_DEPTH = 64;
const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);

/** Serves requests without a key. */
const forgetful: Remember = async () => {};

/** Creates the service of a server. */
export function operationService<Principal, Table extends Handlers<Table, Principal>>(
  options: RestServerOptions<Principal, Table>,
  table: RouteTable,
): OperationService {
  const { handlers, authenticate = {}, limits = {}, rateLimits, idempotency } = options;
  const { jsonDepth = MAX_JSON_DEPTH } = limits;
  const requests = new WeakMap<FastifyRequest, Matched<Principal>>();
  const waitForSlot = options.slots === undefined ? undefined : awaitSlot(options.slots);
  const newTally = rateLimits === undefined ? undefined : rateLimitTallies(rateLimits);
  const queryKeys = new Map(
    options.operations.map((operation) => [
      operation,
      operation.security.flat().flatMap((scheme) => authenticate[scheme]?.queryKey ?? []),
    ]),
  );

  async function count(
    { tally, head }: Matched<Principal>,
    when: RateLimitPolicy["when"],
    known: { readonly principal: Principal | undefined; readonly body: unknown },
    reply: FastifyReply,
  ): Promise<void> {
    if (tally?.counts(when, head.operation) !== true) return;
    try {
      await tally.count(when, { ...head, ...known });
    } finally {
      for (const [name, value] of tally.headers()) reply.header(name, value);
    }
  }

  async function settle(known: Matched<Principal>, status: number): Promise<void> {
    if (known.isSettled === true) return;
    known.isSettled = true;
    await known.tally?.settle(status);
  }

  return {
    async admit(group, request, reply) {
      const matched = matchRoute(group, pathOf(request));
      if (matched === undefined || table.isOther(pathOf(request), matched.route)) {
        throw noOperation(table.methodsOf(pathOf(request)));
      }
      const { operation } = matched.route;
      if (isPrivate(operation)) reply.header("cache-control", "no-store");
      if (isForBoth(operation)) {
        const others = reply.getHeader("vary");
        reply.header("vary", others === undefined ? "Authorization" : `${others}, Authorization`);
      }
      const head = headOf(operation, request);
      const known: Matched<Principal> = { head, path: matched.path, tally: newTally?.() };
      requests.set(request, known);
      await count(known, "arrival", { principal: undefined, body: undefined }, reply);
      const principal = await authorize(operation, authenticate, head);
      await count(known, "admission", { principal, body: undefined }, reply);
      await waitForSlot?.(head, principal, reply);
      known.admission = { principal };
    },

    async serve(request, reply) {
      const known = requests.get(request);
      if (known?.admission === undefined) throw new ProblemError(404, "not_found");
      const { head, path } = known;
      const { principal } = known.admission;
      const { operation } = head;
      const raw = rawRequest(request, path, queryKeys.get(operation) ?? []);
      const parts = await readRequest(operation, raw, jsonDepth);
      await count(known, "read", { principal, body: parts.body }, reply);
      const handling: Handling = {
        handle(remember) {
          const context = new HandlerContext(head, { principal, reply, remember });
          return handlerOf(handlers, operation)(parts, context);
        },
        encode(answer) {
          const known = conditionalRead(operation, head.headers["if-none-match"], answer);
          return encodeResponse(operation, withRequestId(known, request.id));
        },
      };
      const key = idempotencyKeyOf(operation, parts.headers);
      const { status, headers, body } =
        idempotency === undefined || key === undefined
          ? handling.encode(await handling.handle(forgetful))
          : await answerOnce(idempotency, { ...keyedRequest(raw, head), key, principal }, handling);
      await settle(known, status);
      reply.code(status);
      for (const [name, value] of headers) reply.header(name, value);
      return reply.send(
        body instanceof ReadableStream ? Readable.from(body, { objectMode: false }) : body,
      );
    },

    async fail(request, status) {
      const known = requests.get(request);
      if (known !== undefined) await settle(known, status);
    },

    operationOf(request) {
      return requests.get(request)?.head.operation;
    },
  };
}

/** Builds the refusal of a request that no operation is for: 405 where others are, 404 where none is. */
export function noOperation(methods: readonly string[]): ProblemError {
  if (methods.length === 0) return new ProblemError(404, "not_found");
  const headers = { allow: methods.join(", ") };
  return new ProblemError(405, "method_not_allowed", undefined, { headers });
}

/** Returns the path of a request as received, without the query. */
export function pathOf(request: FastifyRequest): string {
  const { url = "" } = request.raw;
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

function headOf(operation: OperationDescriptor, request: FastifyRequest): RequestHead {
  return {
    requestId: request.id,
    operation,
    method: request.method,
    url: request.raw.url ?? "",
    headers: request.raw.headers,
    rawHeaders: request.raw.rawHeaders,
    ip: request.ip,
  };
}

function rawRequest(
  request: FastifyRequest,
  path: ReadonlyMap<string, string>,
  queryKeys: readonly string[],
): RawRequest {
  const { url = "", rawHeaders, headers } = request.raw;
  const { body } = request;
  return {
    path,
    query: url.slice(pathOf(request).length + 1),
    rawHeaders,
    cookie: headers.cookie ?? "",
    body: {
      bytes: bytesOf(body),
      contentType: headers["content-type"] ?? "",
      contentEncoding: headers["content-encoding"],
    },
    queryKeys,
  };
}

/** Shows a body as it was read, without copying it. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) return NOTHING;
  const { buffer, byteOffset, byteLength } = body;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : NOTHING;
}

/** Returns what identifies a request with a key, so that repetitions can be recognised. */
function keyedRequest(
  { body }: RawRequest,
  { method, url }: RequestHead,
): Pick<KeyedRequest<never>, "method" | "target" | "contentType" | "body"> {
  return { method, target: url, contentType: body.contentType, body: body.bytes };
}

/** Names the request in a problem that a handler answers with, as in those that it throws. */
function withRequestId(result: unknown, requestId: string): unknown {
  if (typeof result !== "object" || result === null || !("body" in result)) return result;
  const { body } = result;
  return isProblem(body) ? { ...result, body: { ...body, request_id: requestId } } : result;
}

type Handler = (request: unknown, context: unknown) => unknown;

/** Finds the method that serves an operation; one that is missing is not implemented. */
function handlerOf(handlers: object, operation: OperationDescriptor): Handler {
  const name = operation.name ?? operation.id;
  const handler: unknown = Reflect.get(handlers, name);
  // An operation called `toString` is served by whoever wrote one, not by every object.
  if (typeof handler !== "function" || handler === Reflect.get(Object.prototype, name)) {
    throw new NotImplementedError(operation.id);
  }
  return (request, context) => Reflect.apply(handler, handlers, [request, context]);
}

/** Reports whether an operation answers authenticated callers differently from anonymous ones. */
function isForBoth({ security }: OperationDescriptor): boolean {
  return security.some((schemes) => schemes.length === 0) && security.flat().length > 0;
}

/** Says whether an answer is for its caller alone. That of a login is, though nobody is logged in yet. */
function isPrivate({ method, security }: OperationDescriptor): boolean {
  return security.length > 0 || (method !== "GET" && method !== "HEAD");
}
