import type { IncomingMessage } from "node:http";

/** The part of an HTTP request on which the decision is based. */
export interface UpgradeRequest extends Pick<IncomingMessage, "url" | "headers" | "rawHeaders"> {
  /** The address of the client, for the log of the server. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}
