import type { ServerResponse } from "node:http";

/** The connection of a request, for as long as the request lasts. */
export interface Connection {
  /** Aborts when the client disconnects before the answer was sent. Created on demand. */
  readonly signal: AbortSignal;
  /** Calls back once the answer was sent or the client has left, at once if that is so already. */
  onClose(listener: () => void): void;
  /** Cuts the connection without an end of the body. */
  cut(): void;
}

/** The connection of a response of `node:http`. A class, because each request has an instance. */
export class NodeConnection implements Connection {
  readonly #raw: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortSignalOf(this.#raw);
    return this.#signal;
  }

  onClose(listener: () => void): void {
    if (this.#raw.closed) listener();
    else this.#raw.once("close", listener);
  }

  cut(): void {
    this.#raw.destroy();
  }
}

function abortSignalOf(raw: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.closed) onClose();
  else raw.once("close", onClose);
  return controller.signal;
}
