import {
  type DecodedParameters,
  decodeCookies,
  decodeHeaders,
  decodePath,
  decodeQuery,
  ParameterError,
  pathTemplate,
} from "@specwright/runtime";
import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  type ParameterDescriptor,
} from "@specwright/runtime/codegen";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function parameter(
  location: ParameterDescriptor["in"],
  change: Partial<ParameterDescriptor> = {},
): ParameterDescriptor {
  const isForm = location === "query" || location === "cookie";
  return {
    name: "p",
    in: location,
    required: false,
    type: "string",
    style: isForm ? "form" : "simple",
    explode: isForm,
    ...change,
  };
}

const list = { array: true } as const;
const props = { properties: { n: "integer", s: "string" } } as const;

function outcome({ values, issues }: DecodedParameters): unknown {
  return issues.length > 0 ? issues.map((issue) => `${issue.code} ${issue.pointer}`) : values;
}

describe("decodeQuery", () => {
  const cases: readonly [change: Partial<ParameterDescriptor>, query: string, want: unknown][] = [
    [{}, "p=a", { p: "a" }],
    [{}, "", {}],
    [{}, "p=", { p: "" }],
    [{}, "p", { p: "" }],
    [{}, "p=a+b%2B", { p: "a b+" }],
    [{}, "p=a=b", { p: "a=b" }],
    [{}, "&&p=a&", { p: "a" }],
    [{}, "%70=a", { p: "a" }],
    [{}, "p=%2531", { p: "%31" }],
    [{}, "p=%", ["encoding /p"]],
    [{}, "p=%ff", ["encoding /p"]],
    [{}, "p=a%00", ["encoding /p"]],
    [{}, "p=a&p=b", ["repeated /p"]],
    [{}, "P=a", ["unknown_key /P"]],
    [{}, "q=1&__proto__=1", ["unknown_key /q", "unknown_key /__proto__"]],
    [{}, "%ff=1", ["encoding /%ff"]],
    [{ required: true }, "", ["required /p"]],
    [{ required: true }, "p=a&p=b", ["repeated /p"]],
    [{ type: "integer" }, "p=0", { p: 0 }],
    [{ type: "integer" }, "p=-0", { p: 0 }],
    [{ type: "integer" }, "p=-12", { p: -12 }],
    [{ type: "integer" }, "p=9007199254740992", ["type /p"]],
    ...["1e2", "0x10", "01", "%2B1", "1.0", "", "+1", "-", "1_000", "٣", "1,2", "Infinity"].map(
      (text): [Partial<ParameterDescriptor>, string, unknown] => [
        { type: "integer" },
        `p=${text}`,
        ["type /p"],
      ],
    ),
    [{ type: "bigint" }, "p=1763700000123456789", { p: 1763700000123456789n }],
    [{ type: "bigint" }, "p=1.0", ["type /p"]],
    [{ type: "bigint" }, `p=${"9".repeat(101)}`, ["type /p"]],
    [{ type: "number" }, "p=-1.5e3", { p: -1500 }],
    [{ type: "number" }, "p=1e999", ["type /p"]],
    [{ type: "number" }, "p=NaN", ["type /p"]],
    [{ type: "number" }, "p=.5", ["type /p"]],
    [{ type: "boolean" }, "p=true", { p: true }],
    [{ type: "boolean" }, "p=false", { p: false }],
    ...["1", "yes", "TRUE", ""].map((text): [Partial<ParameterDescriptor>, string, unknown] => [
      { type: "boolean" },
      `p=${text}`,
      ["type /p"],
    ]),
    [{ type: "json" }, "p=%7B%22a%22%3A9007199254740993%7D", { p: { a: 9007199254740993n } }],
    [{ type: "json" }, "p={", ["json_syntax /p"]],
    [list, "p=a&p=b,c", { p: ["a", "b,c"] }],
    [{ ...list, explode: false }, "p=a,b%2Cc", { p: ["a", "b,c"] }],
    [{ ...list, explode: false }, "p=a&p=b", ["repeated /p"]],
    [{ ...list, type: "integer" }, "p=1&p=x", ["type /p"]],
    [{ ...list, style: "spaceDelimited", explode: false }, "p=a%20b+c", { p: ["a", "b", "c"] }],
    [{ ...list, style: "pipeDelimited", explode: false }, "p=a|b%7Cc", { p: ["a", "b", "c"] }],
    [{ ...props, style: "deepObject" }, "p[n]=1&p%5Bs%5D=x", { p: { n: 1, s: "x" } }],
    [{ ...props, style: "deepObject" }, "p[n]=1&p[n]=2", ["repeated /p"]],
    [{ ...props, style: "deepObject" }, "p[other]=1", { p: { other: "1" } }],
    [{ ...props, style: "deepObject", required: true }, "", ["required /p"]],
    [props, "n=1&s=x", { p: { n: 1, s: "x" } }],
    [props, "n=1&t=x", ["unknown_key /t"]],
    [{ ...props, explode: false }, "p=n,1,s,x", { p: { n: 1, s: "x" } }],
    [{ ...props, explode: false }, "p=n,1,s", ["type /p"]],
    [{ name: "a/b" }, "a%2Fb=1&a%2Fb=2", ["repeated /a~1b"]],
    [{ name: "toString" }, "", {}],
  ];
  it.each(cases)("%j from %s", (change, query, want) => {
    expect(outcome(decodeQuery([parameter("query", change)], query))).toEqual(want);
  });

  it("keeps pointers short", () => {
    const { issues } = decodeQuery([], `${"x".repeat(50_000)}=1`);
    expect(JSON.stringify(issues).length).toBeLessThan(300);
  });
});

