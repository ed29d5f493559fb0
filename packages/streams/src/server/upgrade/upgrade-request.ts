import type { IncomingMessage } from "node:http";

/** The part of an HTTP request on which the decision is based. */
export interface UpgradeRequest extends Pick<IncomingMessage, "url" | "headers" | "rawHeaders"> {
  /** Where it came from, for the log. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}
