// Parameters, and their bytes according to OpenAPI (3.2.0, "Style Examples"; RFC 6570).

/** A parameter with a value, and its text in the request. */
export interface ParameterRow {
  readonly allowReserved?: boolean;
  /** The value that a server reads, if it differs from the sent one. */
  readonly read?: unknown;
  /** Default `3.1.1`. */
  readonly version?: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style?: string;
  readonly explode?: boolean;
  /** Default `color`. */
  readonly name?: string;
  readonly schema: object;
  readonly value: unknown;
  /**
   * The raw text: of the last segment of the path, of the query without its question mark, or of the
   * header.
   */
  readonly want: string;
}

const text = { type: "string" };
const list = { type: "array", items: text };
const object = {
  type: "object",
  properties: { R: { type: "integer" }, G: { type: "integer" }, B: { type: "integer" } },
};
const blue = { schema: text, value: "blue" };
const empty = { schema: text, value: "" };
const colors = { schema: list, value: ["blue", "black", "brown"] };
const mixed = { schema: object, value: { R: 100, G: 200, B: 150 } };
/** Characters that encoders often get wrong. */
const hostile = { schema: text, value: "50% (a/b),c+d!~" };
const encoded = "50%25%20%28a%2Fb%29%2Cc%2Bd%21~";
const reserved = { schema: text, value: ":/?#[]@!$&'()*+,;=" };
const encodedReserved = "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D";
const wide = { schema: text, value: "\u4e2d\ud83d\ude00" };
const encodedWide = "%E4%B8%AD%F0%9F%98%80";
const hostileList = { schema: list, value: ["a,b", "c d", "e&f=g"] };

const path = { in: "path" } as const;
const query = { in: "query" } as const;
const header = { in: "header", name: "X-Color" } as const;
const cookie = { in: "cookie" } as const;
const flat = { explode: false } as const;
const exploded = { explode: true } as const;
const label = { ...path, style: "label" } as const;
const matrix = { ...path, style: "matrix" } as const;
const space = { ...query, style: "spaceDelimited", explode: false } as const;
const pipe = { ...query, style: "pipeDelimited", explode: false } as const;
const deep = { ...query, style: "deepObject", explode: true } as const;

