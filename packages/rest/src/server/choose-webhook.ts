import { CodecError, JsonError, parseJson } from "@specwright/runtime";
import type { WebhookDescriptor } from "@specwright/runtime/codegen";
import { findMediaType } from "@specwright/runtime/transport";
import { ProblemError } from "./problem-error.ts";
import type { RawMessage } from "./verify-message.ts";

/** Returns the name of the webhook for a message, as written in the document. */
export type WebhookNameOf = (headers: RawMessage["headers"], body: unknown) => string | undefined;

/**
 * Finds the webhook for a message whose URL belongs to several webhooks. With `nameOf`, it is the webhook
 * with the returned name. Otherwise, it is the only webhook with the method of the message, or the only
 * webhook whose schema matches the body.
 *
 * @throws ProblemError 400 if no webhook or several webhooks match.
 */
export function chooseWebhook(
  webhooks: readonly WebhookDescriptor[],
  nameOf: WebhookNameOf | undefined,
  { headers, body: bytes, operation }: RawMessage,
): WebhookDescriptor {
  const body = parsed(bytes);
  const candidates = webhooks.filter(({ method }) => method === operation.method);
  const type = headers["content-type"] ?? "";
  const name = nameOf?.(headers, body);
  const found =
    nameOf !== undefined
      ? candidates.filter(({ webhook, id }) => webhook === name || id === name)
      : candidates.length === 1
        ? candidates
        : candidates.filter((webhook) => fitsSchema(webhook, type, body));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const detail = first === undefined ? "No webhook is" : `${found.length} webhooks are`;
  throw new ProblemError(400, "validation_failed", `${detail} of this kind.`);
}

function fitsSchema({ body }: WebhookDescriptor, type: string, value: unknown): boolean {
  const media = findMediaType(body?.content ?? {}, type)?.media;
  if (media === undefined) return body === undefined && value === undefined;
  if (media.kind !== "json") return true;
  try {
    media.codec.parse(value);
    return true;
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return bytes.byteLength === 0 ? undefined : parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
