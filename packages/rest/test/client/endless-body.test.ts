// A body that never ends, from a `fetch` that does not know the signal of a call.

import { restTransport } from "@specwright/rest/client";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders, fakeClock } from "@specwright/runtime/testing";
import { expect, it } from "vitest";

const operation: OperationDescriptor = {
  id: "readAll",
  method: "GET",
  path: "/all",
  parameters: [],
  validators: {},
  encoders: allEncoders,
  responses: { 200: { content: { "application/octet-stream": { kind: "bytes" } } } },
  security: [],
};

it.each(["timeout", "aborted"])("is not read any more when the call ends with %s", async (code) => {
  const [reading, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(10));
        if (pulls === 3) {
          reading.resolve();
          // The body has no more for now, and never ends.
          return new Promise(() => {});
        }
        return undefined;
      },
      cancel: () => cancelled.resolve(),
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/octet-stream" };
  const clock = fakeClock();
  const transport = restTransport({
    baseUrl: "https://example.com",
    clock,
    fetch: async () => new Response(body, { headers }),
  });
  const controller = new AbortController();
  const call = transport.call(operation, {}, { timeoutMs: 30, signal: controller.signal });
  const ended = expect(call).rejects.toMatchObject({ code });
  await reading.promise;
  if (code === "timeout") await clock.advance(30);
  else controller.abort();
  await ended;
  await cancelled.promise;
  expect(pulls).toBe(3);
});
