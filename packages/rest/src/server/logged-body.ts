import type { Exchange } from "./exchange.ts";

/**
 * Wraps a body. If the body cannot be sent completely, the wrapper logs the reason, for example an error of
 * the generator that yields its items. At that time, the head is already sent, so the error could not
 * become an error response.
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
          // When the client leaves, a generator fails that waits with the signal of its request. This is
          // not an error of the server.
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
