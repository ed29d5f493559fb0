import type { Logger } from "@specwright/runtime";
import type { Connection } from "./connection.ts";

/** Receives the headers of an answer. */
export interface HeaderSink {
  /** Sets a header. A second `set-cookie` header does not replace the first. */
  header(name: string, value: string): unknown;
}

/** A request and its answer, in a form that does not depend on the framework. */
export interface Exchange extends HeaderSink {
  readonly log: Logger;
  readonly connection: Connection;
  /** The request object of the framework. */
  readonly framework: unknown;
  /** Returns a header of the answer that was already set. */
  getHeader(name: string): unknown;
}
