import { stringifyJson } from "@specwright/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ProblemAnswer, problemOf } from "./problem-of.ts";

/** Answers with a problem. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ProblemAnswer,
): FastifyReply {
  return reply
    .code(answer.problem.status)
    .headers(answer.headers)
    .header("x-request-id", request.id)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .header("content-type", "application/problem+json")
    .send(stringifyJson(answer.problem));
}

/** Answers whatever was thrown, and logs what is our fault: the client learns its id only. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = problemOf(error, request.id);
  if (answer.isInternal) request.log.error({ err: error }, "request failed");
  return sendProblem(request, reply, answer);
}
