import type { Logger } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { RequestHead } from "./authenticator.ts";
import type { Exchange } from "./exchange.ts";
import type { Remember } from "./idempotency.ts";
import type { RequestContext } from "./request-context.ts";

/** The facts about a request that its head does not contain. */
export interface HandlerContextParts<Principal> {
  readonly principal: Principal | undefined;
  readonly exchange: Exchange;
  readonly remember: Remember;
}

/**
 * The context that a handler receives in addition to the request. It is a class, so that its signal is
 * created only when the handler uses it.
 */
export class HandlerContext<Principal> implements RequestContext<Principal> {
  readonly requestId: string;
  readonly operation: OperationDescriptor;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead["headers"];
  readonly ip: string;
  readonly principal: Principal | undefined;
  readonly log: Logger;
  readonly remember: Remember;
  readonly #exchange: Exchange;

  constructor(
    head: RequestHead,
    { principal, exchange, remember }: HandlerContextParts<Principal>,
  ) {
    this.requestId = head.requestId;
    this.operation = head.operation;
    this.method = head.method;
    this.url = head.url;
    this.headers = head.headers;
    this.ip = head.ip;
    this.principal = principal;
    this.remember = remember;
    this.log = exchange.log;
    this.#exchange = exchange;
  }

  get framework(): unknown {
    return this.#exchange.framework;
  }

  get signal(): AbortSignal {
    return this.#exchange.connection.signal;
  }
}