describe("pathTemplate", () => {
  const cases: readonly [
    template: string,
    path: string,
    want: Record<string, string> | undefined,
  ][] = [
    ["/a", "/a", {}],
    ["/a", "/a/", undefined],
    ["/a", "/A", undefined],
    ["/a/{x}", "/a/1", { x: "1" }],
    ["/a/{x}", "/a/", undefined],
    ["/a/{x}", "/a/%2F", { x: "%2F" }],
    ["/a/{x}", "/a/b/c", undefined],
    ["/{x}/{y}", "/1/2", { x: "1", y: "2" }],
    ["/{x}.json", "/a.b.json", { x: "a.b" }],
    ["/{x}.json", "/.json", undefined],
    ["/v{x}-{y}", "/v1-2-3", { x: "1", y: "2-3" }],
    ["/v{x}-{y}", "/v-2", undefined],
    ["/{a.b}", "/1", { "a.b": "1" }],
  ];
  it.each(cases)("%s on %s", (template, path, want) => {
    const found = pathTemplate(template).match(path);
    expect(found && Object.fromEntries(found)).toEqual(want);
  });
});

describe("decodePath", () => {
  const template = pathTemplate("/x/{p}");
  const cases: readonly [change: Partial<ParameterDescriptor>, raw: string, want: unknown][] = [
    [{}, "a%20b", { p: "a b" }],
    [{}, "a+b", { p: "a+b" }],
    [{}, "%2F", { p: "/" }],
    [{}, "%2531", { p: "%31" }],
    [{}, "%00", ["encoding /p"]],
    [{}, "%zz", ["encoding /p"]],
    [{ type: "integer" }, "%31", { p: 1 }],
    [{ type: "integer" }, "1;x", ["type /p"]],
    [{ type: "integer" }, "01", ["type /p"]],
    [{ type: "integer", ...list }, "1,2", { p: [1, 2] }],
    [list, "a%2Cb,c", { p: ["a,b", "c"] }],
    [props, "n,1,s,x", { p: { n: 1, s: "x" } }],
    [{ ...props, explode: true }, "n=1,s=x", { p: { n: 1, s: "x" } }],
    [{ style: "label" }, ".a", { p: "a" }],
    [{ style: "label" }, "a", ["pattern /p"]],
    [{ style: "label", ...list }, ".a,b", { p: ["a", "b"] }],
    [{ style: "label", ...list, separator: "." }, ".a.b", { p: ["a", "b"] }],
    [{ style: "label", ...list, explode: true }, ".a.b", { p: ["a", "b"] }],
    [{ style: "label", ...props, explode: true }, ".n=1.s=x", { p: { n: 1, s: "x" } }],
    [{ style: "label", ...props, explode: true }, ".n.1", ["pattern /p"]],
    [{ style: "matrix" }, ";p=a", { p: "a" }],
    [{ style: "matrix" }, ";p", { p: "" }],
    [{ style: "matrix" }, ";q=a", ["pattern /p"]],
    [{ style: "matrix" }, "p=a", ["pattern /p"]],
    [{ style: "matrix", ...list }, ";p=a,b", { p: ["a", "b"] }],
    [{ style: "matrix", ...list, explode: true }, ";p=a;p=b;p", { p: ["a", "b", ""] }],
    [{ style: "matrix", ...list, explode: true }, ";p=a;q=b", ["pattern /p"]],
    [{ style: "matrix", ...props }, ";p=n,1", { p: { n: 1 } }],
    [{ style: "matrix", ...props, explode: true }, ";n=1;s", { p: { n: 1, s: "" } }],
  ];
  it.each(cases)("%j from %s", (change, raw, want) => {
    const found = template.match(`/x/${raw}`) ?? new Map();
    expect(outcome(decodePath([parameter("path", change)], found))).toEqual(want);
  });
});

