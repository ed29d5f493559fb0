import type { FastifyInstance } from "fastify";
import { type WebhookOptions, webhookOperations } from "../server/create-webhook-handler.ts";
import type { Handlers } from "../server/rest-handler-options.ts";
import { mountRoutes, type RestRoutesOptions } from "./rest-routes.ts";

/** Options for `webhookRoutes`. */
export interface WebhookRoutesOptions<Principal, Table extends Handlers<Table, Principal>>
  extends Omit<RestRoutesOptions<Principal, Table>, "operations" | "verify">,
    WebhookOptions {}

/**
 * Creates a Fastify plugin that receives webhooks and callbacks in a server with other routes.
 * Register it as `restRoutes` describes.
 *
 * @example
 * ```ts
 * const verify = standardWebhooks(secret);
 * await app.register(webhookRoutes({ webhooks, handlers, verify }), { prefix: "/hooks" });
 * ```
 *
 * @throws RestServerError when it is registered.
 */
export function webhookRoutes<Table extends Handlers<Table, Principal>, Principal = never>(
  options: WebhookRoutesOptions<Principal, Table>,
): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const { verify: _, ...others } = options;
    const { routing, ...received } = webhookOperations(options);
    mountRoutes<Table, Principal>(app, { ...others, ...received }, routing);
  };
}
