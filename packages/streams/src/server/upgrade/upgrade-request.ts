import type { IncomingMessage } from "node:http";

/** The part of an HTTP request on which the decision is based. */
export type UpgradeRequest = Pick<IncomingMessage, "url" | "headers" | "rawHeaders">;
