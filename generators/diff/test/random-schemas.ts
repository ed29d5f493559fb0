// Random schemas over a small vocabulary, so that two of them often have values in common.

import fc from "fast-check";

const names = ["a", "b", "ab", "c"];
const scalars = [null, true, false, 0, 1, 2, 3, -1, 0.5, 1.5, "", "a", "b", "ab", "aa", "10"];
const patterns = ["^a", "b$", "^[ab]*$", "^a|b$", "^.$", "^(?:a|ab)$", "a", "^[0-9]+$", "^a{2,}$"];

const limit = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 3);
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.array(value, { minLength: 1, maxLength: 3 });
const value = fc.oneof(
  fc.constantFrom<unknown>(...scalars),
  fc.array(fc.constantFrom(...scalars), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...scalars), { maxKeys: 3 }),
);
const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

/** A random JSON value, small enough to be accepted by many of the schemas. */
export const randomValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 1, arbitrary: fc.array(value, { maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.constantFrom(...names, "d"), value, { maxKeys: 4 }),
  },
);

const numbers = {
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: fc.constantFrom(0.5, 1, 1.5, 2, 3),
};
const strings = { minLength: limit, maxLength: limit, pattern: fc.constantFrom(...patterns) };

/** A random schema of strings only, two of which are often related. */
export const randomStrings: fc.Arbitrary<unknown> = fc
  .record(
    { minLength: limit, maxLength: limit, pattern: fc.constantFrom(...patterns) },
    { requiredKeys: [] },
  )
  .map((keywords) => ({ type: "string", ...keywords }));

/** Short strings over the letters of the patterns. */
export const shortStrings: readonly string[] = ["", "a", "b", "c", "1"].flatMap((first) =>
  ["", "a", "b", "c", "1"].flatMap((second) =>
    ["", "a", "b"].map((third) => first + second + third),
  ),
);

/** A random schema that is valid in 2020-12, recursive through `#` at times. */
export const randomSchema: fc.Arbitrary<unknown> = fc
  .letrec<{ schema: unknown }>((tie) => {
    const schema = tie("schema");
    const map = (keys: readonly string[]): fc.Arbitrary<unknown> =>
      fc.dictionary(fc.constantFrom(...keys), schema, { minKeys: 1, maxKeys: 2 });
    const arrays = {
      minItems: limit,
      maxItems: limit,
      uniqueItems: fc.boolean(),
      prefixItems: some(schema),
      items: schema,
      contains: schema,
      minContains: limit,
      maxContains: limit,
      unevaluatedItems: schema,
    };
    const objects = {
      properties: map(names),
      patternProperties: map(patterns),
      additionalProperties: schema,
      propertyNames: schema,
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      minProperties: limit,
      maxProperties: limit,
      dependentRequired: fc.dictionary(
        fc.constantFrom(...names),
        fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
        { maxKeys: 2 },
      ),
      dependentSchemas: map(names),
      unevaluatedProperties: schema,
    };
    const logic = {
      allOf: some(schema),
      anyOf: some(schema),
      oneOf: some(schema),
      not: schema,
      if: schema,
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: schema,
      else: schema,
    };
    const own = { enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4 }), const: value };
    const typed = (type: string, keywords: Record<string, fc.Arbitrary<unknown>>) =>
      fc.subarray(Object.keys(keywords), { maxLength: 3 }).chain((keys) =>
        fc.record({
          type: fc.constant(type),
          ...Object.fromEntries(keys.map((key) => [key, keywords[key] ?? schema])),
        }),
      );
    const free = fc
      .subarray(Object.keys({ ...own, ...numbers, ...strings, ...arrays, ...objects, ...logic }), {
        maxLength: 3,
      })
      .chain((keys) => {
        const all: Record<string, fc.Arbitrary<unknown>> = {
          ...own,
          ...numbers,
          ...strings,
          ...arrays,
          ...objects,
          ...logic,
        };
        return fc.record(Object.fromEntries(keys.map((key) => [key, all[key] ?? schema])));
      });
    return {
      schema: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.constantFrom<unknown>(true, false, {}),
        types.map((type) => ({ type })),
        fc.uniqueArray(types, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
        fc.constant({ $ref: "#" }),
        typed("number", numbers),
        typed("integer", numbers),
        typed("string", strings),
        fc.record(own, { requiredKeys: ["enum"] }).map(({ enum: list }) => ({ enum: list })),
        typed("array", arrays),
        typed("object", objects),
        typed("object", objects),
        some(schema).map((anyOf) => ({ anyOf })),
        some(schema).map((oneOf) => ({ oneOf })),
        some(schema).map((allOf) => ({ allOf })),
        schema.map((not) => ({ not })),
        free,
      ),
    };
  })
  // A document that is nothing but a reference to itself is an error.
  .schema.map((schema) => (JSON.stringify(schema) === '{"$ref":"#"}' ? true : schema));
