// The allowed contents of messages, according to `sending.ts`.

import { descriptorsEmitter } from "@specwright/emit";
import { expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

/** Writes a channel that publishes one message of a schema, in flow style. */
function published(schema: string, schemas: string): string {
  return `asyncapi: 3.0.0
info: { title: Feed, version: "1" }
servers: { main: { host: localhost, protocol: ws } }
channels:
  feed:
    address: /feed
    messages:
      tick: { payload: { $ref: "#/components/schemas/Tick" } }
      end: { payload: { type: object, properties: { type: { const: end }, extra: { type: string } } } }
    x-sequence:
      version: 1
      counters: [{ messages: [tick], repeats: [end], scope: connection, at: /seq, step: one, gap: reconnect }]
      resume: { parameter: since, from: next, endOfBacklog: end, tooOld: { errorCode: too_old, closeCode: 4009 } }
operations:
  send: { action: send, channel: { $ref: "#/channels/feed" } }
components:
  schemas:
    Tick: ${schema}
    Status: { anyOf: [{ type: string, enum: [a, b] }, { type: string }] }
    Node: { type: object, properties: { of: { $ref: "#/components/schemas/Node" } } }
    ${schemas}
`;
}

const tick = (members: string, more = ""): string =>
  `{ type: object, required: [type], properties: { type: { const: tick }${members} }${more} }`;
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

const shapes: readonly (readonly [it: string, schema: string, wanted: string, schemas?: string])[] =
  [
    ["an object has the members it lists", tick(""), "Tick: { members: { type: true } }"],
    [
      "an enum that may grow has the values it lists",
      tick(`, status: ${ref("Status")}`),
      '  Status: { values: ["a", "b"] },\n  Tick: { members: { type: true, status: "Status" } },',
    ],
    [
      "what stands for another schema or null is that schema",
      tick(`, status: { oneOf: [${ref("Status")}, { type: "null" }] }`),
      'status: "Status"',
    ],
    ["an object without a list of members is free", tick(", any: { type: object }"), "any: true"],
    [
      "a map has any member, each of its schema",
      tick(`, map: { type: object, additionalProperties: ${ref("Status")} }`),
      'map: { additional: "Status" }',
    ],
    [
      "other members are free where the schema says so",
      tick(`, status: ${ref("Status")}`, ", additionalProperties: true"),
      '{ members: { status: "Status" }, additional: true }',
    ],
    [
      "members whose names have a pattern are free",
      tick("", ', patternProperties: { "^x": true }'),
      "codec: TickStreamCodec },",
    ],
    [
      "a list is of its items",
      tick(`, list: { type: array, items: ${ref("Status")} }`),
      'list: { items: "Status" }',
    ],
    [
      "schemas that hold together list their members together",
      `{ allOf: [${ref("Base")}, { properties: { status: ${ref("Status")} } }] }`,
      '  Tick: { members: { type: true, status: "Status" } },',
      `Base: ${tick("")}`,
    ],
    [
      "alternatives that only restrict add no member",
      tick(", a: { type: string }", ", anyOf: [{ required: [a] }, { required: [type] }]"),
      "Tick: { members: { type: true, a: true } }",
    ],
    [
      "alternatives that nothing tells apart may have the members of each",
      tick("", ", anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }]"),
      "Tick: { members: { type: true, a: true, b: true } }",
    ],
    [
      "variants have their own members and the common ones",
      tick(
        "",
        `, oneOf: [{ required: [k], properties: { k: { const: x }, a: {} }, type: object }, { required: [k], properties: { k: { const: y } }, type: object }]`,
      ),
      `      property: "k",
      of: {
        x: { members: { type: true, k: true, a: true } },
        y: { members: { type: true, k: true } },
      },`,
    ],
    [
      "variants that are all there is are referred to",
      `{ oneOf: [${ref("X")}, ${ref("Y")}] }`,
      'Tick: { variants: { property: "k", of: { x: "X", y: "Y" } } }',
      `X: { type: object, required: [type, k], properties: { type: { const: tick }, k: { const: x } } }
    Y: { type: object, required: [type, k], properties: { type: { const: tick }, k: { const: y } } }`,
    ],
    [
      "a schema may contain itself",
      tick(`, node: ${ref("Node")}`),
      '  Node: { members: { of: "Node" } },',
    ],
    [
      "a value of an open enum or a number is a listed one where it is text",
      tick(`, one: { anyOf: [${ref("Status")}, { type: integer }] }`),
      'one: { values: ["a", "b"] }',
    ],
    [
      "a value of an open enum or any other text is free",
      tick(`, one: { anyOf: [${ref("Status")}, { type: string, minLength: 3 }] }`),
      "one: true",
    ],
  ];

for (const [name, schema, wanted, schemas = ""] of shapes) {
  it(`T4 ${name}`, async () => {
    const { files } = await emitText(descriptorsEmitter(), published(schema, schemas));
    const written = `${files.get("sending.ts") ?? ""}\n${files.get("descriptors.ts")}`;
    expect(written).toContain(wanted);
  });
}

it("T4 leaves members that the server fills in to the server", async () => {
  const { files } = await emitText(descriptorsEmitter(), published(tick(""), ""));
  expect(files.get("sending.ts")).not.toContain("extra");
  expect(files.get("descriptors.ts")).toContain('sent: { shapes: sentShapes, name: "Tick" }');
});
