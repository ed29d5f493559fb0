import { type OpenSocket, openWebSocket } from "@specwright/streams/client";

/** Opens sockets that lose frames. */
export interface LosingSockets {
  readonly openSocket: OpenSocket;
  /** The query of each connection. */
  readonly queries: readonly string[];
}

/** Creates sockets that lose, once each, the first frames that contain the given texts. */
export function createLosingSockets(lost: readonly string[]): LosingSockets {
  const left = [...lost];
  const queries: string[] = [];
  return {
    queries,
    openSocket(url, headers, handlers) {
      queries.push(url.search.slice(1));
      return openWebSocket(url, headers, {
        ...handlers,
        received(bytes) {
          const text = new TextDecoder().decode(bytes);
          const at = left.findIndex((part) => text.includes(part));
          if (at === -1) handlers.received(bytes);
          else left.splice(at, 1);
        },
      });
    },
  };
}
