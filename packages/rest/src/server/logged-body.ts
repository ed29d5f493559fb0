import type { Exchange } from "./exchange.ts";

/**
 * Returns a body that logs the reason if it could not be sent completely, for example an error of
 * the generator that yields its items. The answer has already begun, so the error would otherwise
 * be lost.
 */
export function loggedBody(
  body: ReadableStream<Uint8Array>,
  about: { readonly requestId: string; readonly operation: string },
  { log, connection }: Pick<Exchange, "log" | "connection">,
): ReadableStream<Uint8Array> {
  let isClosed = false;
  connection.onClose(() => {
    isClosed = true;
  });
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // A generator that waits with the signal of its request fails when the client leaves.
          if (isClosed) log.info(about, "request aborted by its client");
          else log.error({ ...about, err: error }, "response not sent completely");
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
