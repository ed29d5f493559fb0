import type { Logger } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { Undeclared } from "@specwright/runtime/transport";
import type { Authenticator } from "./authenticator.ts";
import type { Authenticators } from "./authorize.ts";
import type { Share } from "./fair-slots.ts";
import type { IdempotencyOptions } from "./idempotency.ts";
import type { RateLimitOptions } from "./rate-limits.ts";
import type { ErrorBody, RenderProblem } from "./render-problem.ts";
import type { RequestContext, RequestMeta } from "./request-context.ts";
import type { VerifyMessage } from "./verify-message.ts";

/**
 * An object with a method for each operation, such as an implementation of a generated
 * `MarketplaceHandlers<RequestContext<User>>`. An operation without a method returns 501.
 */
export type Handlers<Table, Principal> = {
  readonly [Name in keyof Table]: Table[Name] extends (...all: never) => unknown
    ? (
        request: never,
        context: RequestContext<Principal, never> & { principal: Principal },
      ) => unknown
    : unknown;
};

/** The type of the framework's request, if handlers use that request; otherwise `unknown`. */
export type FrameworkOf<Table> =
  Extract<Table[keyof Table], (...all: never) => unknown> extends (
    request: never,
    context: RequestContext<never, infer Framework> & { principal: never },
  ) => unknown
    ? [Framework] extends [never]
      ? unknown
      : Framework
    : unknown;

/**
 * The options that depend on the security schemes of the contract. The type of the generated `operations`
 * names the schemes that operations need, and each of these schemes must have a verifier.
 */
export type SchemeOptions<Principal, Scheme extends string> = {
  readonly operations: readonly OperationDescriptor[] & { readonly schemes?: Scheme };
} & (string extends Scheme
  ? unknown
  : { readonly authenticate: Readonly<Record<Scheme, Authenticator<Principal>>> });

/** Limits on the work that a request can cause. The host must limit connections. */
export interface RestHandlerLimits {
  /**
   * The maximum size of a body, in bytes. If an operation has `x-max-bytes` in the contract, this option
   * can only lower that limit. Default: `x-max-bytes`; if the contract has none, 1 MiB.
   */
  readonly bodyBytes?: number;
  /** The maximum nesting of JSON bodies. Default 64. */
  readonly jsonDepth?: number;
  /** The maximum length of a request target, in bytes. Default 8 KiB. */
  readonly targetBytes?: number;
  /** The maximum number of headers. Default 100. */
  readonly headerCount?: number;
}

/** A completed request, for metrics. */
export interface Answered {
  /** The id of the operation; undefined if the contract has no such path. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  /**
   * The time from the first byte of the request to the last byte of the response, in milliseconds.
   */
  readonly ms: number;
}

/**
 * Slots for requests that use many resources while they last, such as uploads. A request gets a slot once
 * its caller is known, before its body is read. It keeps the slot until its answer was sent.
 */
export interface SlotOptions<Principal> {
  /** The ids of the operations whose requests need a slot. */
  readonly operations: readonly string[];
  /** The number of slots. */
  readonly total: number;
  /** How many requests of one key may wait. All further requests get 429. */
  readonly waitingPerKey: number;
  /** How long a request waits for a slot before it gets 429, in milliseconds. */
  readonly waitMs: number;
  /** Returns the keys of a request, each with its maximum number of slots. */
  readonly sharesOf: (request: RequestMeta, principal: Principal | undefined) => readonly Share[];
}

/** Options for `createRestHandler`. */
export interface RestHandlerOptions<Principal, Table extends Handlers<Table, Principal>> {
  /** The table that generated code exports. */
  readonly operations: readonly OperationDescriptor[];
  readonly handlers: Table;
  /** A verifier for each security scheme, by its name in the contract. */
  readonly authenticate?: Authenticators<Principal>;
  /** Verifies each request over the bytes of its body; invalid requests get 401. Default none. */
  readonly verify?: VerifyMessage;
  /** The prefix of every path, such as `/v1`. Default none. */
  readonly prefix?: string;
  /**
   * Renders errors of the server, such as a 400 for an invalid request, in the form that the contract
   * documents. Required if a documented error is neither `application/problem+json` nor JSON with a schema
   * that a problem matches. When the handler is created, the results for all operations are checked.
   * `false` always sends problems.
   */
  readonly renderProblem?: RenderProblem<ErrorBody<Table>> | false;
  /**
   * How to handle members of a response that its schema does not declare. By default, they are removed.
   * With `refuse`, such a response becomes a 500 and is logged. Undeclared members are always kept if the
   * schema has `additionalProperties`, or names no properties.
   */
  readonly undeclared?: Undeclared;
  /**
   * The ids of operations whose query is ignored, such as operations that return images: shops and CDNs
   * request images with `?v=2`. Other operations reject undeclared query parameters. Default none.
   */
  readonly ignoreQueryOf?: readonly string[];
  /**
   * Receives log entries. By default, errors become process warnings, and all other entries are
   * dropped.
   */
  readonly logger?: Logger;
  readonly limits?: RestHandlerLimits;
  /** Called after each response was sent. */
  readonly onAnswer?: (answered: Answered) => void;
  /** The rate limits. Default none. */
  readonly rateLimits?: RateLimitOptions<Principal>;
  /** The slots for expensive requests. Default: no limit. */
  readonly slots?: SlotOptions<Principal>;
  /** The store for requests with an `Idempotency-Key`. Without it, the key has no effect. */
  readonly idempotency?: IdempotencyOptions<Principal>;
}
