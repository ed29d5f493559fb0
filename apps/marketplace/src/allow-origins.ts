import cors, { type FastifyCorsOptions } from "@fastify/cors";
import { operations } from "@specwright/marketplace-api/server";
import type { createRestServer } from "@specwright/rest/fastify";

/** The headers that the SDK reads, in addition to status, type and body. */
const EXPOSED = [
  "ETag",
  "Location",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotency-Replayed",
  "X-Request-Id",
  "WWW-Authenticate",
];
const DAY_SECONDS = 86_400;

/**
 * Lets browsers call the service only from pages of these origins (CORS). The service uses no
 * cookies: pages send the session in a header.
 */
export function allowOrigins(
  app: ReturnType<typeof createRestServer>,
  origins: readonly string[],
): void {
  if (origins.length === 0) return;
  const answers: FastifyCorsOptions = {
    origin: [...origins],
    methods: [...new Set(operations.map(({ method }) => method.toUpperCase()))],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "If-Match",
      "If-None-Match",
      "Idempotency-Key",
    ],
    exposedHeaders: EXPOSED,
    maxAge: DAY_SECONDS,
  };
  void app.register(cors, {
    // An OPTIONS request without `Access-Control-Request-Method` is not a preflight.
    delegator: ({ headers }, done) => {
      const { origin, "access-control-request-method": asked } = headers;
      const preflight = origin !== undefined && asked !== undefined;
      done(null, { ...answers, preflight });
    },
  });
}
