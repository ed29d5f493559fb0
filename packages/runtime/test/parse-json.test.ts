import { JsonError, type ParseJsonOptions, parseJson, stringifyJson } from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function fault(text: string | Uint8Array, options: ParseJsonOptions = {}): JsonError {
  try {
    parseJson(text, options);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error("parseJson accepted the text");
}

describe("parseJson", () => {
  const numbers: readonly [text: string, want: number | bigint][] = [
    ["0", 0],
    ["-0", -0],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["-9007199254740991", -9007199254740991],
    ["-9007199254740992", -9007199254740992n],
    ["1763700000123456789", 1763700000123456789n],
    ["9223372036854775807", 9223372036854775807n],
    ["123456789012345678901234567890", 123456789012345678901234567890n],
    ["1.0", 1],
    ["1e3", 1000],
    ["12345678901234567890.0", 12345678901234567000],
    ["1e20", 1e20],
    ["1E-400", 0],
    ["0.1234567890123456789", 0.12345678901234568],
    ["1e308", 1e308],
  ];
  it.each(numbers)("reads %s", (text, want) => {
    expect(parseJson(text)).toBe(want);
    expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [want] });
    expect(parseJson(` ${text}\n`, { duplicateKeys: "refuse" })).toBe(want);
  });

  it.each([
    ['{"h":[],"cod\\\\":0}', '{"h":1,"cod\\u0065":2}', "code"],
    ['{"h":[],"\\\\":0}', '{"h":1,"\\"" : 2}', '"'],
    ['{"h":[],"\\\\":0}', '{"h":1,"\\n":"\\\\:"}', "\n"],
  ])("reads escaped keys whatever was read before: %s, then %s", (before, text, key) => {
    JSON.parse(before);
    expect(Object.keys(parseJson(text) as object)).toEqual(["h", key]);
  });

  it("reads escapes in strings that are not keys", () => {
    const text = '{"a":"\\\\","b":["\\"",":\\u003a"],"c" :"\\"}"}';
    expect(parseJson(text)).toEqual({ a: "\\", b: ['"', "::"], c: '"}' });
  });

  const refused: readonly [text: string, code: string][] = [
    ["1e400", "json_number_range"],
    ["-1E+999", "json_number_range"],
    ["", "json_syntax"],
    ["01", "json_syntax"],
    ["+1", "json_syntax"],
    ["1.", "json_syntax"],
    [".5", "json_syntax"],
    ["1e", "json_syntax"],
    ["-", "json_syntax"],
    ["NaN", "json_syntax"],
    ["0x10", "json_syntax"],
    ["[1,]", "json_syntax"],
    ['{"a":1,}', "json_syntax"],
    ["{a:1}", "json_syntax"],
    ["'a'", "json_syntax"],
    ['"a', "json_syntax"],
    ['"\\x"', "json_syntax"],
    ['"\\u12"', "json_syntax"],
    ['"\n"', "json_syntax"],
    ['"\\', "json_syntax"],
    ["1 2", "json_syntax"],
    ["\uFEFF{}", "json_syntax"],
    ["/* */1", "json_syntax"],
    ["tru", "json_syntax"],
    ["\u00A01", "json_syntax"],
  ];
  it.each(refused)("refuses %j", (text, code) => {
    expect(fault(text).code).toBe(code);
    expect(fault(text, { duplicateKeys: "refuse" }).code).toBe(code);
  });

  it("says where", () => {
    const error = fault('{\n  "a": 1,\n  "b": tru\n}');
    expect(error).toMatchObject({ offset: 19, line: 3 });
    expect(error.message).toMatch(/^json_syntax: /);
  });

  it("shows at most 200 bytes of the input", () => {
    const error = fault(`["${"\u4e2d".repeat(10_000)}", oops, "${"\u4e2d".repeat(10_000)}"]`);
    expect(new TextEncoder().encode(error.excerpt).byteLength).toBeLessThanOrEqual(200);
    expect(error.message.length).toBeLessThan(200);
  });

  it("keeps __proto__ as a property", () => {
    for (const text of [
      '{"__proto__":{"a":1}}',
      '{"n":12345678901234567890,"__proto__":{"a":1}}',
    ]) {
      const value = parseJson(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value ?? {})).toContain("__proto__");
    }
  });

  it("limits depth, in a flat stack", () => {
    expect(fault("[".repeat(200_000)).code).toBe("json_depth");
    expect(fault("[".repeat(65) + "]".repeat(65), { maxDepth: 64 }).code).toBe("json_depth");
    expect(parseJson("[".repeat(64) + "]".repeat(64), { maxDepth: 64 })).toBeDefined();
    expect(fault(`{"a":`.repeat(600) + 1).code).toBe("json_depth");
    expect(parseJson(`["${"[".repeat(5000)}"]`, { maxDepth: 1 })).toBeDefined();
    expect(parseJson(`[${"[],".repeat(5000)}1]`, { maxDepth: 2 })).toBeDefined();
  });

  it("limits bytes", () => {
    expect(parseJson('"\u00e9"', { maxBytes: 4 })).toBe("\u00e9");
    expect(fault('"\u00e9"', { maxBytes: 3 }).code).toBe("json_too_large");
    expect(fault(new Uint8Array(4), { maxBytes: 3 }).code).toBe("json_too_large");
  });

  it("refuses or takes the last of duplicate keys", () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseJson('{"a":9007199254740993,"a":2}')).toEqual({ a: 2 });
    for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"__proto__":1,"__proto__":2}']) {
      expect(fault(text, { duplicateKeys: "refuse" }).code).toBe("json_duplicate_key");
    }
    expect(parseJson('{"toString":1}', { duplicateKeys: "refuse" })).toEqual({ toString: 1 });
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(fault(new Uint8Array([0x22, 0xff, 0x22])).code).toBe("json_encoding");
    expect(parseJson(new TextEncoder().encode('"\u00e9"'))).toBe("\u00e9");
  });

  it("agrees with JSON.parse on JSON texts", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("last", "refuse"), (text, duplicateKeys) => {
        const want: unknown = JSON.parse(text);
        const exact = parseJson(text, { duplicateKeys });
        // The two differ in integers that JSON.parse rounds; they are rounded too, to compare the
        // rest.
        expect(lossy(exact)).toEqual(lossy(want));
      }),
    );
  });

  it("accepts exactly what JSON.parse accepts, number range aside", () => {
    const piece = fc.constantFrom(
      ..."{}[]:,\"\\ \n0123456789-+.eE/ntrufalsb'\u00e9\u2028\u0000x".split(""),
      "true",
      "null",
      '"a"',
      "\\u00e9",
      "1234567890123456",
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (given) => {
        const want = outcome(() => JSON.parse(given));
        const got = outcome(() => parseJson(given, { duplicateKeys: "last" }));
        const strict = outcome(() => parseJson(`${given} `, { duplicateKeys: "refuse" }));
        // Numbers that JSON.parse turns into Infinity are refused.
        if (got.code === "json_number_range") {
          if (want.accepted) expect(overflows(want.value)).toBe(true);
          return;
        }
        expect(got.accepted).toBe(want.accepted);
        if (want.accepted) expect(lossy(got.value)).toEqual(lossy(want.value));
        if (strict.code !== "json_duplicate_key") expect(strict.accepted).toBe(want.accepted);
      }),
      { numRuns: 3000 },
    );
  });

  it("gives back what stringifyJson wrote", () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constant(null),
        fc.boolean(),
        fc.string({ unit: "binary" }),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .map((x) => (isPlainInteger(x) ? 0.5 : x)),
        fc.maxSafeInteger(),
        fc.bigInt().filter((x) => !Number.isSafeInteger(Number(x))),
        fc.array(tie("value")),
        fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), {
          noNullPrototype: true,
        }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        expect(parseJson(stringifyJson(value), { duplicateKeys: "refuse" })).toEqual(value);
      }),
    );
  });
});

/**
 * Reports whether a number prints as an integer and so comes back as bigint, as large doubles
 * without a fraction do; -0 prints as 0.
 */
function isPlainInteger(value: number): boolean {
  return Object.is(value, -0) || (Number.isInteger(value) && Math.abs(value) < 1e21);
}

function outcome(run: () => unknown): { accepted: boolean; value?: unknown; code?: string } {
  try {
    return { accepted: true, value: run() };
  } catch (error) {
    return { accepted: false, ...(error instanceof JsonError ? { code: error.code } : {}) };
  }
}

function lossy(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(lossy);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).map(([key, member]) => [key, lossy(member)]);
  }
  return value;
}

function overflows(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(overflows);
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}
