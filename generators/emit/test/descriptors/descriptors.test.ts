import { descriptorsEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const descriptors = async (text: string): Promise<string> =>
  (await emitText(descriptorsEmitter(), text)).files.get("descriptors.ts") ?? "";

/** Documents, each with an expected part of the descriptors. */
const pieces: readonly (readonly [string, string, string])[] = [
  [
    "an id that is not an identifier comes with the method's name",
    shop,
    '  id: "update-order",\n  name: "updateOrder",',
  ],
  [
    "an int64 parameter is a bigint, with nothing said of defaults",
    shop,
    '{ name: "order_id", in: "path", type: "bigint" },',
  ],
  ["an object parameter says what its properties are", shop, 'properties: { size: "integer" },'],
  ["a style other than the default is kept", shop, 'explode: true,\n      style: "deepObject",'],
  ["parameters are checked by location", shop, "path: codecs.UpdateOrderPathCodec,"],
  [
    "a request has the encoders that its parts need",
    shop,
    "path: encodeScalarPath,\n    query: encodeQuery,\n    body: jsonBody,\n    credentials: addCredentials,",
  ],
  [
    "32.3 an operation whose header is a number or a word has the reader of all",
    form("a: {}").replace(
      "Done.",
      "Done., headers: { L: { schema: { anyOf: [{ type: integer }, { type: string, enum: [all] }] } } }",
    ),
    "readHeaders: readResponseHeaders,",
  ],
  [
    "an operation with a list in a response header has the reader of all",
    form("a: {}").replace("Done.", "Done., headers: { L: { schema: { type: array } } }"),
    "readHeaders: readResponseHeaders,",
  ],
  ["a form has the encoder of forms", form("a: {}"), "encoders: { body: formBody },"],
  ["a body has its codec", shop, '"application/json": { kind: "json", codec: codecs.OrderCodec }'],
  ["a range of statuses is kept", shop, '"4XX": { content: { "text/plain": { kind: "text" } } },'],
  ["alternatives of security, none being one", shop, 'security: [["session"], []],'],
  [
    "a field of a form is a file by its format, or by what it holds unencoded",
    form(
      "old: { type: string, format: binary }, new: { contentMediaType: image/png }, text: { type: string, contentMediaType: image/png, contentEncoding: base64 }",
    ),
    'new: { type: "file" },\n          old: { type: "file" },\n          text: { type: "string", contentType: "application/octet-stream" },',
  ],
  [
    "a list of lists without end is not a file",
    `${form("a: { $ref: '#/components/schemas/A' }")}components: { schemas: { A: { type: array, items: { $ref: "#/components/schemas/A" } } } }\n`,
    'fields: { a: { type: "json", array: true } }',
  ],
  [
    "names that every object has do not widen what they hold",
    form("toString: { type: string }, __proto__: { type: string }"),
    '{ ["__proto__"]: { type: "string" }, toString: { type: "string" } as const }',
  ],
  [
    "messages are told apart by their tag",
    feed,
    '  discriminator: "type",\n  serverMessages: [{ id: "tick", tag: "tick", codec: ',
  ],
  ["a channel has the parameters of its address", feed, '{ name: "room", in: "path" }'],
  [
    "a topic whose name is not an identifier comes with the method's name",
    `asyncapi: 3.0.0
info: { title: Feed, version: "1" }
channels:
  market:
    address: /
    messages: { trade: { payload: { type: object } } }
    x-envelope: { version: 1, match: [{ message: trade, where: {} }] }
    x-subscription:
      version: 1
      topics: { last-trade: { subscribe: [trades], messages: [trade], where: {} } }
`,
    'parameters: {},\n          method: "lastTrade",',
  ],
];

/** Creates an operation whose body is a form with these properties. */
function form(properties: string, rest = ""): string {
  return `openapi: 3.2.0
info: { title: Shop, version: "1" }
paths:
  /items:
    post:
      operationId: sell
      ${rest}
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { ${properties} } } } } }
      responses: { "204": { description: Done. } }
`;
}

describe("descriptors", () => {
  it("contain the place of a secret that is not a bearer token", async () => {
    const text = `openapi: 3.1.0
info: { title: Shop, version: "1" }
security: [{ key: [] }, { login: [] }, { session: [], digest: [] }]
paths: { /ping: { get: { operationId: ping, responses: { "204": { description: Done. } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: "api key" }
    login: { type: http, scheme: basic }
    digest: { type: http, scheme: digest }
    session: { type: http, scheme: Bearer }
    unused: { type: apiKey, in: header, name: X-Unused }
`;
    const printed = await descriptors(text);
    expect(printed).toContain('const keyScheme = { in: "query", name: "api key" } as const;');
    expect(printed).toContain('prefix: "Digest " } as const;');
    expect(printed).toContain(
      "schemes: { digest: digestScheme, key: keyScheme, login: loginScheme },",
    );
    expect(printed).not.toContain("Unused");
  });

  it.each(pieces)("%s", async (_, given, want) => {
    expect(await descriptors(given)).toContain(want);
  });

  it("a channel of another protocol is left out, with a diagnostic", async () => {
    const { files, codes } = await emitText(descriptorsEmitter(), feed);
    expect(codes).toEqual(["PROTOCOL_WITHOUT_TRANSPORT"]);
    expect(files.get("descriptors.ts")).not.toContain("log");
  });

  it.each([
    [
      "CHANNEL_WITHOUT_ADDRESS",
      feed
        .replace("address: /rooms/{room}", "address: null")
        .replace("parameters: { room: {} }", ""),
    ],
  ])("%s reports what is not supported", async (code, text) => {
    expect((await emitText(descriptorsEmitter(), text)).codes).toContain(code);
  });
});
