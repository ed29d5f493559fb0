import type { Logger } from "@specwright/runtime";
import type { Connection } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpRequest } from "./http-request.ts";
import type { RoutedRequest } from "./routed-request.ts";

/** The exchange of a request that the handler routes itself, without a framework's router. */
export class HandledExchange<Principal> implements Exchange {
  readonly log: Logger;
  readonly connection: Connection;
  readonly framework: unknown;
  /** Set once the operation is known. */
  known: RoutedRequest<Principal> | undefined;
  /** Set once the client has disconnected, or its answer was sent. */
  isClosed = false;
  #headers: (readonly [name: string, value: string])[] = [];

  constructor(
    log: Logger,
    { connection, framework }: Pick<HttpRequest, "connection" | "framework">,
  ) {
    this.log = log;
    this.connection = connection;
    this.framework = framework;
    connection.onClose(() => {
      this.isClosed = true;
    });
  }

  /** The headers that were set. */
  get headers(): readonly (readonly [name: string, value: string])[] {
    return this.#headers;
  }

  header(name: string, value: string): void {
    const key = name.toLowerCase();
    if (key !== "set-cookie") this.#headers = this.#headers.filter(([other]) => other !== key);
    this.#headers.push([key, value]);
  }

  getHeader(name: string): string | undefined {
    return this.#headers.find(([other]) => other === name.toLowerCase())?.[1];
  }
}