/** The rows of all tables. */
export const parameterRows: readonly ParameterRow[] = [
  { ...path, ...blue, want: "blue" },
  { ...path, ...colors, want: "blue,black,brown" },
  { ...path, ...mixed, want: "R,100,G,200,B,150" },
  { ...path, ...blue, ...exploded, want: "blue" },
  { ...path, ...colors, ...exploded, want: "blue,black,brown" },
  { ...path, ...mixed, ...exploded, want: "R=100,G=200,B=150" },
  { ...path, ...hostile, want: encoded },
  { ...path, ...reserved, want: encodedReserved },
  { ...path, ...wide, want: encodedWide },
  { ...path, ...hostileList, want: "a%2Cb,c%20d,e%26f%3Dg" },
  { ...label, ...blue, want: ".blue" },
  { ...label, ...colors, want: ".blue,black,brown" },
  { ...label, ...mixed, want: ".R,100,G,200,B,150" },
  { ...label, ...blue, ...exploded, want: ".blue" },
  { ...label, ...colors, ...exploded, want: ".blue.black.brown" },
  { ...label, ...mixed, ...exploded, want: ".R=100.G=200.B=150" },
  { ...label, ...hostile, want: `.${encoded}` },
  { ...label, ...hostileList, want: ".a%2Cb,c%20d,e%26f%3Dg" },
  { ...label, ...hostileList, ...exploded, want: ".a%2Cb.c%20d.e%26f%3Dg" },
  ...["3.0.0", "3.0.3", "3.1.0"].flatMap((version): readonly ParameterRow[] => [
    { version, ...label, ...colors, want: ".blue.black.brown" },
    { version, ...label, ...mixed, want: ".R.100.G.200.B.150" },
    { version, ...label, ...colors, ...exploded, want: ".blue.black.brown" },
    { version, ...label, ...mixed, ...exploded, want: ".R=100.G=200.B=150" },
  ]),
  ...["3.0.4", "3.2.0"].flatMap((version): readonly ParameterRow[] => [
    { version, ...label, ...colors, want: ".blue,black,brown" },
    { version, ...label, ...mixed, want: ".R,100,G,200,B,150" },
  ]),
  { ...matrix, ...blue, want: ";color=blue" },
  { ...matrix, ...empty, want: ";color" },
  { ...matrix, ...colors, want: ";color=blue,black,brown" },
  { ...matrix, ...mixed, want: ";color=R,100,G,200,B,150" },
  { ...matrix, ...blue, ...exploded, want: ";color=blue" },
  { ...matrix, ...colors, ...exploded, want: ";color=blue;color=black;color=brown" },
  { ...matrix, ...mixed, ...exploded, want: ";R=100;G=200;B=150" },
  { ...matrix, ...hostile, want: `;color=${encoded}` },
  { ...matrix, ...reserved, want: `;color=${encodedReserved}` },
  { ...matrix, ...hostileList, ...exploded, want: ";color=a%2Cb;color=c%20d;color=e%26f%3Dg" },
  { ...query, ...blue, want: "color=blue" },
  { ...query, ...empty, want: "color=" },
  { ...query, ...colors, want: "color=blue&color=black&color=brown" },
  { ...query, ...mixed, want: "R=100&G=200&B=150" },
  { ...query, ...blue, ...flat, want: "color=blue" },
  { ...query, ...empty, ...flat, want: "color=" },
  { ...query, ...colors, ...flat, want: "color=blue,black,brown" },
  { ...query, ...mixed, ...flat, want: "color=R,100,G,200,B,150" },
  { ...query, ...hostile, want: `color=${encoded}` },
  { ...query, ...reserved, want: `color=${encodedReserved}` },
  { ...query, ...wide, want: `color=${encodedWide}` },
  { ...query, ...blue, name: "StartTime<", want: "StartTime%3C=blue" },
  { ...query, ...blue, name: "a b&c=d", want: "a%20b%26c%3Dd=blue" },
  {
    ...query,
    ...colors,
    name: "tags[]",
    want: "tags%5B%5D=blue&tags%5B%5D=black&tags%5B%5D=brown",
  },
  { ...query, ...hostileList, want: "color=a%2Cb&color=c%20d&color=e%26f%3Dg" },
  { ...query, ...hostileList, ...flat, want: "color=a%2Cb,c%20d,e%26f%3Dg" },
  { ...space, ...colors, want: "color=blue%20black%20brown" },
  { ...space, ...mixed, want: "color=R%20100%20G%20200%20B%20150" },
  { ...pipe, ...colors, want: "color=blue%7Cblack%7Cbrown" },
  { ...pipe, ...mixed, want: "color=R%7C100%7CG%7C200%7CB%7C150" },
  { ...pipe, schema: list, value: ["a b", "c,d"], want: "color=a%20b%7Cc%2Cd" },
  { ...deep, ...mixed, want: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" },
  { ...deep, ...mixed, explode: false, want: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" },
  { ...header, ...blue, want: "blue" },
  { ...header, ...colors, want: "blue,black,brown" },
  { ...header, ...mixed, want: "R,100,G,200,B,150" },
  { ...header, ...mixed, ...exploded, want: "R=100,G=200,B=150" },
  { ...header, ...colors, ...exploded, want: "blue,black,brown" },
  { ...header, ...hostile, want: "50% (a/b),c+d!~" },
  { ...cookie, ...blue, want: "color=blue" },
  { ...cookie, ...empty, want: "color=" },
  { ...cookie, ...hostile, want: `color=${encoded}` },
  { ...cookie, ...colors, want: "color=blue; color=black; color=brown" },
  { ...cookie, ...mixed, ...flat, want: "color=R,100,G,200,B,150" },
  { ...cookie, ...colors, ...flat, want: "color=blue,black,brown" },
  { ...cookie, ...mixed, want: "R=100; G=200; B=150" },
  ...nestedRows(),
  ...reservedRows(),
  ...cookieRows(),
  ...freeRows(),
  ...nullRows(),
  ...scalars("path", ""),
  ...scalars("query", "color="),
  ...scalars("header", ""),
  ...scalars("cookie", "color="),
];

/** Nested values of style `deepObject`, which OpenAPI leaves undefined, as `qs` writes them. */
function nestedRows(): readonly ParameterRow[] {
  const integer = { type: "integer" };
  const items = { type: "array", items: integer };
  const address = { type: "object", properties: { city: text, zip: integer, tags: items } };
  const nested = {
    type: "object",
    properties: { a: address, b: { type: "array", items: address } },
  };
  const cleared = { type: "string", enum: [""] };
  const union = { anyOf: [address, cleared] };
  const times = { anyOf: [integer, { type: "string", enum: ["now"] }] };
  const id = {
    anyOf: [
      { type: "integer", format: "uint64" },
      { type: "string", format: "uuid" },
    ],
  };
  const uuid = "5b0c3a52-8a55-4f0e-9d0b-6f3a9b1c7e21";
  const free = {
    type: "object",
    additionalProperties: { type: "object", additionalProperties: integer },
  };
  return [
    {
      ...deep,
      schema: nested,
      value: { a: { city: "x y", zip: 1 } },
      want: "color%5Ba%5D%5Bcity%5D=x%20y&color%5Ba%5D%5Bzip%5D=1",
    },
    {
      ...deep,
      schema: nested,
      value: { a: { tags: [1, 2] } },
      want: "color%5Ba%5D%5Btags%5D%5B0%5D=1&color%5Ba%5D%5Btags%5D%5B1%5D=2",
    },
    {
      ...deep,
      schema: nested,
      value: { b: [{ zip: 1 }, { zip: 2 }] },
      want: "color%5Bb%5D%5B0%5D%5Bzip%5D=1&color%5Bb%5D%5B1%5D%5Bzip%5D=2",
    },
    { ...deep, schema: list, value: ["a", "b"], want: "color%5B0%5D=a&color%5B1%5D=b" },
    { ...deep, schema: union, value: { zip: 1 }, want: "color%5Bzip%5D=1" },
    { ...deep, schema: union, value: "", want: "color=" },
    { ...deep, schema: { anyOf: [items, cleared] }, value: [7], want: "color%5B0%5D=7" },
    { ...deep, schema: { anyOf: [items, cleared] }, value: "", want: "color=" },
    {
      ...deep,
      schema: { anyOf: [address, { type: "object", properties: { b: integer } }] },
      value: { b: 7 },
      want: "color%5Bb%5D=7",
    },
    {
      ...deep,
      schema: { type: "object", properties: { at: times } },
      value: { at: 17 },
      want: "color%5Bat%5D=17",
    },
    {
      ...deep,
      schema: { type: "object", properties: { at: times } },
      value: { at: "now" },
      want: "color%5Bat%5D=now",
    },
    { ...path, schema: id, value: 17n, want: "17" },
    { ...path, schema: id, value: uuid, want: uuid },
    {
      ...query,
      schema: { type: "array", items: id },
      value: [17n, uuid],
      want: `color=17&color=${uuid}`,
    },
    {
      ...deep,
      schema: free,
      value: { "a b": { "c=d": 1 } },
      want: "color%5Ba%20b%5D%5Bc%3Dd%5D=1",
    },
    {
      ...deep,
      schema: { type: "object", additionalProperties: text },
      value: { toString: "1", __proto: "2" },
      want: "color%5BtoString%5D=1&color%5B__proto%5D=2",
    },
  ];
}

/** `allowReserved`: `%20` and `%2` are kept from 3.0.4 and 3.1.1 on, and encoded before. */
function reservedRows(): readonly ParameterRow[] {
  const open = { allowReserved: true } as const;
  const escapes = { schema: text, value: "a%20b%2" };
  // WHATWG URL encodes the apostrophe in queries. `#` and `&` would end the value.
  const bare = ":/?%23[]@!$%26%27()*+,;=";
  return [
    { ...query, ...open, ...hostile, want: "color=50%25%20(a/b),c+d!~" },
    { ...query, ...open, ...reserved, want: `color=${bare}` },
    { ...query, ...open, ...wide, want: `color=${encodedWide}` },
    { ...query, ...open, ...colors, ...flat, want: "color=blue,black,brown" },
    { ...query, ...open, schema: list, value: ["a,b", "c/d"], ...flat, want: "color=a%2Cb,c/d" },
    { ...query, ...open, schema: list, value: ["a,b", "c/d"], want: "color=a,b&color=c/d" },
    {
      ...deep,
      ...open,
      schema: { type: "object", properties: { R: text } },
      value: { R: "a/b" },
      want: "color%5BR%5D=a/b",
    },
    { ...query, ...open, ...escapes, want: "color=a%20b%252", read: "a b%2" },
    { version: "3.0.4", ...query, ...open, ...escapes, want: "color=a%20b%252", read: "a b%2" },
    { version: "3.0.3", ...query, ...open, ...escapes, want: "color=a%2520b%252" },
    { version: "3.1.0", ...query, ...open, ...escapes, want: "color=a%2520b%252" },
    { version: "3.0.3", ...query, ...open, ...hostile, want: "color=50%25%20(a/b),c+d!~" },
    // Elsewhere only from 3.2 on; characters that would end the value are encoded.
    { ...path, ...open, ...hostile, want: encoded },
    { ...cookie, ...open, ...hostile, want: `color=${encoded}` },
    { version: "3.2.0", ...path, ...open, ...hostile, want: "50%25%20(a%2Fb),c+d!~" },
    { version: "3.2.0", ...path, ...open, schema: text, value: "a?b#c:d@e", want: "a%3Fb%23c:d@e" },
    {
      version: "3.2.0",
      ...cookie,
      ...open,
      schema: text,
      value: "a;b,c/d",
      want: "color=a%3Bb%2Cc/d",
    },
  ];
}

/** The style `cookie` of OpenAPI 3.2, which encodes nothing. */
function cookieRows(): readonly ParameterRow[] {
  const plain = { version: "3.2.0", ...cookie, style: "cookie" } as const;
  return [
    { ...plain, ...blue, want: "color=blue" },
    { ...plain, ...empty, want: "color=" },
    { ...plain, schema: text, value: "50%/(a)+b=~", want: "color=50%/(a)+b=~" },
    { ...plain, ...colors, want: "color=blue; color=black; color=brown" },
    { ...plain, ...mixed, want: "R=100; G=200; B=150" },
  ];
}

/** Objects whose properties have any names. */
function freeRows(): readonly ParameterRow[] {
  const integers = { type: "object", additionalProperties: { type: "integer" } };
  const value = { "a b": 1, toString: 2 };
  return [
    { ...query, schema: integers, value, want: "a%20b=1&toString=2" },
    { ...query, schema: integers, value, ...flat, want: "color=a%20b,1,toString,2" },
    { ...query, schema: { type: "object" }, value: { x: "1" }, want: "x=1" },
    { ...deep, schema: integers, value, want: "color%5Ba%20b%5D=1&color%5BtoString%5D=2" },
    { ...header, schema: integers, value: { a: 1 }, ...exploded, want: "a=1" },
    { ...path, schema: integers, value: { a: 1, b: 2 }, want: "a,1,b,2" },
  ];
}

/** Null, empty lists and empty objects are not sent (RFC 6570, section 2.3). */
function nullRows(): readonly ParameterRow[] {
  const nullable = { type: "array", items: { type: ["string", "null"] } };
  const members = { type: "object", properties: { R: { type: ["integer", "null"] }, G: text } };
  return [
    {
      ...query,
      schema: nullable,
      value: ["a", null, "b"],
      want: "color=a&color=b",
      read: ["a", "b"],
    },
    { ...query, schema: members, value: { R: null, G: "x" }, want: "G=x", read: { G: "x" } },
    {
      ...deep,
      schema: members,
      value: { R: null, G: "x" },
      want: "color%5BG%5D=x",
      read: { G: "x" },
    },
  ];
}

/** Scalars of other types, written as in JSON. */
function scalars(location: ParameterRow["in"], start: string): readonly ParameterRow[] {
  const values: readonly (readonly [schema: object, value: unknown, text: string])[] = [
    [{ type: "integer" }, -12, "-12"],
    [{ type: "integer", format: "int64" }, 9_007_199_254_740_993n, "9007199254740993"],
    [{ type: "number" }, 1.5, "1.5"],
    [{ type: "number" }, 1e21, location === "header" ? "1e+21" : "1e%2B21"],
    [{ type: "boolean" }, true, "true"],
  ];
  return values.map(([schema, value, written]) => ({
    in: location,
    ...(location === "header" ? { name: "X-Color" } : {}),
    schema,
    value,
    want: start + written,
  }));
}
