import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";

/** The interval at which a closing server looks for connections without a request. */
const CHECK_MS = 20;

/**
 * Ends connections while the server closes. Connections without a request end at once, all others after
 * their answers. Node.js alone would wait until clients close connections that have not sent a whole head,
 * and connections that were answered after the close began. Returns a function that reports whether an
 * answer is the last one of its connection.
 */
export function endConnections(app: FastifyInstance): (reply: FastifyReply) => boolean {
  const { server } = app;
  /** For each open connection, the answer to its last request. A connection sends its answers in order. */
  const open = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  server.on("connection", (socket: Socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    open.set(socket, response);
  });

  function endUnused(): void {
    for (const [socket, response] of open) {
      if (response === undefined) socket.destroy();
      else if (response.writableFinished) socket.destroySoon();
    }
  }

  app.addHook("preClose", (done) => {
    isClosing = true;
    endUnused();
    const timer = setInterval(endUnused, CHECK_MS);
    server.once("close", () => clearInterval(timer));
    // A server that never listened emits no event when it closes.
    if (!server.listening) clearInterval(timer);
    done();
  });
  return ({ request, raw }) => isClosing && open.get(request.raw.socket) === raw;
}
