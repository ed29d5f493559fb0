import { dereference, isPureReference } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { build, contractOf, named, plain, withSchemas } from "./contract-of.ts";

const name = "Name: { type: string }";

describe("$ref", () => {
  test("stays a reference to the one object of its target", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", `${name}\nA: { $ref: "#/components/schemas/Name" }`),
    );
    const a = named(contract, "A");
    expect(a.ref?.text).toBe("#/components/schemas/Name");
    expect(a.ref?.target).toBe(named(contract, "Name"));
    expect(isPureReference(a)).toBe(true);
    expect(dereference(a)).toBe(named(contract, "Name"));
  });

  const siblings: readonly (readonly [version: string, want: unknown])[] = [
    ["3.0.3", { ref: "-> Name", description: "D", deprecated: true }],
    ["3.1.0", { ref: "-> Name", description: "D", deprecated: true, maxLength: 5 }],
  ];
  test.each(siblings)("in %s lets siblings count as %o", async (version, want) => {
    const { contract, diagnostics } = await build(
      withSchemas(
        version,
        `${name}
A: { $ref: "#/components/schemas/Name", maxLength: 5, description: D, x-deprecated: true }`,
      ),
    );
    if (contract === undefined) throw new Error("no contract");
    expect(plain(named(contract, "A"), contract)).toStrictEqual(want);
    expect(diagnostics.map(({ code }) => code)).toStrictEqual(
      version === "3.0.3" ? ["REF_SIBLINGS_IGNORED"] : [],
    );
  });

  test("is not the name of a property", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", "A: { properties: { $ref: { type: string } } }"),
    );
    expect(plain(named(contract, "A"))).toStrictEqual({
      properties: { $ref: { types: ["string"] } },
    });
  });

  test("may lead in a circle", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `
Tree: { properties: { left: { $ref: "#/components/schemas/Tree" }, leaf: { $ref: "#/components/schemas/Leaf" } } }
Leaf: {}
A: { items: { $ref: "#/components/schemas/B" } }
B: { items: { $ref: "#/components/schemas/A" } }`,
      ),
    );
    const found = contract.declarations.map(({ name: each, recursive, component }) => [
      each,
      recursive,
      component,
    ]);
    expect(found).toStrictEqual([
      ["A", true, 0],
      ["B", true, 0],
      ["Leaf", false, 1],
      ["Tree", true, 2],
    ]);
  });

  test("crosses files, each with its own dialect", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", 'A: { properties: { b: { $ref: "b.yaml#/definitions/B" } } }'),
      {
        files: {
          "b.yaml":
            '{ $schema: "http://json-schema.org/draft-07/schema#", definitions: { B: { items: [true] } } }',
        },
      },
    );
    const b = named(contract, "B");
    expect(b.dialect).toBe("draft-07");
    expect(b.source).toStrictEqual({ file: "b.yaml", pointer: "/definitions/B" });
    expect(plain(b)).toStrictEqual({ prefixItems: [true] });
  });

  test("finds anchors, $id and $dynamicRef", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `
A:
  $id: https://example.com/a
  $dynamicAnchor: node
  properties:
    byAnchor: { $ref: "#inner" }
    byPointer: { $ref: "#/$defs/inner" }
    dynamic: { $dynamicRef: "#node" }
  $defs:
    inner: { $anchor: inner, type: string }
B: { $ref: "https://example.com/a#inner" }`,
      ),
    );
    const a = named(contract, "A");
    const inner = named(contract, "inner");
    expect(plain(a, contract)).toMatchObject({
      properties: {
        byAnchor: { ref: "-> inner" },
        byPointer: { ref: "-> inner" },
        dynamic: { ref: "-> A" },
      },
    });
    expect(named(contract, "B").ref?.target).toBe(inner);
  });

  test("reads $defs of any depth only if something refers to them", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `
A:
  properties: { b: { $ref: "#/components/schemas/A/$defs/Used" } }
  $defs: { Used: { type: string }, Unused: { type: string } }`,
      ),
    );
    expect(contract.declarations.map((each) => each.name)).toStrictEqual(["Used", "A"]);
  });
});

describe("scale", () => {
  test("a chain of 10,000 references needs no stack", async () => {
    const links = Array.from(
      { length: 10_000 },
      (_, index) => `S${index}: { $ref: "#/components/schemas/S${index + 1}" }`,
    );
    const contract = await contractOf(
      withSchemas("3.1.0", [...links, "S10000: { type: string }"].join("\n")),
    );
    expect(plain(dereference(named(contract, "S0")))).toStrictEqual({ types: ["string"] });
    expect(contract.declarations.at(0)?.name).toBe("S10000");
    expect(contract.declarations.at(-1)?.name).toBe("S0");
  });

  test("a ring of 10,000 allOf below one discriminator needs no stack either", async () => {
    const links = Array.from({ length: 10_000 }, (_, index) => {
      const next = `{ $ref: "#/components/schemas/S${(index + 1) % 10_000}" }`;
      return `S${index}: { allOf: [${next}]${index === 0 ? ", discriminator: { propertyName: kind }" : ""} }`;
    });
    const contract = await contractOf(withSchemas("3.1.0", links.join("\n")));
    expect(contract.declarations.every((each) => each.recursive)).toBe(true);
    expect(named(contract, "S0").discriminator?.mapping.size).toBe(9999);
  });

  test("a diamond 200 deep is read once a schema", async () => {
    const levels = Array.from({ length: 200 }, (_, index) => {
      const next = `{ $ref: "#/components/schemas/S${index + 1}" }`;
      return `S${index}: { properties: { a: ${next}, b: ${next} }, allOf: [${next}, ${next}] }`;
    });
    const before = process.cpuUsage();
    const contract = await contractOf(withSchemas("3.1.0", [...levels, "S200: {}"].join("\n")));
    expect(contract.declarations).toHaveLength(201);
    const { user, system } = process.cpuUsage(before);
    // An exponential algorithm would never finish.
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
