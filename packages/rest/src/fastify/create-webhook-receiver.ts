import type { FastifyInstance } from "fastify";
import { type WebhookOptions, webhookOperations } from "../server/create-webhook-handler.ts";
import type { Handlers } from "../server/rest-handler-options.ts";
import { buildRestServer } from "./create-rest-server.ts";
import type { RestServerOptions } from "./rest-server-options.ts";

/** Options for `createWebhookReceiver`. */
export interface WebhookReceiverOptions<Principal, Table extends Handlers<Table, Principal>>
  extends Omit<RestServerOptions<Principal, Table>, "operations" | "verify">,
    WebhookOptions {}

/**
 * Creates a Fastify server that receives webhooks and callbacks: it verifies each message over its
 * bytes, reads and validates it, calls its handler, and validates the response. See also
 * `createRestServer`, which works in the same way.
 *
 * @example
 * ```ts
 * const app = createWebhookReceiver({ webhooks, handlers, verify: standardWebhooks(secret) });
 * await app.listen({ port: 8080 });
 * ```
 *
 * @throws RestServerError
 */
export function createWebhookReceiver<Table extends Handlers<Table, Principal>, Principal = never>(
  options: WebhookReceiverOptions<Principal, Table>,
): FastifyInstance {
  const { verify: _, ...others } = options;
  const { routing, ...received } = webhookOperations(options);
  return buildRestServer<Table, Principal>({ ...others, ...received }, routing);
}
