// A body that never ends, from a `fetch` that does not know the signal of a call.

import { restTransport } from "@specwright/rest-client";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
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

it.each([
  ["the time is over", () => ({ timeoutMs: 30 }), "timeout"],
  ["the caller gives up", () => ({ signal: AbortSignal.timeout(30) }), "aborted"],
])("is not read any more when %s", async (_, options, code) => {
  const cancelled = Promise.withResolvers<void>();
  let pulls = 0;
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      async pull(controller) {
        pulls += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
        controller.enqueue(new Uint8Array(10));
      },
      cancel: () => cancelled.resolve(),
    });
  const headers = { "content-type": "application/octet-stream" };
  const transport = restTransport({
    baseUrl: "https://example.com",
    fetch: async () => new Response(body(), { headers }),
  });
  await expect(transport.call(operation, {}, options())).rejects.toMatchObject({ code });
  await cancelled.promise;
  const read = pulls;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(pulls).toBeLessThanOrEqual(read + 1);
});
