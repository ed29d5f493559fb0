import { afterAll, describe, expect, test } from "vitest";
import { bodyDocument } from "./generate/body-document.ts";
import { scratchFolder } from "./targets/random-targets.ts";
import { judgeWitnesses } from "./witnesses/judge-witnesses.ts";

const folder = scratchFolder("witnesses-test");
afterAll(() => folder[Symbol.dispose]());

/** A constant, because an object with a literal `then` looks like a promise. */
const THEN = "then";
const string = { type: "string" };
const readOnly = { ...string, readOnly: true };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Compares two versions of S0; an object with `z` leads to values that prove a break. */
async function refusals(base: object, revision: object, openapi = "3.1.0") {
  const documents = [base, revision].map((each) => bodyDocument(openapi, ["S0"], { ...each }));
  const [before = {}, after = {}] = documents;
  const { witnesses, refusals: refused } = await judgeWitnesses(
    folder,
    expect.getState().currentTestName?.replace(/\W+/g, "-") ?? "",
    [before, after],
  );
  expect(witnesses).toBeGreaterThan(0);
  return refused;
}

describe("31.8 read-only members", () => {
  const base = { Base: { type: "object", properties: { id: readOnly } } };
  const changed = (schema: object) =>
    refusals(
      { ...base, S0: { type: "object", properties: { z: string }, allOf: [schema] } },
      { ...base, S0: { type: "object", properties: { z: { type: "boolean" } }, allOf: [schema] } },
    );

  test.each([
    ["beside another", { properties: { id: readOnly }, dependentRequired: { z: ["id"] } }],
    ["in a dependent schema", { allOf: [ref("Base"), { dependentSchemas: { z: need("id") } }] }],
    ["in another part", { allOf: [ref("Base"), need("id")] }],
    ["in an alternative", { properties: { id: readOnly }, anyOf: [need("id"), need("other")] }],
    ["under a condition", { properties: { id: readOnly }, if: need("z"), [THEN]: need("id") }],
  ])("may be absent where they are required %s", async (_name, schema) => {
    expect(await changed(schema)).toEqual([]);
  });

  test("have values of their schema where a component requires them", async () => {
    const schemas = (z: object) => ({
      Needs: need("id"),
      S0: { type: "object", properties: { id: readOnly, z }, allOf: [ref("Needs")] },
    });
    expect(await refusals(schemas(string), schemas({ type: "boolean" }))).toEqual([]);
  });

  function need(name: string) {
    return { required: [name] };
  }
});

describe("31.8 discriminators", () => {
  const mapping = { cat: ref("Cat").$ref, dog: ref("Dog").$ref };
  const pet = (tag: object, more: object = {}) => ({
    type: "object",
    required: ["kind", "n"],
    properties: { kind: tag, n: { type: "integer" }, ...more },
  });

  test.each([[string], [{ const: "cat" }], [{ enum: ["cat", "kitten"] }]])(
    "with a default, beside the tag %j",
    async (tag) => {
      const union = {
        oneOf: [ref("Cat"), ref("Dog"), ref("Other")],
        discriminator: { propertyName: "kind", mapping, defaultMapping: ref("Other").$ref },
      };
      const schemas = (n: object, more: object) => ({
        S0: union,
        Cat: pet(tag),
        Dog: pet(string, { bark: { type: "boolean" } }),
        Other: { type: "object", properties: { n, x: string }, ...more },
      });
      const before = schemas({ type: "integer" }, {});
      expect(await refusals(before, schemas(string, { required: ["x"] }), "3.2.0")).toEqual([]);
    },
  );

  test.each([[{}], [{ discriminator: { propertyName: "kind", mapping } }]])(
    "whose tag is read-only in a base with %j",
    async (more) => {
      const part = (extra: object) => ({ allOf: [ref("Base"), { type: "object", ...extra }] });
      const schemas = (needs: readonly string[]) => ({
        Base: { type: "object", required: ["kind"], properties: { kind: readOnly }, ...more },
        Union: {
          oneOf: [ref("Cat"), ref("Dog")],
          discriminator: { propertyName: "kind", mapping },
        },
        Cat: part({ properties: { n: string } }),
        Dog: part({ properties: { m: string } }),
        S0: {
          type: "object",
          properties: { union: ref("Union") },
          allOf: [ref("Cat")],
          required: needs,
        },
      });
      expect(await refusals(schemas([]), schemas(["n"]))).toEqual([]);
    },
  );
});
