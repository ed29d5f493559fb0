import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../server/network-of.ts";

/** Limits the connections of each address or IPv6 network. New connections beyond the limit are closed. */
export function guardConnections(server: Server, maxPerAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? "");
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
