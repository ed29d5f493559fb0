import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Closes connections of an address that has as many as it may have. */
export function guardConnections(server: Server, maxPerAddress: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      return;
    }
    open.set(remoteAddress, count);
    socket.once("close", () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left === 0) open.delete(remoteAddress);
      else open.set(remoteAddress, left);
    });
  });
}
