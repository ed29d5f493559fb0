import {
  accept,
  anyJson,
  type OperationDescriptor,
  object,
  type,
} from "@specwright/runtime/codegen";
import { mockOperation } from "@specwright/runtime/mocking";
import { allEncoders, ruleCodec } from "@specwright/runtime/testing";
import { expect, it } from "vitest";

const getThing: OperationDescriptor = {
  encoders: allEncoders,
  id: "getThing",
  method: "GET",
  path: "/things/{id}",
  parameters: [
    { name: "id", in: "path", required: true, type: "integer" },
    { name: "page", in: "query", type: "integer" },
  ],
  validators: {
    path: ruleCodec(object({ id: type("integer") })),
    query: ruleCodec(object({}, { page: type("integer") })),
  },
  responses: { 204: {} },
  security: [],
};

it.each([
  ["/things/7?page=2", 204, undefined],
  ["/things/abc", 400, [{ in: "path", pointer: "/id" }]],
  [
    "/things/abc?page=x",
    400,
    [
      { in: "path", pointer: "/id" },
      { in: "query", pointer: "/page" },
    ],
  ],
])("%s is answered %d, with an issue for each parameter", async (path, status, errors) => {
  const [, respond] = mockOperation(getThing, undefined, () => ({ status: 204 }));
  const response = await respond({ request: new Request(`https://api.example${path}`) });
  expect(response.status).toBe(status);
  if (errors === undefined) return;
  const { errors: found } = await response.json();
  expect(found).toHaveLength(errors.length);
  expect(found).toMatchObject(errors);
});

it.each([
  ["/things?a=1&b=x&api_key=k", 200, { filter: { a: 1, b: "x" } }],
  ["/things?a=y", 400, undefined],
])("30.10 a query string that is one parameter is read from %s", async (path, status, query) => {
  const listThings: OperationDescriptor = {
    ...getThing,
    path: "/things",
    parameters: [
      {
        name: "filter",
        in: "query",
        type: "json",
        whole: { fields: { a: { type: "integer" }, b: { type: "string" } } },
      },
      { name: "api_key", in: "query" },
    ],
    validators: {
      query: ruleCodec(object({}, { filter: object({}, { a: type("integer") }), api_key: accept })),
    },
    responses: { 200: { content: { "application/json": { kind: "json", codec: anyJson } } } },
  };
  const [, respond] = mockOperation(listThings, undefined, (request) => ({
    status: 200,
    body: request.query,
  }));
  const response = await respond({ request: new Request(`https://api.example${path}`) });
  expect(response.status).toBe(status);
  if (query !== undefined) expect(await response.json()).toEqual({ ...query, api_key: "k" });
});
