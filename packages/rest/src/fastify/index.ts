export { createRestServer } from "./create-rest-server.ts";
export { createWebhookReceiver, type WebhookReceiverOptions } from "./create-webhook-receiver.ts";
export { frameworkLogger } from "./framework-logger.ts";
export { type RestRoutesOptions, restRoutes } from "./rest-routes.ts";
export type { RestServerLimits, RestServerOptions } from "./rest-server-options.ts";
export { type WebhookRoutesOptions, webhookRoutes } from "./webhook-routes.ts";
