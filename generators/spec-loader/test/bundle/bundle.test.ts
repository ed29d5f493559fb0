import { bundleSpecification, type Specification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { asyncapi, loadTexts, openapi } from "../in-memory.ts";
import { bundleCases } from "./bundle-cases.ts";

async function load(texts: Readonly<Record<string, string>>): Promise<Specification> {
  const { specification, diagnostics } = await loadTexts(texts, { validate: false });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  return specification;
}

describe("a bundle", () => {
  it.each(bundleCases)("$name", async ({ given, want }) => {
    const bundle = bundleSpecification(await load(given));
    const [entry = ""] = Object.values(given);
    const head = entry.split("\n").slice(0, 4).join("\n");
    expect(bundle.document).toEqual(parse(`${head}\n${want}`));
    for (const format of ["yaml", "json"] as const) {
      const text = await bundle.print(format);
      const again = await load({ [`api.${format}`]: text });
      expect([again.files.size, again.entry.root]).toEqual([1, bundle.document]);
      expect(await bundleSpecification(again).print(format)).toBe(text);
    }
  });

  it("keeps the order of keys, comments, digits and styles", async () => {
    const entry = openapi(`# The parts.
x-big: [ 12345678901234567890, 1.10, 1e3 ] # exact
components:
  schemas:
    # An id.
    "200": { const: 9007199254740993 }
    Order: { $ref: 'o.json' }
    "100":
      description: >-
        Folded text.
`);
    const given = {
      "api.yaml": entry,
      "o.json": '{ "maximum": 0.10000000000000000555, "minimum": 1.0, "title": "a: b" }',
    };
    const { print } = bundleSpecification(await load(given));
    expect(await print("yaml")).toBe(
      entry.replace(
        "Order: { $ref: 'o.json' }",
        'Order:\n      maximum: 0.10000000000000000555\n      minimum: 1.0\n      title: "a: b"',
      ),
    );
    expect(await print("json")).toContain(`  "x-big": [
    12345678901234567890,
    1.10,
    1e3
  ],
  "components": {
    "schemas": {
      "200": {
        "const": 9007199254740993
      },
      "Order": {
        "maximum": 0.10000000000000000555,
        "minimum": 1.0,
`);
  });

  it("has only pointers as references if they are requested", async () => {
    const given = {
      "api.yaml": openapi(
        "components: { schemas: { A: { $id: a.yaml, $anchor: a, allOf: [{ $ref: '#a' }, { $ref: 'b.yaml#b' }] } } }\n",
      ),
      "b.yaml": "$defs: { B: { $anchor: b, type: object } }\n",
    };
    const { document } = bundleSpecification(await load(given), { pointersOnly: true });
    const allOf = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
    expect(document).toMatchObject({ components: { schemas: { A: { $id: "a.yaml", allOf } } } });
  });

  it("of an unchanged single file is its text", async () => {
    const text = openapi("components: {schemas:   {A: {type:   string}}}");
    expect(await bundleSpecification(await load({ "api.yaml": text })).print("yaml")).toBe(
      `${text}\n`,
    );
  });

  it("contains the repairs of a lenient reader", async () => {
    const { specification } = await loadTexts(
      { "api.yaml": openapi("paths: {} # none\n").replace('"1"', "1.0") },
      { lenient: true },
    );
    const text = specification && (await bundleSpecification(specification).print("yaml"));
    expect(text).toContain('version: "1.0"');
  });

  it("names nothing by the order of its references", async () => {
    const files = { "a.yaml": "Id: { type: string }\n", "b.yaml": "Id: { type: number }\n" };
    const parts = ["{ $ref: 'a.yaml#/Id' }", "{ $ref: 'b.yaml#/Id' }"];
    const documents = [parts, [...parts].reverse()].map(async (order) => {
      const entry = openapi(`components: { schemas: { A: { anyOf: [${order.join(", ")}] } } }\n`);
      return bundleSpecification(await load({ "api.yaml": entry, ...files })).document;
    });
    const [one, other] = await Promise.all(documents);
    const names = {
      components: { schemas: { a_Id: { type: "string" }, b_Id: { type: "number" } } },
    };
    expect(one).toMatchObject(names);
    expect(other).toMatchObject(names);
  });
});

describe("a turned document", () => {
  it.each([
    [
      "AsyncAPI 3",
      asyncapi(
        "operations:\n  a: { action: send, reply: { channel: { $ref: '#/channels/c' } } } # sends\n  b: { $ref: 'o.yaml' }\nchannels: { c: {} }\n",
      ),
      (text: string) =>
        text
          .replace("send,", "receive,")
          .replace("{ $ref: 'o.yaml' }", "\n    action: send")
          .replace("b: \n", "b:\n"),
    ],
    [
      "AsyncAPI 2",
      asyncapi(
        "channels:\n  a: { description: publish, publish: { operationId: one }, subscribe: {} }\n  b: { subscribe: { operationId: other } }\n",
        "2.6.0",
      ),
      (text: string) =>
        text
          .replace("publish: { operationId", "SUB: { operationId")
          .replace("subscribe: {}", "publish: {}")
          .replace("subscribe: {", "publish: {")
          .replace("SUB", "subscribe"),
    ],
  ])("swaps what %s sends and receives, and back", async (_, entry, turned) => {
    const given = { "api.yaml": entry, "o.yaml": "action: receive\n" };
    const consumer = { perspective: "consumer" } as const;
    const bundle = bundleSpecification(await load(given), consumer);
    expect(await bundle.print("yaml")).toBe(turned(entry));
    const back = bundleSpecification(await load({ "api.yaml": turned(entry) }), consumer);
    expect(back.document).toEqual(bundleSpecification(await load(given)).document);
  });

  it.each([
    [
      "3",
      "3.0.0",
      `operations:
  sendA: { action: send }
  Receive-b: { action: receive, x-deprecated: { replacement: '#/operations/sendA' } }
  sender: { action: send }
  receiveA: { action: receive }
  receiveC: { action: receive }
  sendC: { action: receive }
`,
      `operations:
  receiveA: { action: receive }
  Send-b: { action: send, x-deprecated: { replacement: '#/operations/receiveA' } }
  sender: { action: receive }
  sendA: { action: send }
  receiveC: { action: send }
  sendC: { action: send }
`,
    ],
    [
      "2",
      "2.6.0",
      `channels:
  a: { publish: { operationId: receiveA, message: { $ref: '#/channels/b/subscribe/message' } } }
  b: { subscribe: { operationId: subscribe_b, message: {} } }
`,
      `channels:
  a: { subscribe: { operationId: sendA, message: { $ref: '#/channels/b/publish/message' } } }
  b: { publish: { operationId: publish_b, message: {} } }
`,
    ],
  ])(
    "has other ids in AsyncAPI %s if they begin with the action",
    async (_, version, text, want) => {
      const consumer = { perspective: "consumer" } as const;
      const turned = asyncapi(want, version);
      const bundle = bundleSpecification(
        await load({ "api.yaml": asyncapi(text, version) }),
        consumer,
      );
      expect(await bundle.print("yaml")).toBe(turned);
      const back = bundleSpecification(await load({ "api.yaml": turned }), consumer);
      expect(await back.print("yaml")).toBe(asyncapi(text, version));
    },
  );

  it("is the same in OpenAPI", async () => {
    const specification = await load({ "api.yaml": openapi("webhooks: { a: { post: {} } }\n") });
    const { document } = bundleSpecification(specification, { perspective: "consumer" });
    expect(document).toEqual(specification.entry.root);
  });
});
