import type { Contract, Schema } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { build, contractOf, manyAnchors, named, pages, plain, withSchemas } from "./contract-of.ts";

/** Returns each declaration in a line: its template, if it is an instance of one, and its keywords. */
async function meanings(schemas: string): Promise<readonly string[]> {
  const contract = await contractOf(withSchemas("3.1.0", schemas));
  return contract.declarations.map(({ name, schema }) => `${name}: ${meaning(contract, schema)}`);
}

function meaning(contract: Contract, schema: Schema): string {
  const nameOf = (each: Schema): string => contract.declarationOf(each)?.name ?? "undeclared";
  const instance = contract.instanceOf(schema);
  const given = [...(instance?.arguments.values() ?? [])].map(nameOf).join(", ");
  const head = instance === undefined ? "" : `${nameOf(instance.template)}<${given}> `;
  const isName = (key: string): boolean => key === "id" || key === "dynamicAnchor";
  const keywords = JSON.stringify(plain(schema, contract), (key, value: unknown) =>
    isName(key) ? undefined : value,
  );
  return head + keywords.replaceAll('"', "");
}

const filled = '{ T: { $dynamicAnchor: T, $ref: "#/components/schemas/Item" } }';

describe("dynamic references", () => {
  test.each<readonly [title: string, given: string, want: readonly string[]]>([
    [
      "mean what the outermost resource declares",
      pages,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      "of a use without a name",
      `${pages}Box: { properties: { a: { $id: box, $ref: page, $defs: { T: { $dynamicAnchor: T, type: number } } } } }`,
      [
        "Box a T: {types:[number]}",
        "Page of Box a T: Page<Box a T> {items:{ref:-> Box a T},types:[array]}",
        "Box: {properties:{a:{ref:-> Page of Box a T}}}",
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      "of a use with keywords beside it",
      `${pages}Some: { $id: some, $ref: page, minItems: 1, $defs: ${filled} }`,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
        "Some: {ref:-> ItemPage,minItems:1}",
      ],
    ],
    [
      "of the same use twice",
      `${pages}Other: { $id: other, $ref: page, $defs: ${filled} }`,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Other: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      "of the same use twice, without names",
      `${pages}Two: { prefixItems: [{ $id: a, $ref: page, $defs: { T: { $dynamicAnchor: T, type: number } } }, { $id: b, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: "a#T" } } }] }`,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
        "Two prefixItems 0 T: {types:[number]}",
        "Page of Two prefixItems 0 T: Page<Two prefixItems 0 T> {items:{ref:-> Two prefixItems 0 T},types:[array]}",
        "Two: {prefixItems:[{ref:-> Page of Two prefixItems 0 T},{ref:-> Page of Two prefixItems 0 T}]}",
      ],
    ],
    [
      "of an item that leads to its page",
      pages.replace("{ type: string }", "{ items: { $ref: items } }"),
      [
        "Item: {items:{ref:-> ItemPage}}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      // The T of Pages is the outermost one for the pages inside too.
      "of a use within a use of the same template",
      `${pages}Pages: { $id: pages, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: items } } }`,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
        "Pages: Page<Pages> {items:{ref:-> Pages},types:[array]}",
      ],
    ],
    [
      "of templates within each other",
      `${pages}Envelope:
  $id: envelope
  properties: { data: { $dynamicRef: "#data" } }
  $defs: { any: { $dynamicAnchor: data } }
Answer: { $id: answer, $ref: envelope, $defs: { of: { $dynamicAnchor: data, $ref: items } } }`,
      [
        "Item: {types:[string]}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Answer: Envelope<ItemPage> {properties:{data:{ref:-> ItemPage}}}",
        "Envelope any: {}",
        "Envelope: Envelope<Envelope any> {properties:{data:{ref:-> Envelope any}}}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      "with several names",
      `Pair:
  $id: pair
  properties: { a: { $dynamicRef: "#A" }, b: { $dynamicRef: "#B" } }
  $defs: { A: { $dynamicAnchor: A, type: string }, B: { $dynamicAnchor: B, type: number } }
Half: { $id: half, $ref: pair, $defs: { B: { $dynamicAnchor: B, type: boolean } } }`,
      [
        "Half B: {types:[boolean]}",
        "Pair A: {types:[string]}",
        "Half: Pair<Pair A, Half B> {properties:{a:{ref:-> Pair A},b:{ref:-> Half B}}}",
        "Pair B: {types:[number]}",
        "Pair: Pair<Pair A, Pair B> {properties:{a:{ref:-> Pair A},b:{ref:-> Pair B}}}",
      ],
    ],
    [
      "of a schema that others extend",
      `Tree:
  $id: tree
  $dynamicAnchor: node
  properties: { children: { items: { $dynamicRef: "#node" } } }
Strict: { $id: strict, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false }`,
      [
        "Strict: {ref:-> Tree of Strict,unevaluatedProperties:false}",
        "Tree of Strict: Tree<Strict> {properties:{children:{items:{ref:-> Strict}}}}",
        "Tree: Tree<Tree> {properties:{children:{items:{ref:-> Tree}}}}",
      ],
    ],
    [
      "beside a $ref",
      `${pages}Both: { $id: both, $ref: "#/components/schemas/Item", $dynamicRef: "page#T", $defs: ${filled} }`,
      [
        "Item: {types:[string]}",
        "Both: Both<Item> {ref:-> Item,dynamicRef:-> Item}",
        "ItemPage: Page<Item> {items:{ref:-> Item},types:[array]}",
        "Page T: {not:{}}",
        "Page: Page<Page T> {items:{ref:-> Page T},types:[array]}",
      ],
    ],
    [
      "to a target without a dynamic anchor",
      'A: { $dynamicRef: "#b" }\nB: { $anchor: b, type: string }',
      ["B: {anchor:b,types:[string]}", "A: {dynamicRef:-> B}"],
    ],
  ])("%s", async (_, given, want) => {
    expect(await meanings(given)).toEqual(want);
  });

  test("of an inline body begin with its own anchors", async () => {
    const body = "{ $id: body, $ref: page, $defs: { T: { $dynamicAnchor: T, type: number } } }";
    const contract = await contractOf(
      withSchemas("3.1.0", pages).replace(
        "paths: {}",
        `paths:
  /a:
    post:
      operationId: addAll
      requestBody: { content: { application/json: { schema: ${body} } } }
      responses: { default: { description: Done } }`,
      ),
    );
    const declaration = contract.operations[0]?.requestBody?.content[0]?.declaration;
    expect(declaration?.name).toBe("addAll body");
    expect(declaration && meaning(contract, declaration.schema)).toBe(
      "Page<paths /a post requestBody content application/json T> {items:{ref:-> paths /a post requestBody content application/json T},types:[array]}",
    );
  });

  test("keep the descriptions of a use", async () => {
    const described = pages
      .replace("$id: page", "$id: page\n  title: Page\n  description: Some items")
      .replace("$id: items", "$id: items, description: Some items, x-a: 1");
    const contract = await contractOf(withSchemas("3.1.0", described));
    const { title, description, source, extensions, raw } = named(contract, "ItemPage");
    expect({ title, description, source, extensions, raw }).toMatchObject({
      title: "Page",
      description: "Some items",
      source: { pointer: "/components/schemas/ItemPage" },
      extensions: new Map([["x-a", 1]]),
      raw: { $id: "items", description: "Some items", type: "array", "x-a": 1 },
    });
  });

  test("that combine too many anchors are refused", async () => {
    const { contract, diagnostics } = await build(manyAnchors(12));
    expect(contract).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("DYNAMIC_REF_LIMIT");
  });
});

