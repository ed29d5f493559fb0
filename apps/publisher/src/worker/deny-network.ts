import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

/**
 * Takes the network from this process. Nothing that it runs asks for it; this is for the day when
 * something does, since Node's permissions do not cover the network.
 */
export function denyNetwork(): void {
  // No arrow function, since some of them are constructors.
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
