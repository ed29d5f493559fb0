import type { IncomingMessage } from "node:http";

/** The parts of an HTTP request on which `admit` decides. */
export interface UpgradeRequest extends Pick<IncomingMessage, "url" | "headers" | "rawHeaders"> {
  /** The socket of the request, whose address is logged. */
  readonly socket?: { readonly remoteAddress?: string | undefined };
}
