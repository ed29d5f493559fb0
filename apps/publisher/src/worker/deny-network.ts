import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

/**
 * Disables the network in this process, because Node's permissions do not cover the network. The
 * code does not use the network. This function is a second line of defence.
 */
export function denyNetwork(): void {
  // A regular function, because some of the functions that it replaces are called with `new`.
  function deny(): never {
    throw new Error("this process has no network");
  }
  for (const [owner, names] of [
    [net.Socket.prototype, ["connect"]],
    [net.Server.prototype, ["listen"]],
    [dgram.Socket.prototype, ["bind", "connect", "send"]],
    [dns, ["lookup", "resolve"]],
    [dns.promises, ["lookup", "resolve"]],
    [globalThis, ["fetch", "WebSocket", "EventSource"]],
  ] as const) {
    for (const name of names) Object.defineProperty(owner, name, { value: deny });
  }
}
