// Requests that clients may repeat (draft-ietf-httpapi-idempotency-key-header). A request is executed once,
// and repetitions get the same answer. An operation supports this if its contract declares the header.

import { type Clock, isProblem, parseJson, stringifyJson } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { IdempotencyClaim, IdempotencyStore } from "./idempotency-store.ts";
import { ProblemError } from "./problem-error.ts";
import {
  fingerprintOf,
  type KeptReply,
  keptReply,
  keyId,
  openReply,
  sealReply,
} from "./sealed-reply.ts";

/** Options for storing answers of requests with an `Idempotency-Key`. */
export interface IdempotencyOptions<Principal> {
  readonly store: IdempotencyStore;
  readonly clock: Pick<Clock, "now">;
  /**
   * Returns a permanent id of the caller. Each caller has its own keys; all callers without
   * credentials share one set of keys.
   */
  readonly callerOf: (principal: Principal) => string;
  /** How long an answer is stored, in milliseconds. Default 24 hours. */
  readonly lifetimeMs?: number;
  /**
   * The time after its start at which an unfinished request may be executed again, in milliseconds. Default
   * one minute.
   */
  readonly leaseMs?: number;
}

/** A request with an idempotency key. */
export interface KeyedRequest<Principal> {
  readonly key: string;
  readonly principal: Principal | undefined;
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly requestId: string;
}

/**
 * The minimum length of a boundary that is removed from a body. A shorter text could occur anywhere in the
 * body. Clients generate longer boundaries.
 */
const MIN_BOUNDARY = 8;

/** Stores an answer; see `RequestContext`. */
export type Remember = (answer: unknown, store: Pick<IdempotencyStore, "finish">) => Promise<void>;

/** The execution of a request. */
export interface Handling {
  /** Returns the handler's answer. */
  handle(remember: Remember): unknown;
  /** Validates and encodes the answer. */
  encode(answer: unknown): EncodedResponse;
}

const HEADER = "idempotency-key";

/** Returns the name of the header that carries the key, as the operation declares it. */
export function idempotencyHeaderOf({ parameters }: OperationDescriptor): string | undefined {
  return parameters.find(
    ({ in: location, name }) => location === "header" && name.toLowerCase() === HEADER,
  )?.name;
}

/**
 * Answers a request with a key. Executes the request the first time, and repeats the answer afterwards. The
 * answer is stored after the handler has finished, unless the handler has stored it itself. Server errors
 * and thrown errors are not stored.
 *
 * @throws ProblemError 409 while the first request is pending, 422 if the key was used for a different
 * request.
 */
export async function answerOnce<Principal>(
  options: IdempotencyOptions<Principal>,
  request: KeyedRequest<Principal>,
  { handle, encode }: Handling,
): Promise<EncodedResponse> {
  const { store, clock, callerOf, lifetimeMs = 86_400_000, leaseMs = 60_000 } = options;
  const { key, principal } = request;
  const id = keyId(principal === undefined ? "" : callerOf(principal), key);
  const fingerprint = fingerprintOf(key, { ...request, body: comparableBody(request) });
  const now = clock.now();
  const claim: IdempotencyClaim = { id, fingerprint, now, expiresAt: now + leaseMs };
  const known = await store.begin(claim);
  if (known !== undefined) {
    if (known.fingerprint !== fingerprint) throw keyReused();
    if (known.reply === undefined) throw inFlight();
    const reply = openReply(key, id, known.reply);
    const headers = [...reply.headers, ["idempotency-replayed", "true"] as const];
    return { status: reply.status, headers, body: repeatedBody(reply, request.requestId) };
  }
  let remembered: { readonly answer: unknown; readonly response: EncodedResponse } | undefined;
  let isKept = false;

  /** Stores an answer, unless it must not be kept. Returns false if the request has lost its claim. */
  async function keepReply(
    response: EncodedResponse,
    { finish }: Pick<IdempotencyStore, "finish">,
  ): Promise<boolean> {
    const reply = response.status < 500 ? keptReply(response) : undefined;
    if (reply === undefined) return true;
    return await finish(claim, sealReply(key, id, reply), clock.now() + lifetimeMs);
  }

  try {
    const answer = await handle(async (given, transaction) => {
      const response = encode(given);
      if (!(await keepReply(response, transaction))) throw inFlight();
      remembered = { answer: given, response };
    });
    if (remembered !== undefined && remembered.answer === answer) {
      isKept = true;
      return remembered.response;
    }
    const response = encode(answer);
    isKept = (await keepReply(response, store)) && response.status < 500;
    return response;
  } finally {
    if (!isKept) await store.release(claim);
  }
}

/**
 * Returns the body of a repeated answer. In a problem, the id of the first request is replaced by the id of
 * the repetition.
 */
function repeatedBody({ headers, body }: KeptReply, requestId: string): string | undefined {
  const isProblemType = headers.some(
    ([name, value]) => name === "content-type" && value.startsWith("application/problem+json"),
  );
  if (!isProblemType || body === undefined) return body;
  const problem = parseJson(body);
  return isProblem(problem) ? stringifyJson({ ...problem, request_id: requestId }) : body;
}

/**
 * Returns a body for comparisons. It lacks the parts that differ each time the same content is sent, such
 * as the boundary of a form.
 */
function comparableBody({
  contentType,
  body,
}: Pick<KeyedRequest<unknown>, "contentType" | "body">): Uint8Array {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? "";
  if (boundary.length < MIN_BOUNDARY) return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  return Buffer.from(text.replaceAll(boundary, ""), "latin1");
}

function inFlight(): ProblemError {
  const detail = "The first request with this key is still being processed.";
  return new ProblemError(409, "idempotency_in_flight", detail, {
    headers: { "retry-after": "1" },
  });
}

function keyReused(): ProblemError {
  const detail = "This key was sent with another request. Use a new key for each request.";
  return new ProblemError(422, "idempotency_key_reused", detail);
}
