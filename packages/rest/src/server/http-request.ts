import type { IncomingHttpHeaders } from "node:http";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { Connection } from "./connection.ts";

/** A request in a form that does not depend on a framework. */
export interface HttpRequest<Framework = unknown> {
  readonly method: string;
  /** The target: path and query as received, without the path at which the handlers are mounted. */
  readonly url: string;
  /** Header names are lowercase. */
  readonly headers: IncomingHttpHeaders;
  /** A flat list as received: name, value, name, value... */
  readonly rawHeaders: readonly string[];
  /** The address of the client. */
  readonly ip: string;
  /** Whether the request came over TLS. */
  readonly isSecure: boolean;
  /**
   * The body; undefined if the request has no body. Prefer bytes to a parsed body, whose numbers may have
   * lost digits.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | ParsedBody | undefined;
  readonly connection: Connection;
  /** The request object of the framework, for handlers. */
  readonly framework?: Framework;
}

/** A body that the framework has already parsed. */
export interface ParsedBody {
  readonly parsed: unknown;
}

/** The answer to an `HttpRequest`. */
export type HttpResponse = Pick<EncodedResponse, "status" | "headers" | "body" | "live">;
