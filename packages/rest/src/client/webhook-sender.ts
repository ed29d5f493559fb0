import type { RequestParts, ResponseParts } from "@specwright/runtime";
import type { CallOptions, WebhookDescriptor } from "@specwright/runtime/codegen";
import type { Interceptor } from "./interceptor.ts";
import { type RestTransportOptions, restTransport } from "./rest-transport.ts";

/** A request that is about to be signed. */
export interface WebhookMessage {
  /** The id of the message. All attempts to send the message have the same id. */
  readonly id: string;
  /** The body, exactly as it is sent. */
  readonly body: Uint8Array;
}

/** Returns the headers that sign a message. */
export type SignWebhook = (
  message: WebhookMessage,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Options for `webhookSender`. */
export interface WebhookSenderOptions extends Omit<RestTransportOptions, "baseUrl"> {
  /** Signs each attempt, such as `standardWebhookSigner(secret)`. Default: nothing is signed. */
  readonly sign?: SignWebhook;
}

/** Options for one message. */
export interface SendWebhookOptions extends CallOptions {
  /** The id of the message. Default: a new id, which begins with `msg_`. */
  readonly id?: string;
}

/** Sends webhooks and callbacks to their consumers. */
export interface WebhookSender {
  /**
   * Sends a message to the URL of a subscription, or to the `callbackUrl` of a callback. Resolves
   * with a documented response.
   *
   * @throws RestError as calls of a client do.
   */
  send<Request extends RequestParts, Response extends ResponseParts>(
    webhook: WebhookDescriptor<Request, Response>,
    url: string,
    request: Request,
    options?: SendWebhookOptions,
  ): Promise<Response>;
}

/**
 * Creates a sender. It checks requests and answers as a client does.
 *
 * @example
 * ```ts
 * const sender = webhookSender({ sign: standardWebhookSigner(secret) });
 * await sender.send(orderShipped, subscription.url, { body: { order_id: 7 } });
 * ```
 */
export function webhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { sign, interceptors = [], ...rest } = options;

  /**
   * Creates the interceptor that signs. It must be the last interceptor, so that the signature covers every
   * byte.
   */
  function signing(id: string, signer: SignWebhook): Interceptor {
    return {
      async sign({ headers, body }) {
        const bytes = new Uint8Array(await new Response(body).arrayBuffer());
        for (const [name, value] of Object.entries(await signer({ id, body: bytes }))) {
          headers.set(name, value);
        }
        return bytes.byteLength === 0 ? {} : { body: bytes };
      },
    };
  }

  return {
    async send(webhook, url, request, { id = `msg_${crypto.randomUUID()}`, ...call } = {}) {
      const all = sign === undefined ? interceptors : [...interceptors, signing(id, sign)];
      const transport = restTransport({ ...rest, baseUrl: url, interceptors: all });
      return await transport.call(webhook, request, call);
    },
  };
}
