import { buildContract, possibleTypes } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { printableDocument } from "../../src/types/printable-document.ts";

const count = 5000;

/** A document whose schemas extend each other in a ring; the last one is a string. */
function ringOf(keyword: "allOf" | "anyOf") {
  const schemas = Array.from({ length: count }, (_, index) => {
    const next = { $ref: `#/components/schemas/S${(index + 1) % count}` };
    const isLast = index === count - 1;
    return [`S${index}`, { [keyword]: [next], ...(isLast && { type: "string" }) }] as const;
  });
  const info = { title: "Ring", version: "1" };
  const components = { schemas: Object.fromEntries(schemas) };
  return { openapi: "3.1.0", info, paths: {}, components };
}

describe("30.1 a ring of 5,000 schemas", () => {
  it("has the types of its only typed schema", async () => {
    const input = { file: "/ring.json", text: JSON.stringify(ringOf("allOf")) };
    const { specification } = await loadSpecification(input);
    const contract = specification && buildContract(specification).contract;
    const [first] = contract?.declarations ?? [];
    expect(first && [...possibleTypes(first.schema)]).toEqual(["string"]);
  }, 60_000);

  it.each(["allOf", "anyOf"] as const)("through %s is printed without the ring", (keyword) => {
    const { components } = printableDocument(ringOf(keyword));
    const want = keyword === "allOf" ? { allOf: [{}] } : { anyOf: [] };
    const last = { ...want, type: "string" };
    expect(components).toMatchObject({ schemas: { [`S${count - 1}`]: last } });
  });
});

describe("30.1 a chain of 5,000 references into parts", () => {
  it("is printed as components", () => {
    const schemas = Array.from({ length: count }, (_, index) => {
      const $ref = `#/components/schemas/S${index + 1}/properties/next`;
      const next = index === count - 1 ? { type: "string" } : { $ref };
      return [`S${index}`, { type: "object", properties: { next } }] as const;
    });
    const info = { title: "Chain", version: "1" };
    const { components } = printableDocument({
      ...{ openapi: "3.1.0", info, paths: {} },
      components: { schemas: Object.fromEntries(schemas) },
    });
    const last = `components schemas S${count - 1} properties next`;
    expect(components).toMatchObject({ schemas: { [last]: { type: "string" } } });
  });
});
