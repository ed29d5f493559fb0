// The encoders and the reader that generated descriptors use where all values are scalars do what
// those for every kind of value do.

import fc from "fast-check";
import { expect, it } from "vitest";
import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  encodeScalarCookies,
  encodeScalarHeaders,
  encodeScalarPath,
  encodeScalarQuery,
  maxLength,
  type ParameterDescriptor,
  readResponseHeaders,
} from "../src/codegen.ts";
import { readScalarHeaders } from "../src/parameters/header.ts";
import { ParameterError } from "../src/parameters/parameter-error.ts";
import { ruleCodec } from "../src/testing/rule-codec.ts";

const type = fc.constantFrom("string", "integer", "bigint", "number", "boolean");
const value = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "..", "a b", "a\r\nb", "\0", "\ud800", undefined, null, [], {}, Number.NaN),
  fc.integer(),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
);
const name = fc.constantFrom("p", "Accept", "toString", "a b");

const pairs = {
  path: [encodePath, encodeScalarPath],
  query: [encodeQuery, encodeScalarQuery],
  header: [encodeHeaders, encodeScalarHeaders],
  cookie: [encodeCookies, encodeScalarCookies],
} as const;

it.each(Object.keys(pairs) as (keyof typeof pairs)[])("scalars in the %s", (location) => {
  fc.assert(
    fc.property(type, name, value, (type, name, value) => {
      const descriptors: ParameterDescriptor[] = [{ name, in: location, type }];
      const [any, scalar] = pairs[location].map((encode) =>
        outcome(() =>
          encode === encodePath || encode === encodeScalarPath
            ? encode(`/a/{${name}}`, descriptors, { [name]: value })
            : (encode as typeof encodeQuery)(descriptors, { [name]: value }),
        ),
      );
      expect(scalar).toEqual(any);
    }),
    { numRuns: 1000 },
  );
});

it("scalars in the headers of a response", () => {
  const text = fc.oneof(
    fc.constantFrom("1", "-0", "1e3", "true", "9007199254740993", "", "x".repeat(9)),
    fc.string(),
  );
  const codec = ruleCodec(maxLength(8));
  fc.assert(
    fc.property(type, fc.boolean(), fc.array(text, { maxLength: 2 }), (type, required, texts) => {
      const descriptors = [{ name: "X-P", type, required, codec }];
      const raw = texts.flatMap((text) => ["x-p", text]);
      expect(readScalarHeaders(descriptors, raw)).toEqual(readResponseHeaders(descriptors, raw));
    }),
    { numRuns: 1000 },
  );
});

it("a value that only the other functions handle is refused", () => {
  const descriptors = [{ name: "p", in: "query", type: "json" }] as const;
  expect(() => encodeScalarQuery(descriptors, { p: {} })).toThrow("expected json");
  expect(readScalarHeaders(descriptors, ["p", "{}"]).issues).toMatchObject([{ code: "type" }]);
});

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ParameterError) return error.message;
    throw error;
  }
}
