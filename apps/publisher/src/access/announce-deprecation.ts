import type { createRestServer } from "@specwright/rest/fastify";

/** Since when the Basic scheme is deprecated (RFC 9745), and when it may stop working (RFC 8594). */
const DEPRECATED = "@1767225600";
const SUNSET = "Sat, 01 Jan 2028 00:00:00 GMT";

/** Adds the headers of a deprecated scheme to every answer to a request with Basic credentials. */
export function announceDeprecation(
  app: ReturnType<typeof createRestServer>,
  pageUrl: () => string,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (/^basic(?: |$)/i.test(request.headers.authorization ?? "")) {
      reply.header("deprecation", DEPRECATED);
      reply.header("sunset", SUNSET);
      reply.header("link", `<${pageUrl()}>; rel="deprecation"; type="text/html"`);
    }
    done();
  });
}
