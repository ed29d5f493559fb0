import type { FastifyInstance } from "fastify";
import { ProblemError } from "../server/problem-error.ts";
import type { RestHandlerLimits } from "../server/rest-handler-options.ts";
import { commonHeaders } from "../server/send-problem.ts";

/** Adds the common headers to every answer, and refuses heads that are too large. */
export function guardHeads(app: FastifyInstance, limits: RestHandlerLimits): void {
  const { targetBytes = 8 * 1024, headerCount = 100 } = limits;
  app.addHook("onRequest", (request, reply, done) => {
    commonHeaders(reply, request.id, request.protocol === "https");
    const { url = "", rawHeaders } = request.raw;
    // Both are Latin-1, so a character is a byte.
    if (url.length > targetBytes) throw new ProblemError(414, "uri_too_long");
    if (rawHeaders.length > 2 * headerCount) throw new ProblemError(431, "headers_too_large");
    done();
  });
}
