// Lets browsers connect. Since they cannot sign upgrades or set headers, a relay does it for them.
//
//   browser --ws://relay/v1/orders?since=7&ticket=T--> relay --signed upgrade--> service
//
// The relay adds no protocol of its own: a ticket admits one connection, and the relay then copies the
// bytes of both sides unchanged.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, systemClock } from "@specwright/runtime";
import { signUpgrade } from "../../signing/sign-upgrade.ts";
import { checkAddress } from "../check-address.ts";
import { closeUpgrade } from "./answer-upgrade.ts";
import { dialService } from "./dial-service.ts";
import { createTickets } from "./tickets.ts";

/** Options for `createRelay`. */
export interface RelayOptions {
  /** The stream address of the service with its version segment. */
  readonly url: string;
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  readonly brokerId: string;
  /** How long a ticket is valid, in milliseconds. Default 30,000. */
  readonly ticketMs?: number;
  readonly clock?: Clock;
}

/** A relay, which signs on behalf of browsers. */
export interface Relay {
  /** Issues a ticket for one connection. Authenticate the caller first. */
  issueTicket(): string;
  /**
   * Handles an `upgrade` event of a server. Browsers cannot read the answer to a refused upgrade, so the
   * relay closes the connection with a code instead: 4401 if the ticket is not valid, 1008 if the request
   * is wrong, 1011 for any other fault.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections. */
  close(): void;
}

/**
 * Creates a relay for an existing server; `serveRelay` also creates the server.
 *
 * @throws StreamError `invalid_url`.
 * @throws SigningError if a part of the access key is malformed.
 */
export function createRelay(options: RelayOptions): Relay {
  const { accessKey, secretKey, brokerId, ticketMs = 30_000, clock = systemClock } = options;
  const service = new URL(checkAddress(options.url));
  const tickets = createTickets(clock, ticketMs);
  const open = new Set<Duplex>();
  const signPath = (path: string) =>
    signUpgrade({ accessKey, secretKey, brokerId, path, timestamp: clock.now() });
  // Throws an error for a malformed key now, instead of at the first connection.
  signPath("/");

  /** Returns the headers of the signature; undefined if the path cannot be signed. */
  function tryToSign(target: string): Readonly<Record<string, string>> | undefined {
    try {
      return { ...signPath(target) };
    } catch {
      return undefined;
    }
  }

  return {
    issueTicket: () => tickets.issue(),
    handleUpgrade(request, socket, head) {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      socket.on("error", () => socket.destroy());
      const { ticket, target } = readTarget(request.url ?? "");
      if (!tickets.use(ticket)) return closeUpgrade(request, socket, 4401, "unauthorized");
      const signature = tryToSign(target);
      if (signature === undefined) return closeUpgrade(request, socket, 1008, "invalid path");
      dialService({ service, target, signature, request, socket, head });
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

/**
 * Separates the ticket from a path and query. The encoding of the rest does not change, because it is
 * signed.
 */
function readTarget(url: string): { readonly ticket: string; readonly target: string } {
  const [path = "", query = ""] = url.split("?");
  const pairs = query.split("&").filter((pair) => pair !== "");
  const isTicket = (pair: string): boolean => pair.startsWith("ticket=");
  const rest = pairs.filter((pair) => !isTicket(pair)).join("&");
  return {
    ticket: pairs.find(isTicket)?.slice("ticket=".length) ?? "",
    target: rest === "" ? path : `${path}?${rest}`,
  };
}
