import type { Source } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { asyncapi, loadTexts, openapi } from "../in-memory.ts";

const components = (yaml: string, version?: string) =>
  openapi(`components:\n  schemas:\n${yaml}`, version);

interface Case {
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
  readonly from: string;
  readonly reference: string;
  /** `file#pointer` of the target. */
  readonly want: string;
}

const nested = "    A/B~C:\n      properties: { x: { type: string } }\n    D: {}";

const found: readonly Case[] = [
  {
    name: "a pointer in the same file",
    given: { "api.yaml": components("    A: {}\n    B: { $ref: '#/components/schemas/A' }") },
    from: "/components/schemas/B",
    reference: "#/components/schemas/A",
    want: "api.yaml#/components/schemas/A",
  },
  {
    name: "~0, ~1 and percent-encoding",
    given: { "api.yaml": components(nested) },
    from: "",
    reference: "#/components/schemas/A~1B%7E0C/properties/x",
    want: "api.yaml#/components/schemas/A~1B~0C/properties/x",
  },
  {
    name: "a whole file",
    given: {
      "api.yaml": components("    A: { $ref: schemas/a.yaml }"),
      "schemas/a.yaml": "type: object",
    },
    from: "/components/schemas/A",
    reference: "schemas/a.yaml",
    want: "schemas/a.yaml#",
  },
  {
    name: "an anchor of a file with references to only a part of it",
    given: {
      "api.yaml": components("    A: { $ref: 'schemas/a.yaml#/$defs/b' }"),
      "schemas/a.yaml": "$defs:\n  b: { $ref: '#c' }\n  c: { $anchor: c }",
    },
    from: "/components/schemas/A",
    reference: "schemas/a.yaml#c",
    want: "schemas/a.yaml#/$defs/c",
  },
  {
    name: "past an $id that a $ref of draft-07 hides",
    given: {
      "api.yaml": components("    A: { $ref: 'schemas/a.yaml' }"),
      "schemas/a.yaml": [
        "$schema: http://json-schema.org/draft-07/schema#",
        "$id: https://example.com/base/",
        "definitions: { b: { $id: b.yaml } }",
        "allOf: [{ $id: https://example.com/, $ref: b.yaml }]",
      ].join("\n"),
    },
    from: "/components/schemas/A",
    reference: "https://example.com/base/b.yaml",
    want: "schemas/a.yaml#/definitions/b",
  },
  {
    name: "a file with spaces in its name",
    given: {
      "api.yaml": components("    A: { $ref: 'my%20schemas.yaml#/a%20b' }"),
      "my schemas.yaml": "a b: { type: object }",
    },
    from: "",
    reference: "my%20schemas.yaml#/a%20b",
    want: "my schemas.yaml#/a b",
  },
  {
    name: "a file relative to the file that refers",
    given: {
      "api.yaml": components("    A: { $ref: 'schemas/a.yaml' }"),
      "schemas/a.yaml": "items: { $ref: '../common/b.json#/B' }",
      "common/b.json": '{"B": {"type": "object"}}',
    },
    from: "schemas/a.yaml#/items",
    reference: "../common/b.json#/B",
    want: "common/b.json#/B",
  },
  {
    name: "a pointer that leads through a reference",
    given: {
      "api.yaml": components(
        "    A: { $ref: 'a.yaml#/X' }\n    B: { $ref: '#/components/schemas/A/properties/p' }",
      ),
      "a.yaml": "X: { properties: { p: { type: string } } }",
    },
    from: "",
    reference: "#/components/schemas/A/properties/p",
    want: "a.yaml#/X/properties/p",
  },
  {
    name: "an absolute $id",
    given: {
      "api.yaml": components(
        "    A: { $id: 'https://example.com/a' }\n    B: { $ref: 'https://example.com/a' }",
      ),
    },
    from: "",
    reference: "https://example.com/a",
    want: "api.yaml#/components/schemas/A",
  },
  {
    name: "a $id relative to the $id around it",
    given: {
      "api.yaml": components(
        "    A:\n      $id: https://example.com/x/a\n      $defs:\n        I: { $id: inner }\n        J: { $ref: inner }",
      ),
    },
    from: "/components/schemas/A/$defs/J",
    reference: "inner",
    want: "api.yaml#/components/schemas/A/$defs/I",
  },
  {
    name: "a pointer that starts at the schema with a $id",
    given: {
      "api.yaml": components(
        "    A:\n      $id: https://example.com/a\n      $defs:\n        I: {}\n      items: { $ref: '#/$defs/I' }",
      ),
    },
    from: "/components/schemas/A/items",
    reference: "#/$defs/I",
    want: "api.yaml#/components/schemas/A/$defs/I",
  },
  {
    name: "a pointer of the document from inside a schema with a $id",
    given: {
      "api.yaml": components(
        "    A:\n      $id: https://example.com/a\n      items: { $ref: '#/components/schemas/B' }\n    B: {}",
      ),
    },
    from: "/components/schemas/A/items",
    reference: "#/components/schemas/B",
    want: "api.yaml#/components/schemas/B",
  },
  {
    name: "an $anchor",
    given: {
      "api.yaml": components("    A: { $anchor: here }\n    B: { $ref: '#here' }"),
    },
    from: "/components/schemas/B",
    reference: "#here",
    want: "api.yaml#/components/schemas/A",
  },
  {
    name: "a $dynamicAnchor of another file",
    given: {
      "api.yaml": components("    A: { $ref: 'a.yaml#node' }"),
      "a.yaml": "$defs: { N: { $dynamicAnchor: node, items: { $dynamicRef: '#node' } } }",
    },
    from: "/components/schemas/A",
    reference: "a.yaml#node",
    want: "a.yaml#/$defs/N",
  },
  {
    name: "an anchor in the way of draft-07",
    given: {
      "api.yaml": asyncapi(
        "components:\n  schemas:\n    A: { $id: '#here' }\n    B: { $ref: '#here' }",
      ),
    },
    from: "/components/schemas/B",
    reference: "#here",
    want: "api.yaml#/components/schemas/A",
  },
  {
    name: "a sibling of a file whose $id is elsewhere",
    given: {
      "api.yaml": components("    A: { $ref: 'schemas/a.json' }"),
      "schemas/a.json": '{"$id": "https://example.com/a.json", "items": {"$ref": "b.json"}}',
      "schemas/b.json": '{"$id": "https://example.com/b.json", "type": "string"}',
    },
    from: "schemas/a.json#/items",
    reference: "b.json",
    want: "schemas/b.json#",
  },
  {
    name: "the document by its $self",
    given: {
      "api.yaml": openapi(
        "$self: https://example.com/api\ncomponents:\n  schemas:\n    A: {}\n    B: { $ref: 'https://example.com/api#/components/schemas/A' }",
        "3.2.0",
      ),
    },
    from: "/components/schemas/B",
    reference: "https://example.com/api#/components/schemas/A",
    want: "api.yaml#/components/schemas/A",
  },
  {
    name: "a document by its $self, if another uses only a part of it",
    given: {
      "api.yaml": openapi(
        "components:\n  schemas:\n    A: { $ref: 'b.yaml#/components/schemas/B' }",
        "3.2.0",
      ),
      "b.yaml": openapi(
        "$self: https://example.com/b\ncomponents:\n  schemas:\n    B: { $ref: 'https://example.com/b#/components/schemas/C' }\n    C: {}",
        "3.2.0",
      ),
    },
    from: "/components/schemas/A",
    reference: "https://example.com/b#/components/schemas/C",
    want: "b.yaml#/components/schemas/C",
  },
  {
    name: "a path item of another file, with what it refers to",
    given: {
      "api.yaml": openapi("paths:\n  /a: { $ref: 'paths.yaml#/~1a' }"),
      "paths.yaml":
        "/a:\n  get:\n    responses:\n      200: { $ref: '#/ok' }\nok: { description: Fine., content: { text/plain: { schema: { $ref: s.yaml } } } }",
      "s.yaml": "type: string",
    },
    from: "paths.yaml#/ok/content/text~1plain/schema",
    reference: "s.yaml",
    want: "s.yaml#",
  },
  {
    name: "a discriminator's mapping to a file",
    given: {
      "api.yaml": components(
        "    A: { discriminator: { propertyName: t, mapping: { d: './dog.yaml' } } }",
      ),
      "dog.yaml": "type: object",
    },
    from: "/components/schemas/A",
    reference: "./dog.yaml",
    want: "dog.yaml#",
  },
  {
    name: "messages of AsyncAPI in other files",
    given: {
      "api.yaml": asyncapi(
        "channels:\n  c:\n    address: /c\n    messages:\n      m: { $ref: 'messages.yaml#/m' }\noperations:\n  o:\n    action: send\n    channel: { $ref: '#/channels/c' }\n    messages:\n      - $ref: '#/channels/c/messages/m'",
      ),
      "messages.yaml": "m: { payload: { $ref: './schemas.yaml#/p' } }",
      "schemas.yaml": "p: { items: { $ref: '#/q' } }\nq: { type: string }",
    },
    from: "schemas.yaml#/p/items",
    reference: "#/q",
    want: "schemas.yaml#/q",
  },
];

