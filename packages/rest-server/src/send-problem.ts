import { stringifyJson } from "@specwright/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ProblemAnswer, problemOf } from "./problem-of.ts";

/** A year; only a server that is reached by TLS says so. */
const HSTS = "max-age=31536000";

/** Puts on an answer what every answer has. */
export function commonHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("x-request-id", request.id);
  reply.header("x-content-type-options", "nosniff");
  reply.header("referrer-policy", "no-referrer");
  if (request.protocol === "https") reply.header("strict-transport-security", HSTS);
  return reply;
}

/** Answers with a problem. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ProblemAnswer,
): FastifyReply {
  return commonHeaders(request, reply)
    .code(answer.problem.status)
    .headers(answer.headers)
    .header("cache-control", "no-store")
    .header("content-type", "application/problem+json")
    .send(stringifyJson({ ...answer.problem, request_id: request.id }));
}

/** Answers whatever was thrown, and logs what is our fault: the client learns its id only. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = problemOf(error, request.id);
  if (answer.isInternal && isGone(request)) request.log.info("request aborted by its client");
  else if (answer.isInternal) request.log.error({ err: error }, "request failed");
  return sendProblem(request, reply, answer);
}

/** Reports whether the client disconnected before it had sent its whole request. */
function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}
