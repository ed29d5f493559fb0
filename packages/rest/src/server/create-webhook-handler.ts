import type { WebhookDescriptor } from "@specwright/runtime/codegen";
import { chooseWebhook, type WebhookNameOf } from "./choose-webhook.ts";
import { buildRestHandler, type RestHandler } from "./create-rest-handler.ts";
import type { ChooseOperation } from "./operation-service.ts";
import type { Routing } from "./prepare-operations.ts";
import type { FrameworkOf, Handlers, RestHandlerOptions } from "./rest-handler-options.ts";
import type { VerifyMessage } from "./verify-message.ts";

/** The received webhooks, and their handlers. */
export interface WebhookOptions {
  /** The table that generated code exports, or only those of its entries that this server receives. */
  readonly webhooks: readonly WebhookDescriptor[];
  /**
   * Verifies each message over its bytes, such as `standardWebhooks(secret)`; invalid messages get
   * 401. `false` accepts all messages, for callbacks with secret URLs.
   */
  readonly verify: VerifyMessage | false;
  /**
   * The path of all webhooks, such as `/hooks`, or a function that returns the path of a webhook. Default:
   * the name of the webhook in the document.
   */
  readonly path?: string | ((webhook: WebhookDescriptor) => string);
  /**
   * Returns the name of a message's webhook, as written in the document. Used if several webhooks share a
   * path. The name is often in a member of the body or in a header. Default: the only webhook whose schema
   * matches the body.
   */
  readonly nameOf?: WebhookNameOf;
}

/** Options for `createWebhookHandler`. */
export interface WebhookHandlerOptions<Principal, Table extends Handlers<Table, Principal>>
  extends Omit<RestHandlerOptions<Principal, Table>, "operations" | "verify">,
    WebhookOptions {}

/**
 * Creates a handler for webhooks and callbacks. `nodeListener` and `fetchHandler` mount the handler in any
 * framework. The handler verifies each message over its bytes, reads and validates the message, calls the
 * handler of the webhook, and validates the answer. See also `createRestHandler`.
 *
 * @example
 * ```ts
 * const hooks = createWebhookHandler({ webhooks, handlers, verify: standardWebhooks(secret) });
 * createServer(nodeListener(hooks)).listen(8080);
 * ```
 *
 * @throws RestServerError
 */
export function createWebhookHandler<Table extends Handlers<Table, Principal>, Principal = never>(
  options: WebhookHandlerOptions<Principal, Table>,
): RestHandler<FrameworkOf<Table>> {
  const { verify: _, ...others } = options;
  const { routing, ...received } = webhookOperations(options);
  return buildRestHandler<Table, Principal>({ ...others, ...received }, routing);
}

/** Webhooks as the operations of a server. */
interface WebhookOperations {
  readonly operations: readonly WebhookDescriptor[];
  readonly verify?: VerifyMessage;
  readonly routing: Routing;
}

/** Returns webhooks as the operations of a server, at their paths. */
export function webhookOperations({
  webhooks,
  verify,
  path = ownPath,
  nameOf,
}: WebhookOptions): WebhookOperations {
  const pathOf = typeof path === "string" ? () => path : path;
  const operations = webhooks.map((webhook) => ({ ...webhook, path: pathOf(webhook) }));
  const received = { operations, ...(verify === false ? {} : { verify }) };
  if (typeof path !== "string") return { ...received, routing: { routed: operations } };
  // Each method has one route. A route accepts a body if any of its webhooks has a body. The message then
  // determines the webhook.
  const bodiesLast = operations.toSorted(
    (one, other) => Number(one.body !== undefined) - Number(other.body !== undefined),
  );
  const routed = [...new Map(bodiesLast.map((each) => [each.method, each])).values()];
  const choose: ChooseOperation = (message) => chooseWebhook(operations, nameOf, message);
  return { ...received, routing: { routed, choose } };
}

function ownPath({ webhook }: WebhookDescriptor): string {
  return `/${encodeURIComponent(webhook)}`;
}
