import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorRenderer } from "../server/error-renderer.ts";
import { errorResponse } from "../server/error-response.ts";
import { commonHeaders } from "../server/send-problem.ts";
import { sendable } from "../server/sendable.ts";

/** Answers an error of a request. */
export type SendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/** Creates the function that answers the errors of a Fastify server. */
export function errorSender(
  render: ErrorRenderer,
  operationOf: (request: FastifyRequest) => OperationDescriptor | undefined,
): SendError {
  return (error, request, reply) => {
    const { id: requestId, raw, log } = request;
    const isGone = raw.destroyed && !raw.complete;
    const failed = { requestId, operation: operationOf(request), log, isGone };
    const response = errorResponse(error, failed, render);
    commonHeaders(reply, requestId, request.protocol === "https");
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.send(sendable(response));
  };
}
