import type { IncomingMessage } from "node:http";
import { isAccessKey } from "../../signing/canonical-text.ts";

/** The part of an HTTP request on which the decision is based. */
export interface UpgradeRequest extends Pick<IncomingMessage, "url" | "headers" | "rawHeaders"> {
  /** Where it came from, for the log. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns the access key that a request names, for the log. A secret key that was put in its place by
 * mistake is left out.
 */
export function accessKeyOf({
  rawHeaders,
}: Pick<UpgradeRequest, "rawHeaders">): string | undefined {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toUpperCase() === "PRE-ACCESS-KEY",
  );
  const text = at === -1 ? undefined : rawHeaders[at + 1];
  if (text === undefined || !isAccessKey(text) || /^[0-9a-f]{64}$/i.test(text)) return undefined;
  return text;
}
