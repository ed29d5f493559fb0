import type { FastifyInstance } from "fastify";
import { ProblemError } from "../server/problem-error.ts";
import type { RestHandlerLimits } from "../server/rest-handler-options.ts";
import { commonHeaders } from "../server/send-problem.ts";

/**
 * Adds the common headers to all responses. Rejects heads that are too large. Also rejects heads with
 * several `Host` headers, because a proxy may have used a different one than the server would (RFC 9112,
 * section 3.2).
 */
export function guardHeads(app: FastifyInstance, limits: RestHandlerLimits): void {
  const { targetBytes = 8 * 1024, headerCount = 100 } = limits;
  app.addHook("onRequest", (request, reply, done) => {
    commonHeaders(reply, request.id, request.protocol === "https");
    const { url = "", rawHeaders } = request.raw;
    // URL and headers are Latin-1 strings, so a character is a byte.
    if (url.length > targetBytes) throw new ProblemError(414, "uri_too_long");
    if (rawHeaders.length > 2 * headerCount) throw new ProblemError(431, "headers_too_large");
    if (hasSeveralHosts(rawHeaders)) {
      reply.header("connection", "close");
      throw new ProblemError(400, "malformed_request", "The request has several Host headers.");
    }
    done();
  });
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