describe("vocabularies", () => {
  const vocab = "https://json-schema.org/draft/2020-12/vocab";
  const meta = (...names: readonly string[]) =>
    JSON.stringify({
      $vocabulary: Object.fromEntries(names.map((name) => [`${vocab}/${name}`, true])),
    });
  const schema = (uri: string) =>
    `$schema: ${uri}\nminimum: 1\nformat: ipv4\nitems: { type: string, unevaluatedItems: false }`;

  test.each<readonly [name: string, names: readonly string[], want: unknown]>([
    [
      "without validation",
      ["core", "applicator", "unevaluated"],
      { format: "ipv4", items: { unevaluatedItems: false } },
    ],
    [
      "that asserts formats",
      ["core", "validation", "format-assertion"],
      {
        minimum: 1,
        format: "ipv4",
        formatAssertion: true,
        items: { types: ["string"], formatAssertion: true },
      },
    ],
  ])("of a metaschema %s", async (_, names, want) => {
    const contract = await contractOf(withSchemas("3.1.0", "A: { $ref: schema.yaml }"), {
      files: { "schema.yaml": schema("./meta.json"), "meta.json": meta(...names) },
    });
    const target = named(contract, "A").ref?.target;
    expect(target === undefined ? undefined : plain(target)).toStrictEqual(want);
  });

  test.each([
    ["cannot be had", "https://example.com/none"],
    ["is a page", "./page.json"],
  ])("are the usual ones where the metaschema %s", async (_, uri) => {
    const contract = await contractOf(withSchemas("3.1.0", "A: { $ref: schema.yaml }"), {
      files: { "schema.yaml": schema(uri), "page.json": "<html></html>" },
    });
    const target = named(contract, "A").ref?.target;
    expect(target === undefined ? undefined : plain(target)).toMatchObject({ minimum: 1 });
  });
});
