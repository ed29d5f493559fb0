import type { Logger } from "@specwright/runtime";
import type { Connection } from "./connection.ts";

/** Takes the headers of an answer. */
export interface HeaderSink {
  /** Sets a header; `set-cookie` is added to those before it. */
  header(name: string, value: string): unknown;
}

/** A request and its answer, as operations see them, independent of the framework. */
export interface Exchange extends HeaderSink {
  readonly log: Logger;
  readonly connection: Connection;
  /** The request as the framework has it. */
  readonly framework: unknown;
  /** Returns a header of the answer that was set before. */
  getHeader(name: string): unknown;
}
