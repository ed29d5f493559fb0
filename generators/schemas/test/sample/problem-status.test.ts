// The `status` of a problem (RFC 9457) is the status of its response.

import { sampleAnswer } from "@specwright/schemas";
import { expect, test } from "vitest";
import { readContract } from "./read-contract.ts";

const problem = { type: "object", required: ["status"] };
const integer = { type: "integer", minimum: 400, maximum: 599 };

/** The declared status of a response, the requested code, and the status in the body. */
const cases: readonly (readonly [
  why: string,
  response: string,
  media: object,
  code: number,
  want: unknown,
])[] = [
  ["a code", "404", { schema: { ...problem, properties: { status: integer } } }, 404, 404],
  ["a range", "4XX", { schema: { ...problem, properties: { status: integer } } }, 409, 409],
  ["the default", "default", { schema: { ...problem, properties: { status: integer } } }, 503, 503],
  [
    "an example of another code",
    "default",
    {
      schema: { ...problem, properties: { status: integer } },
      examples: { gone: { value: { status: 410 } } },
    },
    404,
    404,
  ],
  [
    "a status that the schema does not allow",
    "404",
    { schema: { ...problem, properties: { status: { const: 400 } } } },
    404,
    400,
  ],
  [
    "a status that is a text",
    "404",
    { schema: { ...problem, properties: { status: { enum: ["lost"] } } } },
    404,
    "lost",
  ],
];

async function bodyOf(
  status: string,
  media: object,
  options: { readonly code: number; readonly example?: string },
): Promise<unknown> {
  const content = { "application/problem+json": media };
  const responses = { [status]: { description: "Refused.", content } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { operationId: "readA", responses } } },
  };
  const contract = await readContract({ file: "api.json", text: JSON.stringify(document) });
  const [operation] = contract.operations;
  return operation && sampleAnswer(operation, contract, options).answer?.body;
}

test.each(cases)("%s", async (_, status, media, code, want) => {
  expect(await bodyOf(status, media, { code })).toMatchObject({ status: want });
});

test("an example requested by name is returned unchanged", async () => {
  const media = { examples: { gone: { value: { status: 410 } } } };
  const body = await bodyOf("default", media, { code: 404, example: "gone" });
  expect(body).toEqual({ status: 410 });
});