// The examples of OpenAPI 3.2.0, section "Style Examples".
describe("encodePath", () => {
  const color = { p: "blue" };
  const colors = { p: ["blue", "black", "brown"] };
  const mixed = { p: { R: 100, G: 200, B: 150 } };
  const rgb = { properties: { R: "integer", G: "integer", B: "integer" } } as const;
  const [label, matrix] = [{ style: "label" }, { style: "matrix" }];
  const cases: readonly [change: Partial<ParameterDescriptor>, values: object, want: string][] = [
    [{}, color, "blue"],
    [list, colors, "blue,black,brown"],
    [rgb, mixed, "R,100,G,200,B,150"],
    [{ ...rgb, explode: true }, mixed, "R=100,G=200,B=150"],
    [label, color, ".blue"],
    [{ ...label, ...list }, colors, ".blue,black,brown"],
    [{ ...label, ...rgb }, mixed, ".R,100,G,200,B,150"],
    [{ ...label, ...list, explode: true }, colors, ".blue.black.brown"],
    [{ ...label, ...rgb, explode: true }, mixed, ".R=100.G=200.B=150"],
    [matrix, color, ";p=blue"],
    [matrix, { p: "" }, ";p"],
    [{ ...matrix, ...list }, colors, ";p=blue,black,brown"],
    [{ ...matrix, ...rgb }, mixed, ";p=R,100,G,200,B,150"],
    [{ ...matrix, ...list, explode: true }, colors, ";p=blue;p=black;p=brown"],
    [{ ...matrix, ...rgb, explode: true }, mixed, ";R=100;G=200;B=150"],
    // As OpenAPI before 3.0.4, and 3.1.0, has it.
    [{ ...label, ...list, separator: "." }, colors, ".blue.black.brown"],
    [{ ...label, ...rgb, separator: "." }, mixed, ".R.100.G.200.B.150"],
    [{ ...matrix, name: "a;b" }, { "a;b": "c=d;e/f" }, ";a%3Bb=c%3Dd%3Be%2Ff"],
    [{}, { p: "50% (a/b),c+d!~" }, "50%25%20%28a%2Fb%29%2Cc%2Bd%21~"],
  ];
  it.each(cases)("%j of %j is %s", (change, values, want) => {
    const descriptor = parameter("path", change);
    expect(encodePath(`/x/{${descriptor.name}}`, [descriptor], values)).toBe(`/x/${want}`);
  });
});

describe("decodeHeaders", () => {
  const cases: readonly [change: Partial<ParameterDescriptor>, raw: string[], want: unknown][] = [
    [{ name: "X-Id" }, ["x-iD", "a"], { "X-Id": "a" }],
    [{}, ["p", "a", "P", "b"], ["repeated /p"]],
    [{ required: true }, ["q", "a"], ["required /p"]],
    [{ type: "boolean" }, ["p", "1"], ["type /p"]],
    [list, ["p", "a, b", "p", "c"], { p: ["a", "b", "c"] }],
    [{ name: "Authorization", required: true }, [], {}],
  ];
  it.each(cases)("%j from %j", (change, raw, want) => {
    expect(outcome(decodeHeaders([parameter("header", change)], raw))).toEqual(want);
  });
});

describe("decodeCookies", () => {
  const cases: readonly [change: Partial<ParameterDescriptor>, raw: string, want: unknown][] = [
    [{}, "other=1; p=a%3Bb; more", { p: "a;b" }],
    [{}, "p=a; p=b", ["repeated /p"]],
    [{ required: true }, "", ["required /p"]],
    [{}, "p=%", ["encoding /p"]],
    [list, "p=a; p=b", { p: ["a", "b"] }],
    [{ ...list, explode: false }, "p=a,b", { p: ["a", "b"] }],
  ];
  it.each(cases)("%j from %s", (change, raw, want) => {
    expect(outcome(decodeCookies([parameter("cookie", change)], raw))).toEqual(want);
  });
});

