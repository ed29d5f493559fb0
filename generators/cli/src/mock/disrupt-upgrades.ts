// Adds latency and faults to WebSocket connections.

import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { NextDisruption } from "./disruptions.ts";
import type { FaultKind } from "./fault-kinds.ts";

/** Options for `disruptUpgrades`. */
export interface DisruptedUpgrades {
  readonly next: NextDisruption;
  /** The time between two messages of a channel, in milliseconds. */
  readonly intervalMs: number;
  readonly log: (line: string) => void;
}

/** Receives upgrade requests before the server of the channels. */
export interface UpgradeGate {
  /** A listener for the `upgrade` event of an HTTP server. */
  readonly receive: (request: { readonly url?: string }, socket: Duplex, head: Buffer) => void;
  /** Closes the connections that the server of the channels has not received yet. */
  close(): void;
}

/**
 * Creates a gate that delays every upgrade request before it calls `pass`. Some requests get a fault: the
 * gate rejects them with a status, never answers them, or resets the connection after some messages.
 */
export function disruptUpgrades(
  pass: (...upgrade: readonly unknown[]) => void,
  { next, intervalMs, log }: DisruptedUpgrades,
): UpgradeGate {
  const waiting = new Set<Duplex>();
  return {
    receive(request, socket, head) {
      const { delayMs, fault, messages } = next();
      waiting.add(socket);
      socket.once("close", () => waiting.delete(socket));
      // Until the server of the channels receives the socket, an error event without a listener would end
      // the process.
      socket.on("error", () => {});
      const go = (): void => {
        if (fault !== undefined) log(`UPGRADE ${request.url ?? ""} ${fault}`);
        if (fault === "timeout" || socket.destroyed) return;
        waiting.delete(socket);
        if (typeof fault === "number") rejectUpgrade(socket, fault);
        else pass(request, socket, head);
        if (fault === "reset") resetLater(socket, messages * intervalMs);
      };
      if (delayMs === 0) go();
      else setTimeout(go, delayMs).unref();
    },
    close() {
      for (const socket of waiting) socket.destroy();
    },
  };
}

function rejectUpgrade(socket: Duplex, status: Exclude<FaultKind, string>): void {
  const reason = STATUS_CODES[status] ?? "Fault";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function resetLater(socket: Duplex, afterMs: number): void {
  const timer = setTimeout(() => resetConnection(socket), afterMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Resets a connection as if this process had crashed. The client gets ECONNRESET. */
export function resetConnection(socket: Duplex): void {
  if (socket instanceof Socket) socket.resetAndDestroy();
  else socket.destroy();
}
