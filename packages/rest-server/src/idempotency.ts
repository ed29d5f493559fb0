// Requests that may be sent twice (draft-ietf-httpapi-idempotency-key-header): done once, answered
// alike. An operation takes part when its contract declares the header.

import type { Clock } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedResponse } from "./encode-response.ts";
import type { IdempotencyClaim, IdempotencyStore } from "./idempotency-store.ts";
import { ProblemError } from "./problem-error.ts";
import { fingerprintOf, keptReply, keyId, openReply, sealReply } from "./sealed-reply.ts";

/** Configures what is remembered of requests with an `Idempotency-Key`. */
export interface IdempotencyOptions<Principal> {
  readonly store: IdempotencyStore;
  readonly clock: Pick<Clock, "now">;
  /** Names a caller for good: their keys are their own. Those without credentials share. */
  readonly callerOf: (principal: Principal) => string;
  /** How long an answer is kept, in milliseconds. Default 24 hours. */
  readonly lifetimeMs?: number;
  /** After how long a request that never ended may be sent anew, in milliseconds. Default a minute. */
  readonly leaseMs?: number;
}

/** A request with a key. */
export interface KeyedRequest<Principal> {
  readonly key: string;
  readonly principal: Principal | undefined;
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** What clients make up is longer; one of a few characters may stand anywhere, ten million times. */
const MIN_BOUNDARY = 8;

/** Keeps an answer in a store; see `RequestContext`. */
export type Remember = (answer: unknown, store: Pick<IdempotencyStore, "finish">) => Promise<void>;

/** Does what a request asks for. */
export interface Handling {
  /** Returns the handler's answer. */
  handle(remember: Remember): unknown;
  /** Checks and encodes it. */
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
 * Answers a request with a key: does it when it is the first, and repeats the answer when it is
 * not. What the handler did not have remembered is kept once it has answered; failures of ours and
 * what was thrown are not kept. Throws `ProblemError`: 409 while the first is under way, 422 when
 * the key named another request.
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
    if (known.fingerprint !== fingerprint) throw reused();
    if (known.reply === undefined) throw inFlight();
    const reply = openReply(key, id, known.reply);
    const headers = [...reply.headers, ["idempotency-replayed", "true"] as const];
    return { status: reply.status, headers, body: reply.body };
  }
  let remembered: { readonly answer: unknown; readonly response: EncodedResponse } | undefined;
  let isKept = false;

  /** Stores the answer if it should be kept. Returns false if the claim was lost. */
  async function keep(
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
      if (!(await keep(response, transaction))) throw inFlight();
      remembered = { answer: given, response };
    });
    if (remembered !== undefined && remembered.answer === answer) {
      isKept = true;
      return remembered.response;
    }
    const response = encode(answer);
    isKept = (await keep(response, store)) && response.status < 500;
    return response;
  } finally {
    if (!isKept) await store.release(claim);
  }
}

/**
 * Returns a body without the parts that differ each time it is sent, such as the boundary of a
 * form.
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
  const detail = "The first request with this key is still at work.";
  return new ProblemError(409, "idempotency_in_flight", detail, {
    headers: { "retry-after": "1" },
  });
}

function reused(): ProblemError {
  const detail = "This key was sent with another request. Take a new key for each.";
  return new ProblemError(422, "idempotency_key_reused", detail);
}
