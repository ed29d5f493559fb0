// Processes a request of an operation: identifies the caller, reads the request, and returns the
// answer.

import { isProblem, type Problem } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import {
  type EncodedResponse,
  encodeResponse,
  type Undeclared,
} from "@specwright/runtime/transport";
import type { RequestHead } from "./authenticator.ts";
import { type Authenticators, authorize } from "./authorize.ts";
import { awaitSlot } from "./await-slot.ts";
import { callHandler } from "./call-handler.ts";
import { conditionalRead } from "./conditional-read.ts";
import type { Connection } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import { HandlerContext } from "./handler-context.ts";
import { answerOnce, idempotencyHeaderOf, type Remember } from "./idempotency.ts";
import { loggedBody } from "./logged-body.ts";
import { ProblemError } from "./problem-error.ts";
import { countedAnswer, rateLimitCounters } from "./rate-limits.ts";
import { keyedRequest, rawRequest } from "./raw-request.ts";
import { readRequest } from "./read-request.ts";
import type { Handlers, RestHandlerOptions } from "./rest-handler-options.ts";
import { matchRoute, type RouteGroup, type RouteTable, splitTarget } from "./route-table.ts";
import {
  addLimitHeaders,
  countRequest,
  type RoutedRequest,
  refundRequest,
} from "./routed-request.ts";
import type { RawMessage, VerifyMessage } from "./verify-message.ts";

/** A request before its operation is known. */
export type IncomingHead = Omit<RequestHead, "operation">;

/** Serves operations in steps, so that a framework can do its own work between two steps. */
export interface OperationService<Principal> {
  /**
   * Finds the operation of a request.
   *
   * @throws ProblemError 404 or 405.
   */
  find(group: RouteGroup, incoming: IncomingHead, exchange: Exchange): RoutedRequest<Principal>;
  /**
   * Finds the caller.
   *
   * @throws ProblemError 401, 403 or 429.
   */
  identify(known: RoutedRequest<Principal>): Promise<void>;
  /**
   * Reads the request, runs the handler and returns the answer. The headers of the answer are added to the
   * headers already set.
   */
  serve(known: RoutedRequest<Principal>, body: Uint8Array<ArrayBuffer>): Promise<EncodedResponse>;
  /** Counts a request that is answered with an error, if a rate limit counts such requests. */
  fail(known: RoutedRequest<Principal>, problem: Pick<Problem, "status" | "code">): Promise<void>;
  /** Cuts the connections of event streams, so that their clients resume on the next server. */
  closeStreams(): void;
}

/** The properties of an operation that do not depend on a request. */
interface OperationPlan {
  /**
   * Whether only the caller may see an answer. True for logins too, although their callers have no
   * credentials yet.
   */
  readonly isPrivate: boolean;
  /** Whether the operation serves callers both with and without credentials. */
  readonly isAuthOptional: boolean;
  /** Query parameters that carry credentials. */
  readonly queryKeys: readonly string[];
  /** Whether the query is ignored. */
  readonly ignoresQuery: boolean;
  /** The header that carries the idempotency key. */
  readonly keyHeader: string | undefined;
}

const MAX_JSON_DEPTH = 64;

/** For requests without a key: does not store the answer. */
const rememberNothing: Remember = async () => {};

/** Creates the service of a server. */
export function operationService<Principal, Table extends Handlers<Table, Principal>>(
  options: RestHandlerOptions<Principal, Table>,
  table: RouteTable,
  choose?: ChooseOperation,
): OperationService<Principal> {
  return new Service(options, table, choose);
}

/** Chooses the operation of a message. The candidates are the operations that share its route. */
export type ChooseOperation = (message: RawMessage) => OperationDescriptor;

