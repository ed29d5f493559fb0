import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { FastifyBaseLogger } from "fastify";
import type { Authenticators } from "./authorize.ts";
import type { Share } from "./fair-slots.ts";
import type { IdempotencyOptions } from "./idempotency.ts";
import type { RateLimitOptions } from "./rate-limits.ts";
import type { RequestContext, RequestMeta } from "./request-context.ts";

/**
 * An object with a method for each operation, such as an implementation of a generated
 * `MarketplaceHandlers<RequestContext<User>>`. An operation without a method answers 501.
 */
export type Handlers<Table, Principal> = {
  readonly [Name in keyof Table]: Table[Name] extends (...all: never) => unknown
    ? (request: never, context: RequestContext<Principal>) => unknown
    : unknown;
};

/** Bounds what a client can make the server do. */
export interface RestServerLimits {
  /** Longest body of any operation. Default: what its contract states as `x-max-bytes`, else 1 MiB. */
  readonly bodyBytes?: number;
  /** How deep JSON bodies may nest. Default 64. */
  readonly jsonDepth?: number;
  /** How often a body that arrives is looked at, in milliseconds. Default 10,000. */
  readonly bodyGraceMs?: number;
  /** What each of those times must bring, in bytes a second; slower ones are answered 408. Default 8 KiB. */
  readonly bodyBytesPerSecond?: number;
  /** For the request's headers to arrive, in milliseconds. Default 10,000. */
  readonly headersTimeoutMs?: number;
  /** Longest request target, in bytes. Default 8 KiB; target and headers together have 16 KiB. */
  readonly targetBytes?: number;
  /** Most header lines. Default 100. */
  readonly headerCount?: number;
  /** Most connections of one address (of IPv6, one /64), unless a proxy is trusted. Default 100. */
  readonly connectionsPerAddress?: number;
}

/** A request that was answered, for metrics. */
export interface Answered {
  /** The id of the operation; nothing for what is no path of the contract. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  /** From the first byte of the request to the last of the answer, in milliseconds. */
  readonly ms: number;
}

/**
 * Slots for requests that are dear as long as they last, such as uploads. A request takes one once it
 * is known whose it is, before its body is read, and has it until its answer is out.
 */
export interface SlotOptions<Principal> {
  /** The operations whose requests need one, by id. */
  readonly operations: readonly string[];
  /** How many there are. */
  readonly total: number;
  /** How many requests of one name may wait. More are answered 429. */
  readonly waitingPerKey: number;
  /** How long one waits at most, in milliseconds; then it is answered 429. */
  readonly waitMs: number;
  /** The names that a request takes its slot under, each with how many it may have at once. */
  readonly sharesOf: (request: RequestMeta, principal: Principal | undefined) => readonly Share[];
}

/** Options for `createRestServer`. */
export interface RestServerOptions<Principal, Table extends Handlers<Table, Principal>> {
  /** The table that generated code exports. */
  readonly operations: readonly OperationDescriptor[];
  readonly handlers: Table;
  /** A verifier for each security scheme, by its name in the contract. */
  readonly authenticate?: Authenticators<Principal>;
  /** Goes before every path, such as `/v1`. Default none. */
  readonly prefix?: string;
  /** Default: none. */
  readonly logger?: FastifyBaseLogger;
  readonly limits?: RestServerLimits;
  /** Called with each answer after it was sent. */
  readonly onAnswer?: (answered: Answered) => void;
  /** How often what may be asked for. Default: as often as one likes. */
  readonly rateLimits?: RateLimitOptions<Principal>;
  /** What is shared among requests that are dear. Default: nothing. */
  readonly slots?: SlotOptions<Principal>;
  /** What is remembered of requests with an `Idempotency-Key`. Default: nothing, the key has no effect. */
  readonly idempotency?: IdempotencyOptions<Principal>;
  /** Whose `X-Forwarded-For` to believe, as Fastify has it. Default: nobody's. */
  readonly trustProxy?: boolean | string | readonly string[];
}
