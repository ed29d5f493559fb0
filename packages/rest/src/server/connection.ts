import type { ServerResponse } from "node:http";

/** The connection of a request while the request lasts. */
export interface Connection {
  /** Aborts when the client disconnects before the response was sent. Created on demand. */
  readonly signal: AbortSignal;
  /**
   * Calls the listener once the response was sent or the client has disconnected. If this has already
   * happened, calls it at once.
   */
  onClose(listener: () => void): void;
  /** Closes the connection at once, so that the client notices that the body is incomplete. */
  cut(): void;
}

/**
 * The connection of a `node:http` response. It is a class, so that the instances of all requests share
 * their methods.
 */
export class NodeConnection implements Connection {
  readonly #raw: ServerResponse;
  #controller: AbortController | undefined;
  /**
   * All listeners. A single listener on the response calls them, because Node.js warns of more than ten
   * listeners on an object.
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
