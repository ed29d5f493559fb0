export type { Logger } from "@specwright/runtime";
export { type AnswerHistogram, answerHistogram } from "./answer-histogram.ts";
export {
  type Authenticator,
  apiKey,
  basic,
  bearer,
  type RequestHead,
  token,
  type Verdict,
  type VerifiedRequest,
  type Verify,
} from "./authenticator.ts";
export type { Authenticators } from "./authorize.ts";
export type { Connection } from "./connection.ts";
export { createRestHandler, type RestHandler } from "./create-rest-handler.ts";
export {
  createWebhookHandler,
  type WebhookHandlerOptions,
  type WebhookOptions,
} from "./create-webhook-handler.ts";
export type { Share } from "./fair-slots.ts";
export { type FetchHandler, type FetchInfo, fetchHandler } from "./fetch-handler.ts";
export type { HttpRequest, HttpResponse, ParsedBody } from "./http-request.ts";
export type { IdempotencyOptions, Remember } from "./idempotency.ts";
export type { IdempotencyClaim, IdempotencyRecord, IdempotencyStore } from "./idempotency-store.ts";
export { networkOf } from "./network-of.ts";
export { type NodeListener, type NodeListenerOptions, nodeListener } from "./node-listener.ts";
export {
  ProblemError,
  RestServerError,
  type RestServerErrorCode,
  restServerErrorCodes,
} from "./problem-error.ts";
export {
  type MemoryRateLimiterOptions,
  memoryRateLimiter,
  type RateLimiter,
  type Taken,
} from "./rate-limiter.ts";
export type {
  AnswerMark,
  RateLimitAttempt,
  RateLimitOptions,
  RateLimitPolicy,
} from "./rate-limits.ts";
export type {
  ErrorBody,
  ProblemSource,
  RenderedProblem,
  RenderProblem,
} from "./render-problem.ts";
export type { RequestContext, RequestMeta } from "./request-context.ts";
export { requestIdOf } from "./request-id.ts";
export type {
  Answered,
  Handlers,
  RestHandlerLimits,
  RestHandlerOptions,
  SlotOptions,
} from "./rest-handler-options.ts";
export { type StandardWebhooksOptions, standardWebhooks } from "./standard-webhooks.ts";
export type { RawMessage, VerifyMessage } from "./verify-message.ts";
