import type {
  CallOptions,
  RequestParts,
  ResponseParts,
  WebhookDescriptor,
} from "@specwright/runtime/codegen";
import { type RestTransportOptions, restTransport } from "./rest-transport.ts";

/** A request that is about to be signed. */
export interface WebhookMessage {
  /** Identifies the message; the same for every attempt to send it. */
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
  /** The id of the message. Default: a new one, which begins with `msg_`. */
  readonly id?: string;
}

/** Sends webhooks and callbacks to their consumers. */
export interface WebhookSender {
  /**
   * Sends a message to a URL, which is that of a subscription, or `callbackUrl` of a callback.
   * Resolves with a documented response.
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
 * Creates a sender. Requests and answers are checked as those of clients are.
 *
 * @example
 * ```ts
 * const sender = webhookSender({ sign: standardWebhookSigner(secret) });
 * await sender.send(orderShipped, subscription.url, { body: { order_id: 7 } });
 * ```
 */
export function webhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { sign, ...rest } = options;
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  /** Signs what is sent where it is sent, so that every byte is covered. */
  async function signed(id: string, signer: SignWebhook, request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer());
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(await signer({ id, body }))) {
      headers.set(name, value);
    }
    const { method, redirect, signal } = request;
    const sent = body.byteLength === 0 ? {} : { body };
    return await send(request.url, { method, headers, redirect, signal, ...sent });
  }

  return {
    async send(webhook, url, request, { id = `msg_${crypto.randomUUID()}`, ...call } = {}) {
      const fetch: typeof globalThis.fetch =
        sign === undefined ? send : (input, init) => signed(id, sign, new Request(input, init));
      return await restTransport({ ...rest, baseUrl: url, fetch }).call(webhook, request, call);
    },
  };
}
