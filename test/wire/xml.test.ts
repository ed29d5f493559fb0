// The bytes of XML bodies: a generated client writes the rows of the table, and a generated server reads
// them back.

import { describe, expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

const text = { type: "string" };
const rows: readonly (readonly [schema: object, body: unknown, want: string])[] = [
  [{ type: "object", properties: { a: text } }, { a: "<é>" }, "<Body><a>&lt;é&gt;</a></Body>"],
  [
    {
      type: "object",
      xml: { name: "pet", prefix: "p", namespace: "urn:pets" },
      properties: {
        id: { type: "integer", format: "int64", xml: { attribute: true } },
        names: { type: "array", items: { ...text, xml: { name: "name" } } },
        tags: { type: "array", items: { ...text, xml: { name: "tag" } }, xml: { wrapped: true } },
      },
    },
    { id: 9_007_199_254_740_993n, names: ["x", "y"], tags: ["z"] },
    '<p:pet xmlns:p="urn:pets" id="9007199254740993"><name>x</name><name>y</name><tags><tag>z</tag></tags></p:pet>',
  ],
  [
    { type: "array", xml: { name: "all" }, items: { type: "number", xml: { name: "one" } } },
    [1, 2.5],
    "<all><one>1</one><one>2.5</one></all>",
  ],
];

/** Asks a server to close the connection after its response. */
function closing(request: string): string {
  return request.replace(/connection: keep-alive/i, "connection: close");
}

describe("XML bodies", async () => {
  const operations = await generateOperations({
    openapi: "3.1.1",
    info: { title: "XML", version: "1" },
    components: {
      schemas: { Body: rows[0]?.[0] },
    },
    paths: Object.fromEntries(
      rows.map(([schema], index) => [
        `/r${index}`,
        {
          post: {
            operationId: `r${index}`,
            requestBody: {
              required: true,
              content: {
                "application/xml": {
                  schema: index === 0 ? { $ref: "#/components/schemas/Body" } : schema,
                },
              },
            },
            responses: { 204: { description: "Taken." } },
          },
        },
      ]),
    ),
  });
  const bodies = rows.map(([, body]) => ({ body }));

  test("are written", async () => {
    const written = await writtenRequests(operations, bodies);
    const want = rows.map(([, , xml]) => `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    const sent = written.map((bytes) => Buffer.from(bytes.split("\r\n\r\n")[1] ?? "", "latin1"));
    expect(sent.map(String)).toEqual(want);
    for (const bytes of written) expect(bytes).toMatch(/content-type: application\/xml\r\n/);
  });

  test("are read back", async () => {
    const written = await writtenRequests(operations, bodies);
    expect(await readRequests(operations, written.map(closing))).toEqual(bodies);
  });

  test("are refused if they are not XML, or break the schema", async () => {
    const [first = "", , last = ""] = await writtenRequests(operations, bodies);
    const changed = [first.replace("</a>", "</b>"), last.replace("2.5", "two")];
    expect(await readRequests(operations, changed.map(closing))).toEqual([
      expect.stringMatching(/^HTTP\/1.1 400 /),
      expect.stringMatching(/^HTTP\/1.1 4\d\d (?:.|\s)*"\/1"/),
    ]);
  });
});