function place(text: string): Source {
  const [file = "", pointer] = text.includes("#") ? text.split("#") : ["api.yaml", text];
  return { file, pointer: pointer ?? "" };
}

describe("references", () => {
  test.each(found)("find $name", async ({ given, from, reference, want }) => {
    const { specification, diagnostics } = await loadTexts(given);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const target = specification?.resolve(place(from), reference);
    expect(target).toMatchObject({ found: true, source: place(want) });
  });

  test("treat a file name as the root of that file", async () => {
    const { specification } = await loadTexts({ "api.yaml": components("    A: {}") });
    expect(specification?.resolve("api.yaml", "#/components/schemas/A")).toMatchObject({
      found: true,
      value: {},
    });
    expect(specification?.resolve("api.yaml", "#/components/schemas/Z")).toEqual({
      found: false,
      reason: 'api.yaml#/components/schemas has no "Z"',
    });
    expect(specification?.resolve("api.yaml", "other.yaml")).toEqual({
      found: false,
      reason: "nothing is loaded from other.yaml",
    });
  });

  test.each([
    ["an example", "    A: { example: { $ref: '#/nowhere' } }"],
    ["a list of examples", "    A: { examples: [{ $ref: '#/nowhere' }] }"],
    ["a default", "    A: { default: { $ref: '#/nowhere' } }"],
    ["a const", "    A: { const: { $ref: '#/nowhere' } }"],
    ["an enum", "    A: { enum: [{ $ref: '#/nowhere' }] }"],
    ["an extension", "    A: { x-a: { $ref: '#/nowhere' } }"],
    ["an unknown keyword", "    A: { mystery: { $ref: '#/nowhere' } }"],
    ["a value of an example", "    A: {}\n  examples:\n    E: { value: { $ref: '#/nowhere' } }"],
    ["a property named $ref", "    A: { properties: { $ref: { type: string } } }"],
    [
      "a remote $schema or $id",
      "    A: { $schema: 'https://example.com/s', $id: 'https://example.com/a' }",
    ],
  ])("are not seen in %s", async (_name, yaml) => {
    const { diagnostics } = await loadTexts({ "api.yaml": components(yaml) });
    expect(diagnostics.filter(({ code }) => code !== "KEYWORD_UNKNOWN")).toEqual([]);
  });

  test.each([
    ["a property named example", "    A: { properties: { example: { $ref: '#/nowhere' } } }"],
    ["a property named x-a", "    A: { properties: { x-a: { $ref: '#/nowhere' } } }"],
    ["a schema named default", "    default: { $ref: '#/nowhere' }"],
    ["a definition named const", "    A: { $defs: { const: { $ref: '#/nowhere' } } }"],
    ["a pattern named enum", "    A: { patternProperties: { enum: { $ref: '#/nowhere' } } }"],
    ["the items of a tuple", "    A: { prefixItems: [true, { $ref: '#/nowhere' }] }"],
    [
      "siblings of a reference",
      "    A: { $ref: '#/components/schemas/B', items: { $ref: '#/nowhere' } }\n    B: {}",
    ],
    ["a named example", "    A: {}\n  examples:\n    default: { $ref: '#/nowhere' }"],
    [
      "a header of a response",
      "    A: {}\n  responses:\n    R: { description: R., headers: { X: { schema: { $ref: '#/nowhere' } } } }",
    ],
  ])("are seen in %s", async (_name, yaml) => {
    const { diagnostics } = await loadTexts({ "api.yaml": components(yaml) });
    expect(diagnostics.map(({ code }) => code)).toEqual(["REF_NOT_FOUND"]);
  });

  test.each([
    ["a misspelt name", "#/components/schemas/Oder", "Did you mean #/components/schemas/Order?"],
    ["a wrong case", "#/components/Schemas/Order", "Did you mean #/components/schemas/Order?"],
    ["an unescaped slash", "#/paths/~1a/b/get", "Did you mean #/paths/~1a~1b/get?"],
    ["another file's name", "other.yaml#/Oder", "Did you mean other.yaml#/Order?"],
  ])("suggest a target for %s", async (_name, reference, want) => {
    const { diagnostics } = await loadTexts({
      "api.yaml": `${components(`    Order: {}\n    A: { items: { $ref: '${reference}' } }`)}\npaths:\n  /a/b: { get: {} }`,
      "other.yaml": "Order: {}",
    });
    expect(diagnostics.map(({ fix }) => fix).join("\n")).toContain(want);
  });

  test("with a missing target in another file are reported at the reference", async () => {
    const { diagnostics } = await loadTexts({
      "api.yaml": components("    A: { $ref: 'a.yaml' }"),
      "a.yaml": "items:\n  $ref: gone.yaml",
    });
    expect(diagnostics).toMatchObject([
      { code: "REF_NOT_FOUND", file: "a.yaml", pointer: "/items/$ref", line: 2, column: 3 },
    ]);
  });

  test("may recurse through properties", async () => {
    const yaml = "    A: { properties: { next: { $ref: '#/components/schemas/A' } } }";
    expect((await loadTexts({ "api.yaml": components(yaml) })).diagnostics).toEqual([]);
  });

  test.each([
    ["itself", "    A: { $ref: '#/components/schemas/A' }", 1],
    [
      "two that lead into a cycle",
      "    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/B' }\n    C: { $ref: '#/components/schemas/B' }",
      1,
    ],
  ])("report a cycle of %s once", async (_name, yaml, count) => {
    const { diagnostics } = await loadTexts({ "api.yaml": components(yaml) });
    expect(diagnostics.map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => "REF_CYCLE"),
    );
  });

  test("of OpenAPI 3.0 ignore $id", async () => {
    const yaml =
      "    A: { $id: 'https://example.com/a', items: { $ref: '#/components/schemas/B' } }\n    B: {}";
    const { specification } = await loadTexts({
      "api.yaml": openapi(`paths: {}\ncomponents:\n  schemas:\n${yaml}`, "3.0.3"),
    });
    const from = { file: "api.yaml", pointer: "/components/schemas/A/items" };
    expect(specification?.resolve(from, "https://example.com/a").found).toBe(false);
    expect(specification?.resolve(from, "#/components/schemas/B").found).toBe(true);
  });
});
