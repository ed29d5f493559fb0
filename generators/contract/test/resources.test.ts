import { describe, expect, test } from "vitest";
import { contractOf, named, plain, withSchemas } from "./contract-of.ts";

const list = `
$id: https://example.com/list
$defs:
  any: { $dynamicAnchor: item }
type: array
items: { $dynamicRef: "#item" }
`;
const numbers = `
$id: https://example.com/numbers
$ref: list
$defs:
  one: { $dynamicAnchor: item, type: number }
`;

describe("resources", () => {
  test("use dynamic anchors for names without another reference", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", "A: { $ref: numbers.yaml }\nB: { $ref: list.yaml }\nC: {}"),
      {
        files: {
          "numbers.yaml": numbers.replace("$ref: list", "$ref: list.yaml"),
          "list.yaml": list,
        },
      },
    );
    const a = named(contract, "A").ref?.target;
    const b = named(contract, "B").ref?.target;
    if (a === undefined || b?.kind !== "schema") throw new Error("no targets");
    const item = b.items?.kind === "schema" ? b.items : undefined;
    expect(item?.dynamicRef?.dynamicAnchor).toBe("item");
    const anchorsOf = (schema: typeof a) =>
      [...(contract.resourceOf(schema)?.dynamicAnchors ?? [])].map(([name, each]) => [
        name,
        plain(each),
        contract.declarationOf(each)?.name,
      ]);
    expect(anchorsOf(a)).toStrictEqual([
      ["item", { dynamicAnchor: "item", types: ["number"] }, "one"],
    ]);
    expect(anchorsOf(b)).toStrictEqual([["item", { dynamicAnchor: "item" }, "any"]]);
    expect(contract.resourceOf(named(contract, "C"))).toBeUndefined();
  });

  test("need no dynamic scope if the target is not a dynamic anchor", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", 'A: { $dynamicRef: "#plain" }\nB: { $anchor: plain }'),
    );
    expect(named(contract, "A").dynamicRef?.dynamicAnchor).toBeUndefined();
    expect(contract.resourceOf(named(contract, "B"))).toBeUndefined();
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
  ])("are the standard ones if the metaschema %s", async (_, uri) => {
    const contract = await contractOf(withSchemas("3.1.0", "A: { $ref: schema.yaml }"), {
      files: { "schema.yaml": schema(uri), "page.json": "<html></html>" },
    });
    const target = named(contract, "A").ref?.target;
    expect(target === undefined ? undefined : plain(target)).toMatchObject({ minimum: 1 });
  });
});
