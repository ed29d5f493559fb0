import type { createRestServer } from "@specwright/rest/fastify";
import { type Authenticator, basic, token } from "@specwright/rest/server";
import type { TokenReader } from "../storage/token-repository.ts";
import { type Caller, verifyToken } from "../tokens/verify-token.ts";

/** The challenge in the answer to a request without a valid token. */
const CHALLENGE = 'Token realm="publisher"';

/**
 * The date from which the Basic scheme is deprecated (RFC 9745), and the date from which it may
 * stop working (RFC 8594).
 */
const DEPRECATED = "@1767225600";
const SUNSET = "Sat, 01 Jan 2028 00:00:00 GMT";

/** Returns the verifiers of both schemes, by their names in the contract. */
export function authenticators(tokens: TokenReader): {
  readonly token: Authenticator<Caller>;
  readonly basic: Authenticator<Caller>;
} {
  const { authenticate } = basic<Caller>(({ user, password }) =>
    password === "" ? verifyToken(tokens, user) : undefined,
  );
  return {
    token: { ...token((text) => verifyToken(tokens, text)), challenge: CHALLENGE },
    // Basic authentication has no challenge, because browsers would ask their users for a password,
    // and because the scheme is deprecated.
    basic: { authenticate },
  };
}

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
