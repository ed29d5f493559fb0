import { docsEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

/** A feed with security, a request, and a message with a key. */
const guarded = feed
  .replace(
    "protocol: wss }",
    'protocol: wss, security: [{ $ref: "#/components/securitySchemes/log-in" }, { $ref: "#/components/securitySchemes/token" }] }',
  )
  .replace(
    "messages: { tick:",
    "messages: { question: { payload: { type: object, required: [type], properties: { type: { const: question }, meta: { type: object, required: [id], properties: { id: { type: integer } } }, parts: { type: array, items: { type: object, properties: { n: { type: string } } } } } } }, tick:",
  )
  .replace(
    "{ line: { payload",
    "{ line: { headers: { type: object, properties: { trace: { type: string } } }, bindings: { kafka: { key: { type: string } } }, payload",
  )
  .concat(`  ask:
    action: receive
    summary: Asks.
    channel: { $ref: "#/channels/room" }
    messages: [{ $ref: "#/channels/room/messages/question" }]
    reply: { messages: [{ $ref: "#/channels/room/messages/tick" }] }
    security: [{ $ref: "#/components/securitySchemes/token" }]
components:
  securitySchemes:
    log-in: { type: userPassword }
    token: { type: http, scheme: bearer }
`);

/** A list with pagination. */
const list = (pagination: string): string => `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /all:
    get:
      x-pagination: { items: /data, ${pagination} }
      parameters:
        - { name: after, in: query, schema: { type: string } }
        - { name: page, in: query, schema: { type: integer } }
      responses:
        "200":
          description: A page.
          content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } }
components:
  schemas:
    Item: { type: object, properties: { id: { type: string } } }
    Page:
      type: object
      properties:
        data: { type: array, items: { $ref: "#/components/schemas/Item" } }
        a/b: { type: string }
`;

/** Documents and pages, each with an expected part. */
const pieces: readonly (readonly [string, string, string, string])[] = [
  [
    "keeps code and strong text, and shows markup as text",
    shop,
    "README.md",
    "Sells **things** by `id`, not &lt;b&gt;bold&lt;/b&gt;.",
  ],
  [
    "lists operations",
    shop,
    "README.md",
    "| [updateOrder](reference/operations.md#updateorder) | `POST /orders/{order_id}` | Changes an order |",
  ],
  ["lists channels", feed, "README.md", "| [room](reference/channels.md#room) | `/rooms/{room}` |"],
  [
    "shows parameters",
    shop,
    "reference/operations.md",
    "| `order_id` | path | integer (`int64`) | yes |",
  ],
  [
    "links bodies to their schema",
    shop,
    "reference/operations.md",
    "Body: `application/json`: [Order](schemas.md#order).",
  ],
  [
    "says how pages follow one another by a cursor",
    list("cursor: { parameter: after, next: /a~1b }"),
    "reference/operations.md",
    "Pages: for the next page, send `/a~1b` as `after`; the items are at `/data`.",
  ],
  [
    "says how pages follow one another by the last item",
    list("cursor: { parameter: after, lastItem: /id }"),
    "reference/operations.md",
    "Pages: for the next page, send `/id` of the last item as `after`; the items",
  ],
  [
    "says how pages follow one another by number",
    list("page: { parameter: page }"),
    "reference/operations.md",
    "Pages: `page` is the page number; the first page is 1; the items are at `/data`.",
  ],
  [
    "says how pages follow one another by offset",
    list("offset: { parameter: page }"),
    "reference/operations.md",
    "Pages: `page` is the number of items to skip; the items are at `/data`.",
  ],
  [
    "says how pages follow one another by links",
    list("link: /a~1b"),
    "reference/operations.md",
    "Pages: the URL of the next page is in `/a~1b`; the items are at `/data`.",
  ],
  ["shows responses", shop, "reference/operations.md", "| 4XX | `text/plain`: string | Refused. |"],
  [
    "says when a call needs no authentication",
    shop,
    "reference/operations.md",
    "Authentication: none.",
  ],
  [
    "shows fields with their bounds",
    shop,
    "reference/schemas.md",
    "| `id` | string | yes | Names it. at most 8 characters |",
  ],
  [
    "shows code with bars, inside a table and outside",
    shop.replace("maxLength: 8", 'pattern: "^(a|b)$"'),
    "reference/schemas.md",
    "| `id` | string | yes | Names it. matches <code>^(a\\|b)$</code> |",
  ],
  [
    "keeps the digits of examples",
    shop.replace(
      'schemas/Order" } } } }\n      responses',
      'schemas/Order" }, example: { id: 9007199254740993 } } } }\n      responses',
    ),
    "reference/operations.md",
    '    {\n      "id": 9007199254740993\n    }',
  ],
  [
    "shows the credentials of the document",
    guarded,
    "README.md",
    "streamTransport({ url, credentials: { token } }));\nfor await (const message of client.room(parameters))",
  ],
  [
    "says what a channel needs",
    guarded,
    "reference/channels.md",
    "Authentication: `log-in`, or `token`; and `token`.",
  ],
  [
    "shows operations with their replies",
    guarded,
    "reference/channels.md",
    "| ask | receive | question | tick | Asks. |",
  ],
  [
    "links keys and headers of messages",
    guarded,
    "reference/channels.md",
    "Key: [LineKey](schemas.md#linekey). Headers: [LineHeaders](schemas.md#lineheaders).",
  ],
  [
    "shows the fields of objects in objects",
    guarded,
    "reference/schemas.md",
    "| `meta` | object | no |  |\n| `meta.id` | integer | yes |  |\n| `parts` | array of object | no |  |\n| `parts[].n` | string | no |  |",
  ],
  ["shows what the server sends", feed, "reference/channels.md", "| tick | `tick` | "],
];

describe("pages", () => {
  it.each(pieces)("%s", async (_, given, path, want) => {
    const { files } = await emitText(docsEmitter(), given);
    expect(files.get(path)).toContain(want);
  });

  it("has only pages with content", async () => {
    const { files } = await emitText(docsEmitter(), feed);
    expect([...files.keys()]).toEqual([
      "README.md",
      "reference/channels.md",
      "reference/schemas.md",
    ]);
  });
});
