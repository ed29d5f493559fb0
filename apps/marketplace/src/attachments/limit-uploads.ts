import type { createRestServer } from "@specwright/rest-server";
import { workQueue } from "../work-queue.ts";

/** Bodies are read into memory: this many of 10 MiB at once, and no more. */
const AT_ONCE = 8;
const MAX_WAITING = 64;

/**
 * Keeps uploads waiting, before their bodies are read, while others are under way. Too many that
 * wait are answered 429.
 */
export function limitUploads(app: ReturnType<typeof createRestServer>, path: string): void {
  const queue = workQueue({ concurrency: AT_ONCE, maxWaiting: MAX_WAITING });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "POST" || request.url.split("?", 1)[0] !== path) {
      done();
      return;
    }
    const ended = new Promise<void>((resolve) => reply.raw.once("close", () => resolve()));
    const turn = queue(async () => {
      done();
      await ended;
    });
    turn.catch(done);
  });
}
