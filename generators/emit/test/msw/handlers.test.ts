import { mswEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { expect, it } from "vitest";
import type { MswOptions } from "../../src/msw/emit.ts";
import { emitText } from "../emit-text.ts";

async function emitted(text: string, options: MswOptions = {}) {
  const { files, diagnostics } = await emitText(mswEmitter(options), text);
  return { handlers: files.get("handlers.ts"), samples: files.get("samples.ts"), diagnostics };
}

it("writes a function for each operation, with a response as its parameter", async () => {
  const { handlers } = await emitted(shop);
  expect(handlers).toContain(`export function updateOrder(
  answer?: MockAnswer<types.UpdateOrderRequest, types.UpdateOrderResponse>,
  options?: MockOptions,
): HttpHandler {
  const mocked = mockOperation(descriptors.updateOrder, samples.updateOrder, answer, options);
  return http.all(...mocked);
}`);
});

it("writes a sample of the first success response", async () => {
  const { samples } = await emitted(shop);
  expect(samples).toContain(
    'export const updateOrder: SampledAnswer = { status: 200, body: { id: "string" } };',
  );
  expect(samples).toContain("export const ping: SampledAnswer = { status: 204 };");
});

it("varies samples by the seed, and writes the same for the same seed", async () => {
  const first = await emitted(shop, { seed: 3 });
  expect(first.samples).not.toBe((await emitted(shop)).samples);
  expect(first.samples).toBe((await emitted(shop, { seed: 3 })).samples);
});

const paths = (text: string): string => `openapi: 3.1.0
info: { title: Users, version: "1" }
${text}`;

it("lists handlers of fixed paths before those with a parameter in the same place", async () => {
  const { handlers } = await emitted(
    paths(`paths:
  /users/{id}: { get: { operationId: getUser, responses: { "204": { description: . } } } }
  /users/me: { get: { operationId: getMe, responses: { "204": { description: . } } } }
  /users/{id}/keys: { get: { operationId: keys, responses: { "204": { description: . } } } }
`),
  );
  expect(handlers).toMatch(
    /const mocks: [^=]*=> HttpHandler\)\[\] = \[\s*getMe,\s*getUser,\s*keys,?\s*\];/,
  );
  expect(handlers).toContain("return mocks.map((mock) => mock(undefined, options));");
});

it("expects requests at the paths of the servers, and without them", async () => {
  const { handlers } = await emitted(
    paths(`servers: [{ url: "https://{region}.example/v2", variables: { region: { default: eu } } }]
paths:
  /handlers: { get: { operationId: handlers, responses: { "204": { description: . } } } }
`),
  );
  expect(handlers).toContain('export const mockOptions: MockOptions = { baseUrl: ["/v2", ""] };');
  expect(handlers).toMatch(/ = \[\s*handlers_,\s*\];\n {2}return mocks\.map/);
});

it("requires a response where the schema allows none, and says where", async () => {
  const { handlers, samples, diagnostics } = await emitted(
    paths(`paths:
  /count:
    get:
      operationId: count
      responses:
        "200":
          description: .
          content:
            application/json:
              schema: { type: integer, minimum: 2, maximum: 1 }
`),
  );
  expect(handlers).toContain("  answer: MockAnswer<types.CountRequest, types.CountResponse>,");
  expect(handlers).toContain("mockOperation(descriptors.count, undefined, answer, options)");
  expect(samples).not.toContain("count");
  expect(diagnostics).toMatchObject([
    { code: "SAMPLE_IMPOSSIBLE", severity: "warning", line: 11, file: "shop.yaml" },
  ]);
});

it("writes nothing for a document without operations", async () => {
  expect(await emitted(feed)).toMatchObject({ handlers: undefined, samples: undefined });
});
