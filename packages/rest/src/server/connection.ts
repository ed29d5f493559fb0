import type { ServerResponse } from "node:http";

/** The connection of a request, for as long as the request lasts. */
export interface Connection {
  /** Aborts when the client disconnects before the response was sent. Created on demand. */
  readonly signal: AbortSignal;
  /**
   * Calls the listener once the response was sent or the client has disconnected; at once if this has
   * already happened.
   */
  onClose(listener: () => void): void;
  /** Cuts the connection, so that the client sees an incomplete body. */
  cut(): void;
}

/**
 * The connection of a response of `node:http`. It is a class, because each request has an instance.
 */
export class NodeConnection implements Connection {
  readonly #raw: ServerResponse;
  #controller: AbortController | undefined;
  /**
   * One listener on the response calls all of these, because Node.js warns of more than ten
   * listeners.
   */
  #listeners: (() => void)[] | undefined;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.onClose(() => {
        if (!this.#raw.writableFinished) controller.abort();
      });
    }
    return this.#controller.signal;
  }

  onClose(listener: () => void): void {
    if (this.#raw.closed) {
      listener();
      return;
    }
    if (this.#listeners === undefined) {
      const listeners: (() => void)[] = [];
      this.#listeners = listeners;
      this.#raw.once("close", () => {
        for (const each of listeners) each();
      });
    }
    this.#listeners.push(listener);
  }

  cut(): void {
    this.#raw.destroy();
  }
}