/** The service of a server. */
class Service<Principal, Table extends Handlers<Table, Principal>>
  implements OperationService<Principal>
{
  readonly #table: RouteTable;
  readonly #handlers: Table;
  readonly #authenticate: Authenticators<Principal>;
  readonly #jsonDepth: number;
  readonly #verify: VerifyMessage | undefined;
  readonly #choose: ChooseOperation | undefined;
  readonly #undeclared: Undeclared;
  readonly #idempotency: RestHandlerOptions<Principal, Table>["idempotency"];
  readonly #waitForSlot: ReturnType<typeof awaitSlot<Principal>> | undefined;
  readonly #counterOf: ReturnType<typeof rateLimitCounters<Principal>> | undefined;
  readonly #endless = new Set<Connection>();
  readonly #plans: ReadonlyMap<OperationDescriptor, OperationPlan>;

  constructor(
    options: RestHandlerOptions<Principal, Table>,
    table: RouteTable,
    choose: ChooseOperation | undefined,
  ) {
    const { handlers, authenticate = {}, limits = {}, rateLimits, slots } = options;
    this.#table = table;
    this.#handlers = handlers;
    this.#authenticate = authenticate;
    this.#verify = options.verify;
    this.#choose = choose;
    this.#undeclared = options.undeclared ?? "leave out";
    this.#jsonDepth = limits.jsonDepth ?? MAX_JSON_DEPTH;
    this.#idempotency = options.idempotency;
    this.#waitForSlot = slots === undefined ? undefined : awaitSlot(slots);
    this.#counterOf = rateLimits === undefined ? undefined : rateLimitCounters(rateLimits);
    this.#plans = new Map(
      options.operations.map((operation) => [operation, createPlan(operation, options)]),
    );
  }

  find(group: RouteGroup, incoming: IncomingHead, exchange: Exchange): RoutedRequest<Principal> {
    const target = splitTarget(incoming);
    const matched = matchRoute(group, target);
    if (matched === undefined) throw noOperation(this.#table.methodsOf(target));
    const { operation } = matched.route;
    const plan = this.#planFor(operation);
    if (plan.isPrivate) exchange.header("cache-control", "no-store");
    if (plan.isAuthOptional) {
      const others = exchange.getHeader("vary");
      exchange.header("vary", others === undefined ? "Authorization" : `${others}, Authorization`);
    }
    const { requestId, method, url, headers, rawHeaders, ip } = incoming;
    return {
      head: { requestId, operation, method, url, headers, rawHeaders, ip },
      exchange,
      target: matched,
      counter: this.#counterOf?.(operation),
      isAnswerCounted: false,
      isAuthenticated: false,
      principal: undefined,
    };
  }

  async identify(known: RoutedRequest<Principal>): Promise<void> {
    const { head, exchange } = known;
    const arrival = countRequest(known, "arrival", undefined);
    if (arrival !== undefined) await arrival;
    if (head.operation.security.length > 0) {
      try {
        known.principal = await authorize(head.operation, this.#authenticate, head);
      } catch (error) {
        const isRefused = error instanceof ProblemError && error.problem.status === 401;
        if (isRefused) await countRequest(known, "refused", undefined);
        throw error;
      }
    }
    const counted = countRequest(known, "authenticated", undefined);
    if (counted !== undefined) await counted;
    if (this.#waitForSlot !== undefined) {
      await this.#waitForSlot(head, known.principal, exchange.connection);
    }
    known.isAuthenticated = true;
  }

  async serve(
    known: RoutedRequest<Principal>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<EncodedResponse> {
    if (!known.isAuthenticated) throw new ProblemError(404, "not_found");
    const { target, principal, exchange } = known;
    const { queryKeys, keyHeader, ignoresQuery } = this.#planFor(known.head.operation);
    const matched = ignoresQuery ? { ...target, query: "" } : target;
    const raw = rawRequest(known.head, bytes, matched, queryKeys);
    const checked = this.#checkMessage(known.head, raw.body.bytes);
    const head = checked instanceof Promise ? await checked : checked;
    known.head = head;
    const { operation } = head;
    const parts = readRequest(operation, raw, this.#jsonDepth);
    const counted = countRequest(known, "read", parts.body);
    if (counted !== undefined) await counted;

    const handlers = this.#handlers;
    const undeclared = this.#undeclared;
    function handle(remember: Remember): unknown {
      const context = new HandlerContext(head, { principal, exchange, remember });
      return callHandler(handlers, operation, parts, context);
    }
    function encode(answer: unknown): EncodedResponse {
      const changed = conditionalRead(operation, head.headers["if-none-match"], answer);
      return encodeResponse(operation, withRequestId(changed, head.requestId), undeclared);
    }
    const idempotency = this.#idempotency;
    const key = keyHeader === undefined ? undefined : textMember(parts.headers, keyHeader);
    const response =
      idempotency === undefined || key === undefined
        ? encode(await handle(rememberNothing))
        : await answerOnce(
            idempotency,
            { ...keyedRequest(raw, head), requestId: head.requestId, key, principal },
            { handle, encode },
          );
    // A handler may return an error. A cache must not keep the error after its cause has ended. Thrown
    // errors have the same header.
    if (response.status >= 400) exchange.header("cache-control", "no-store");
    const refunded = refundRequest(known, countedAnswer(response));
    if (refunded !== undefined) await refunded;
    addLimitHeaders(known);
    if (response.live === "endless") this.#track(exchange.connection);
    const { body } = response;
    if (!(body instanceof ReadableStream)) return response;
    const about = { requestId: head.requestId, operation: operation.id };
    return { ...response, body: loggedBody(body, about, exchange) };
  }

  /**
   * Verifies a message if `verify` is set. If several operations share the route, finds the operation of
   * the message.
   */
  #checkMessage(head: RequestHead, body: Uint8Array): RequestHead | Promise<RequestHead> {
    const verify = this.#verify;
    const choose = this.#choose;
    if (verify === undefined && choose === undefined) return head;
    return (async () => {
      const message = { operation: head.operation, headers: head.headers, body };
      if (verify !== undefined && !(await verify(message))) {
        throw new ProblemError(401, "unauthorized", "The signature of the message is not valid.");
      }
      return choose === undefined ? head : { ...head, operation: choose(message) };
    })();
  }

  async fail(
    known: RoutedRequest<Principal>,
    { status, code }: Pick<Problem, "status" | "code">,
  ): Promise<void> {
    addLimitHeaders(known);
    await refundRequest(known, { status, codeOf: () => code });
  }

  closeStreams(): void {
    for (const connection of this.#endless) connection.cut();
  }

  /** Tracks the connection of an endless body, to cut it at the shutdown. */
  #track(connection: Connection): void {
    this.#endless.add(connection);
    connection.onClose(() => this.#endless.delete(connection));
  }

  #planFor(operation: OperationDescriptor): OperationPlan {
    return (
      this.#plans.get(operation) ?? createPlan(operation, { authenticate: this.#authenticate })
    );
  }
}

function createPlan(
  operation: OperationDescriptor,
  {
    authenticate = {},
    ignoreQueryOf = [],
  }: {
    readonly authenticate?: Authenticators<unknown> | undefined;
    readonly ignoreQueryOf?: readonly string[] | undefined;
  },
): OperationPlan {
  const { method, security } = operation;
  const schemes = security.flat();
  return {
    isPrivate: security.length > 0 || (method !== "GET" && method !== "HEAD"),
    isAuthOptional: security.some((alternative) => alternative.length === 0) && schemes.length > 0,
    queryKeys: schemes.flatMap((scheme) => authenticate[scheme]?.queryKey ?? []),
    ignoresQuery: ignoreQueryOf.includes(operation.id),
    keyHeader: idempotencyHeaderOf(operation),
  };
}

function textMember(values: object | undefined, name: string): string | undefined {
  const value: unknown = values === undefined ? undefined : Reflect.get(values, name);
  return typeof value === "string" ? value : undefined;
}

/**
 * Builds the refusal of a request without an operation: 405 if the path has other methods,
 * otherwise 404.
 */
export function noOperation(methods: readonly string[]): ProblemError {
  if (methods.length === 0) return new ProblemError(404, "not_found");
  const headers = { allow: methods.join(", ") };
  return new ProblemError(405, "method_not_allowed", undefined, { headers });
}

/** Adds the request id to a problem that a handler returns. Thrown problems get the id too. */
function withRequestId(result: unknown, requestId: string): unknown {
  if (typeof result !== "object" || result === null || !("body" in result)) return result;
  const { body } = result;
  return isProblem(body) ? { ...result, body: { ...body, request_id: requestId } } : result;
}
