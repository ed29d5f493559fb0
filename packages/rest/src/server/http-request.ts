import type { IncomingHttpHeaders } from "node:http";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { Connection } from "./connection.ts";

/** A request as any framework can describe it. */
export interface HttpRequest<Framework = unknown> {
  readonly method: string;
  /** The target: path and query as received, below the place where the handlers are mounted. */
  readonly url: string;
  /** Header names are lowercase. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** The address of the client. */
  readonly ip: string;
  /** Whether the request came over TLS. */
  readonly isSecure: boolean;
  /**
   * The body; undefined for a request without a body. Bytes are better than a parsed body, in which
   * numbers may have lost digits.
   */
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | ParsedBody | undefined;
  readonly connection: Connection;
  /** The request object of the framework, for handlers. */
  readonly framework?: Framework;
}

/** A body that the framework has parsed before the handlers could read it. */
export interface ParsedBody {
  readonly parsed: unknown;
}

/** The answer to an `HttpRequest`. */
export type HttpResponse = Pick<EncodedResponse, "status" | "headers" | "body" | "live">;
