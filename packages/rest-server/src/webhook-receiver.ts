import type { WebhookDescriptor } from "@specwright/runtime/codegen";
import type { FastifyInstance } from "fastify";
import { chooseWebhook, type WebhookNameOf } from "./choose-webhook.ts";
import { buildRestServer, createRestServer } from "./create-rest-server.ts";
import type { Handlers, RestServerOptions } from "./rest-server-options.ts";
import type { VerifyMessage } from "./verify-message.ts";

/** Options for `createWebhookReceiver`. */
export interface WebhookReceiverOptions<Principal, Table extends Handlers<Table, Principal>>
  extends Omit<RestServerOptions<Principal, Table>, "operations" | "verify"> {
  /** The table that generated code exports, or those of its entries that are received. */
  readonly webhooks: readonly WebhookDescriptor[];
  /**
   * Verifies each message over its bytes, such as `standardWebhooks(secret)`; others are answered
   * with 401. `false` serves everyone, for callbacks whose URLs are secret.
   */
  readonly verify: VerifyMessage | false;
  /**
   * The path of all webhooks, such as `/hooks`, or a function that returns that of each. Default:
   * its name in the document.
   */
  readonly path?: string | ((webhook: WebhookDescriptor) => string);
  /**
   * Returns which webhook a message is for, by its name in the document, if all have one path: often
   * a member of the body or a header. Default: the only one whose schema the body fits.
   */
  readonly nameOf?: WebhookNameOf;
}

/**
 * Creates a server that receives webhooks and callbacks: it verifies each message over its bytes,
 * reads and validates it, calls its handler, and validates the answer. All that `createRestServer`
 * says applies.
 *
 * @example
 * ```ts
 * const app = createWebhookReceiver({ webhooks, handlers, verify: standardWebhooks(secret) });
 * await app.listen({ port: 8080 });
 * ```
 *
 * @throws RestServerError
 */
export function createWebhookReceiver<Table extends Handlers<Table, Principal>, Principal = never>({
  webhooks,
  verify,
  path = ownPath,
  nameOf,
  ...others
}: WebhookReceiverOptions<Principal, Table>): FastifyInstance {
  const pathOf = typeof path === "string" ? () => path : path;
  const operations = webhooks.map((webhook) => ({ ...webhook, path: pathOf(webhook) }));
  const options = { ...others, operations, ...(verify === false ? {} : { verify }) };
  if (typeof path !== "string") return createRestServer<Table, Principal>(options);
  // One route for each method, which takes a body if any of its webhooks has one; the message then
  // decides.
  const bodiesLast = operations.toSorted(
    (one, other) => Number(one.body !== undefined) - Number(other.body !== undefined),
  );
  return buildRestServer<Table, Principal>(options, {
    routed: [...new Map(bodiesLast.map((each) => [each.method, each])).values()],
    choose: (message) => chooseWebhook(operations, nameOf, message),
  });
}

function ownPath({ webhook }: WebhookDescriptor): string {
  return `/${encodeURIComponent(webhook)}`;
}
