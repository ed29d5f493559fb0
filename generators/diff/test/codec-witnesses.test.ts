// Values that prove a break are also valid in generated codecs.

import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schemas/schema-changes-of.ts";

const integer = { type: "integer" };
const int64 = { type: "integer", format: "int64" };
/** The witness of the first change in each direction. */
async function witnesses(base: object, revision: object) {
  const values = [];
  for (const direction of ["request", "response"] as const) {
    const [change] = await schemaChangesOf({ Root: base }, { Root: revision }, [direction]);
    values.push(change?.class === "breaking" ? change.witness?.value : change?.class);
  }
  return values;
}

describe("31.8 integers beyond 2^53", () => {
  test.each([
    // A codec reads integers without a format up to 2^53 only, so that clients cannot send larger ones.
    ["a format that most integers have", integer, int64, ["non-breaking", "non-breaking"]],
    ["a format that is gone", int64, integer, ["non-breaking", "non-breaking"]],
    ["another type", int64, { type: "boolean" }, [0, false]],
    ["other bounds", { ...integer, minimum: 1 }, { ...integer, minimum: 3 }, [1, "non-breaking"]],
    ["no lower bound", integer, { ...integer, minimum: -1 }, [-2, "non-breaking"]],
    ["no upper bound", int64, { ...integer, maximum: 9 }, [10, "non-breaking"]],
    [
      "bounds beyond 2^53",
      { ...integer, minimum: 2n ** 60n },
      { ...integer, minimum: 2n ** 60n + 1n },
      [2n ** 60n, "non-breaking"],
    ],
  ])("%s", async (_name, base, revision, want) => {
    expect(await witnesses(base, revision)).toEqual(want);
  });
});

describe("31.8 tags that only a discriminator restricts", () => {
  const alternative = (name: string, tag: object) => ({
    type: "object",
    properties: { kind: tag, [name]: integer },
    required: ["kind"],
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const document = (cat: object) => ({
    Root: {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: ref("Cat").$ref, dog: ref("Dog").$ref },
      },
    },
    Cat: cat,
    Dog: alternative("bark", { const: "dog" }),
  });
  const told = alternative("lives", { const: "cat" });
  const untold = alternative("lives", { type: "string" });
  const changes = async (base: object, revision: object, direction: "request" | "response") =>
    (await schemaChangesOf(base, revision, [direction])).map(
      ({ class: each, witness }) => [each, witness?.value] as const,
    );

  test("a constant that the mapping also states may be removed", async () => {
    for (const direction of ["request", "response"] as const) {
      const found = await changes(document(told), document(untold), direction);
      expect(found.filter(([each]) => each !== "docs" && each !== "non-breaking")).toEqual([]);
    }
  });

  test("a witness of an alternative has its tag", async () => {
    const required = { ...untold, required: ["kind", "lives"] };
    expect(await changes(document(untold), document(required), "request")).toEqual([
      ["breaking", { kind: "cat" }],
    ]);
  });

  test("a tag is sent to readers, whatever its marks are", async () => {
    const marked = (cat: object) => ({
      ...document(cat),
      Dog: alternative("bark", { const: "dog", readOnly: true }),
    });
    const cat = alternative("lives", { const: "cat", readOnly: true });
    const required = { ...cat, required: ["kind", "lives"] };
    expect(await changes(marked(cat), marked(required), "request")).toEqual([
      ["breaking", { kind: "cat" }],
    ]);
  });

  test("a union whose alternatives are used elsewhere has its tag too", async () => {
    const used = ["Cat", "Dog", "Bird"];
    const of = (...names: readonly string[]) => ({
      Root: {
        type: "object",
        properties: {
          pet: {
            oneOf: names.map(ref),
            discriminator: {
              propertyName: "kind",
              mapping: Object.fromEntries(names.map((name) => [name, ref(name).$ref])),
            },
          },
          all: { type: "array", prefixItems: used.map(ref) },
        },
      },
      ...Object.fromEntries(used.map((name) => [name, alternative(name, { type: "string" })])),
    });
    const found = await changes(of("Cat", "Dog", "Bird"), of("Cat", "Dog"), "request");
    expect(found).toContainEqual(["breaking", { kind: "Bird" }]);
  });
});