describe("encoding refuses what would arrive as something else", () => {
  const path = (value: unknown) => () => encodePath("/x/{p}/y", [parameter("path")], { p: value });
  const labels = (value: unknown) => () =>
    encodePath("/x{p}", [parameter("path", { ...list, style: "label", explode: true })], {
      p: value,
    });
  const query = (change: Partial<ParameterDescriptor>, value: unknown) => () =>
    encodeQuery([parameter("query", change)], { p: value });
  const header = (change: Partial<ParameterDescriptor>, value: unknown) => () =>
    encodeHeaders([parameter("header", change)], { p: value });
  const cases: readonly [name: string, run: () => unknown, code: string][] = [
    ["an empty path parameter", path(""), "required"],
    ["a missing path parameter", path(undefined), "required"],
    ["a dot segment", path(".."), "pattern"],
    ["an object for a string", path({}), "type"],
    ["null in a path", path(null), "required"],
    ["a lone surrogate", query({}, "\ud800"), "type"],
    ["a NUL", query({}, "\0"), "type"],
    ["text for a number", query({ type: "integer" }, "1"), "type"],
    ["a fraction for an integer", query({ type: "integer" }, 1.5), "type"],
    ["NaN", query({ type: "number" }, Number.NaN), "type"],
    ["one for a list", query(list, "a"), "type"],
    ["a separator", query({ ...list, style: "pipeDelimited", explode: false }, ["a|b"]), "pattern"],
    ["a dot in a list of labels", labels(["a.b", "c"]), "pattern"],
    ["a header with a line break", header({}, "a\r\nb"), "pattern"],
    ["a header with a space at its end", header({}, "a "), "pattern"],
    ["a header beyond Latin-1", header({}, "\u4e2d"), "pattern"],
    ["a comma in a header list", header(list, ["a,b"]), "pattern"],
  ];
  it.each(cases)("%s", (_name, run, code) => {
    try {
      run();
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ParameterError);
      expect(error).toMatchObject({ code: "invalid_parameter", issue: { code, pointer: "/p" } });
    }
  });

  it("leaves out absent parameters", () => {
    expect(encodeQuery([parameter("query", { name: "toString" })], {})).toBe("");
    expect(encodeQuery([parameter("query", list)], { p: [] })).toBe("");
    expect(encodeHeaders([parameter("header")], { p: undefined })).toEqual([]);
  });
});

const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
const scalars = {
  string: text,
  integer: fc.maxSafeInteger(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  boolean: fc.boolean(),
};
const type = fc.constantFrom("string", "integer", "bigint", "number", "boolean");

/** Generates a parameter of the location in any of its styles, and a value for it. */
const given = fc.record({ type, explode: fc.boolean() }).chain(({ type, explode }) => {
  const scalar: fc.Arbitrary<unknown> = scalars[type];
  return fc.oneof(
    fc.record({ change: fc.constant({ type, explode }), value: scalar }),
    fc.record({
      change: fc.constant({ type, explode, array: true as const }),
      value: fc.array(scalar, { minLength: 1 }),
    }),
    fc.record({
      change: fc.constant({ type, explode, properties: { a: type, "b c": "string" as const } }),
      value: fc.record({ a: scalar, "b c": text }, { requiredKeys: ["a"] }),
    }),
  );
});

const pathStyle = fc.constantFrom<Partial<ParameterDescriptor>>(
  { style: "simple" },
  { style: "label" },
  { style: "label", separator: "." },
  { style: "matrix" },
);

describe("every style", () => {
  it("carries query parameters", () => {
    const styles = fc.constantFrom("form", "spaceDelimited", "pipeDelimited", "deepObject");
    fc.assert(
      fc.property(
        given,
        styles,
        fc.constantFrom("p", "p[]", "\u4e2d&="),
        ({ change, value }, style, name) => {
          const isFlat = !("properties" in change) && style === "deepObject";
          const descriptor = parameter("query", {
            ...change,
            name,
            style: isFlat ? "form" : style,
          });
          const query = carried(() => encodeQuery([descriptor], { [name]: value }));
          if (query === undefined) return;
          expect(query).toMatch(/^[!-~]*$/);
          expect(outcome(decodeQuery([descriptor], query))).toEqual({ [name]: value });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("carries path parameters", () => {
    const template = pathTemplate("/a/{p}/b");
    fc.assert(
      fc.property(given, pathStyle, ({ change, value }, style) => {
        const descriptor = parameter("path", { ...change, ...style });
        const path = carried(() => encodePath("/a/{p}/b", [descriptor], { p: value }));
        if (path === undefined) return;
        // fetch leaves it unchanged.
        expect(new URL(path, "http://h").pathname).toBe(path);
        const decoded = decodePath([descriptor], template.match(path) ?? new Map());
        expect(outcome(decoded)).toEqual({ p: value });
      }),
      { numRuns: 2000 },
    );
  });

  it("carries header parameters", () => {
    fc.assert(
      fc.property(given, ({ change, value }) => {
        const descriptor = parameter("header", change);
        const headers = carried(() => encodeHeaders([descriptor], { p: value }));
        if (headers === undefined) return;
        expect(outcome(decodeHeaders([descriptor], headers.flat()))).toEqual({ p: value });
      }),
      { numRuns: 500 },
    );
  });

  it("carries cookie parameters", () => {
    fc.assert(
      fc.property(given, ({ change, value }) => {
        const descriptor = parameter("cookie", change);
        const header = encodeCookies([descriptor], { p: value });
        expect(outcome(decodeCookies([descriptor], header))).toEqual({ p: value });
      }),
      { numRuns: 500 },
    );
  });
});

/** Runs an encoder that may refuse; the table above lists what it must refuse. */
function carried<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
}
