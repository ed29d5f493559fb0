import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../server/problem-error.ts";
import type { RestServerLimits } from "./rest-server-options.ts";

/** How much of a request had arrived at the last check. */
interface Arrival {
  readonly reply: FastifyReply;
  /** The bytes of the connection, including earlier requests. */
  bytes: number;
  /** The time of the check, in milliseconds. */
  since: number;
}

/**
 * Ends requests whose bodies arrive too slowly, with 408. In each interval of `bodyGraceMs`, a body must
 * end, or arrive at `bodyBytesPerSecond` on average. The time before the server reads the body does not
 * count. If a request is answered before its body has arrived, the client may continue to send for
 * `bodyGraceMs`, so that it can read the answer.
 */
export function guardBodies(app: FastifyInstance, limits: RestServerLimits): void {
  const { bodyGraceMs = 10_000, bodyBytesPerSecond = 8 * 1024 } = limits;
  const leastBytes = (bodyBytesPerSecond * bodyGraceMs) / 1000;
  const arriving = new Map<IncomingMessage, Arrival>();

  function watchBody({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (raw.complete || raw.destroyed || arriving.has(raw)) return;
    arriving.set(raw, { reply, bytes: raw.socket.bytesRead, since: performance.now() });
    const forget = (): void => void arriving.delete(raw);
    raw.once("end", forget);
    raw.once("close", forget);
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [raw, arrival] of arriving) {
      if (now - arrival.since < bodyGraceMs) continue;
      const { bytesRead } = raw.socket;
      const isAnswered = arrival.reply.raw.writableEnded;
      if (!isAnswered && bytesRead - arrival.bytes >= leastBytes) {
        arrival.bytes = bytesRead;
        arrival.since = now;
        continue;
      }
      arriving.delete(raw);
      // If the body is being read, its reader answers the stream's error. Otherwise, the connection is
      // closed.
      if (isAnswered || raw.listenerCount("error") === 0) raw.destroy();
      else
        raw.emit("error", new ProblemError(408, "request_timeout", "The body arrived too slowly."));
    }
  }, bodyGraceMs / 10);
  timer.unref();

  app.addHook("preParsing", (request, reply, payload, done) => {
    watchBody(request, reply);
    done(null, payload);
  });
  // Nothing reads the body of a request that was refused because of its headers, so such bodies are guarded
  // here.
  app.addHook("onResponse", (request, reply, done) => {
    watchBody(request, reply);
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
}
