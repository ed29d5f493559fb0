// Relaxed schemas: given a document and relaxations.

import { type Relaxation, schemasOf } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

/** Lists the places of schemas that `read` says something of. */
async function places(
  yaml: string,
  relaxation: Relaxation,
  read: (schema: Parameters<typeof describeSchema>[0]) => string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const contract = await contractOf(yaml, { relaxation });
  return Object.fromEntries(
    [...schemasOf(contract).keys()]
      .flatMap((schema) => {
        const found = schema.kind === "boolean" ? undefined : read(schema);
        return found === undefined ? [] : [[schema.source.pointer.split("/").at(-1) ?? "", found]];
      })
      .toSorted(),
  );
}

interface Formatted {
  readonly format?: string;
  readonly notedFormat?: string;
  readonly reportsFormat?: true;
  readonly openEnum?: true;
  readonly enum?: readonly unknown[];
}

function describeSchema({ format, notedFormat, reportsFormat }: Formatted): string | undefined {
  if (notedFormat !== undefined) return `${notedFormat} annotation`;
  if (format === undefined) return undefined;
  return `${format} ${reportsFormat === true ? "report" : "enforce"}`;
}

describe("formats", () => {
  const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: {}
components:
  schemas:
    Order:
      type: object
      properties:
        id: { type: string, format: uuid }
        at: { type: string, format: date-time }
        count: { type: integer, format: int64 }
        text: { type: string, format: int64 }
        file: { type: string, format: binary }
        inner: { type: object, properties: { deep: { type: string, format: date-time } } }
    Orders: { type: object, properties: { first: { type: string, format: date-time } } }
`;
  const usual = {
    id: "uuid enforce",
    at: "date-time enforce",
    count: "int64 enforce",
    text: "int64 enforce",
    file: "binary enforce",
    deep: "date-time enforce",
    first: "date-time enforce",
  };
  const times = { at: "date-time", deep: "date-time", first: "date-time" };
  const all = (use: string): object =>
    Object.fromEntries(
      Object.entries({ ...times, id: "uuid" }).map(([name, format]) => [name, `${format} ${use}`]),
    );

  it.each<readonly [name: string, Relaxation["formats"], want: object]>([
    ["no choice", undefined, {}],
    ["enforce", "enforce", {}],
    ["all annotations, but those that decide types", "annotation", all("annotation")],
    ["all reported", "report", all("report")],
    ["one format", { uuid: "report" }, { id: "uuid report" }],
    [
      "one format, and the others",
      { "*": "annotation", uuid: "enforce" },
      { ...all("annotation"), id: "uuid enforce" },
    ],
    [
      "a component, with what is written in it, and no other whose name starts with its",
      { "date-time": { Order: "annotation" } },
      { at: "date-time annotation", deep: "date-time annotation" },
    ],
    [
      "a place in a component",
      {
        "date-time": {
          "*": "report",
          Order: "enforce",
          "#/components/schemas/Order/properties/inner": "annotation",
        },
      },
      { first: "date-time report", deep: "date-time annotation" },
    ],
    [
      "all formats of a component, before one format of all",
      { "*": { Order: "annotation" }, uuid: "report" },
      { id: "uuid annotation", at: "date-time annotation", deep: "date-time annotation" },
    ],
    ["a format that decides types, which stays", { int64: "annotation" }, {}],
  ])("%s", async (_name, formats, want) => {
    const found = await places(document, formats === undefined ? {} : { formats }, describeSchema);
    expect(found).toEqual({ ...usual, ...want });
  });
});

describe("openEnums", () => {
  const isOpen = ({ enum: members, openEnum }: Formatted): string | undefined =>
    members === undefined ? undefined : openEnum === true ? "open" : "closed";

  const document = (schemas: string, use = "Sent"): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    post:
      operationId: order
      parameters:
        - { name: sort, in: query, schema: { title: asked, enum: [up, down] } }
      requestBody:
        content: { application/json: { schema: { $ref: "#/components/schemas/Asked" } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { $ref: "#/components/schemas/${use}" } } }
components:
  schemas:
    Asked:
      type: object
      properties: { mode: { enum: [a, b] }, both: { $ref: "#/components/schemas/Both" } }
    Both: { type: string, enum: [a, b] }
${schemas.replaceAll(/^(?=.)/gm, "    ")}`;

  it.each<readonly [name: string, schemas: string, want: object]>([
    [
      "what the server sends, and not what only clients do",
      `Sent: { type: object, properties: { state: { enum: [a, b] }, both: { $ref: "#/components/schemas/Both" } } }`,
      { state: "open", Both: "open", mode: "closed" },
    ],
    ["one with null", `Sent: { type: [string, "null"], enum: [a, b, null] }`, { Sent: "open" }],
    [
      "constants, each described",
      `Sent: { oneOf: [{ const: a, description: One. }, { const: b, title: Two }] }`,
      { Sent: "open" },
    ],
    [
      "a list within a list",
      `Sent: { type: string, enum: [a, b], allOf: [{ oneOf: [{ const: a }, { const: b }, { const: c }] }] }`,
      { Sent: "open", 0: "open" },
    ],
    ["a constant", `Sent: { type: string, enum: [a] }`, { Sent: "closed" }],
    ["numbers", `Sent: { type: integer, enum: [1, 2] }`, { Sent: "closed" }],
    [
      "tags of branches",
      `Sent: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { type: object, properties: { tag: { enum: [a, aa] }, colour: { enum: [red, blue] } } }
B: { type: object, properties: { tag: { enum: [b, bb] }, size: { enum: [s, l] } } }`,
      { tag: "closed", colour: "open", size: "open" },
    ],
    [
      "the same list in all branches",
      `Sent: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { type: object, required: [a], properties: { a: {}, state: { enum: [on, off] } } }
B: { type: object, required: [b], properties: { b: {}, state: { enum: [on, off] } } }`,
      { state: "open" },
    ],
    [
      "branches that limit a shared list",
      `Sent: { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { kind: { enum: [a, b] } } }] }
B: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { kind: { enum: [c, d] } } }] }
Base: { type: object, properties: { kind: { enum: [a, b, c, d] }, state: { enum: [on, off] } } }`,
      { kind: "closed", state: "open" },
    ],
    [
      "a member that only one branch has",
      `Sent: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { type: object, properties: { deep: { type: object, properties: { state: { enum: [on, off] } } } } }
B: { type: object, properties: { name: { type: string } } }`,
      { state: "closed" },
    ],
    [
      "a member that the other branch refuses",
      `Sent: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { type: object, properties: { state: { enum: [on, off] } } }
B: { type: object, properties: { name: { type: string } }, additionalProperties: false }`,
      { state: "open" },
    ],
    [
      "branches that contain themselves",
      `Sent: { anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }
A: { type: object, properties: { of: { $ref: "#/components/schemas/A" }, and: { $ref: "#/components/schemas/Sent" }, state: { enum: [on, off] } } }
B: { type: object, properties: { of: { $ref: "#/components/schemas/B" }, and: { $ref: "#/components/schemas/A" } } }`,
      { state: "closed" },
    ],
    [
      "an enum or any text",
      `Sent: { oneOf: [{ title: one, enum: [a, b] }, { type: string, pattern: "^x" }] }`,
      { 0: "closed" },
    ],
    [
      "an enum beside a number",
      `Sent: { oneOf: [{ enum: [a, b] }, { type: integer }] }`,
      { 0: "open" },
    ],
    [
      "a branch that is any object",
      `Sent: { oneOf: [{ type: object, properties: { kind: { enum: [a, b] } } }, { type: object }] }`,
      { kind: "closed" },
    ],
    [
      "what a discriminator names",
      `Sent: { type: object, discriminator: { propertyName: kind }, properties: { kind: { enum: [a, b] }, state: { enum: [a, b] } } }`,
      { kind: "closed", state: "open" },
    ],
    [
      "a condition",
      `Sent: { type: object, properties: { state: { enum: [a, b] } }, if: { properties: { mark: { enum: [a, b] } } } }`,
      { state: "open", mark: "closed" },
    ],
  ])("%s", async (_name, schemas, want) => {
    const found = await places(document(schemas), { openEnums: true }, isOpen);
    expect(found).toMatchObject({ mode: "closed", schema: "closed", ...want });
  });

  it("messages that the provider sends", async () => {
    const found = await places(
      `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels:
  orders:
    address: /orders
    messages:
      placed: { payload: { type: object, properties: { state: { enum: [a, b] } } } }
      ask: { payload: { type: object, properties: { mode: { enum: [a, b] } } } }
operations:
  send: { action: send, channel: { $ref: "#/channels/orders" }, messages: [{ $ref: "#/channels/orders/messages/placed" }] }
  receive: { action: receive, channel: { $ref: "#/channels/orders" }, messages: [{ $ref: "#/channels/orders/messages/ask" }] }
`,
      { openEnums: true },
      isOpen,
    );
    expect(found).toEqual({ state: "open", mode: "closed" });
  });
});
