import { descriptorsEmitter } from "@specwright/emit";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const list = "{ type: array, items: { type: string } }";
const object = "{ type: object, properties: { a: { type: string } } }";
const nested = "{ type: object, properties: { a: { type: array, items: { type: string } } } }";

/** Creates a document with an operation; `operation` has its fields except the responses. */
function document(operation: string, { version = "3.1.1", method = "post" } = {}): string {
  return `openapi: ${version}
info: { title: T, version: "1" }
paths:
  /items:
    ${method}:
      operationId: go
      ${operation}
      responses: { 204: { description: Done. } }
`;
}

function query(rest: string, version?: string): string {
  return document(`parameters: [{ name: p, in: query, ${rest} }]`, version ? { version } : {});
}

function form(type: string, encoding: string, version = "3.1.1"): string {
  const schema = `{ type: object, properties: { l: ${list}, o: ${object}, s: { type: string } } }`;
  const content = `{ ${type}: { schema: ${schema}, encoding: { ${encoding} } } }`;
  return document(`requestBody: { content: ${content} }`, { version });
}

/** Creates a document with a body; `media` is a media type and its object. */
function parts(media: string): string {
  return document(`requestBody: { content: { ${media} } }`, { version: "3.2.0" });
}

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

/** Documents with their diagnostics. */
const cases: readonly (readonly [text: string, code: string, message: RegExp])[] = [
  [
    document(
      "parameters: [{ name: X-P, in: header, style: deepObject, schema: { type: object } }]",
    ),
    "SERIALIZATION_UNDEFINED",
    /"X-P" in the header: the style deepObject is not allowed/,
  ],
  [
    query("style: matrix, schema: { type: string }"),
    "SERIALIZATION_UNDEFINED",
    /the style matrix is not allowed there/,
  ],
  [
    query(`style: pipeDelimited, explode: true, schema: ${list}`),
    "SERIALIZATION_UNDEFINED",
    /`explode: true` is not defined for the style pipeDelimited/,
  ],
  [
    query("style: spaceDelimited, schema: { type: string }"),
    "SERIALIZATION_UNDEFINED",
    /the style spaceDelimited needs an array or an object/,
  ],
  [
    query(`schema: ${nested}`),
    "SERIALIZATION_UNDEFINED",
    /the style form does not support nested arrays or objects/,
  ],
  [
    query(`schema: { type: array, items: ${object} }`),
    "SERIALIZATION_UNDEFINED",
    /the style form does not support nested arrays or objects/,
  ],
  [
    document(
      `parameters: [{ name: X-P, in: header, schema: { type: string }, allowReserved: true }]`,
    ),
    "SERIALIZATION_IGNORED",
    /"X-P" in the header: `allowReserved` has no effect/,
  ],
  [
    document(
      `parameters: [{ name: P, in: cookie, schema: { type: string }, allowReserved: true }]`,
    ),
    "SERIALIZATION_IGNORED",
    /"P" in the cookie: `allowReserved` has no effect/,
  ],
  [
    document(
      `parameters: [{ name: a, in: query, schema: { type: string } }, { name: o, in: query, schema: ${object} }]`,
    ),
    "PROPERTIES_COLLIDE",
    /The properties of parameter "o" .* there is also a parameter "a"/,
  ],
  [form(urlEncoded, "x: { style: form }"), "SERIALIZATION_IGNORED", /"x": the form has no such/],
  [
    form("application/json", "s: { style: form }"),
    "SERIALIZATION_IGNORED",
    /"s": it has no effect on bodies of app/,
  ],
  [
    form(multipart, "o: { style: deepObject }", "3.0.4"),
    "SERIALIZATION_IGNORED",
    /"o": parts have no style before OpenAPI 3.1/,
  ],
  [
    form(multipart, "l: { style: form, headers: { X-A: { schema: { type: string } } } }"),
    "SERIALIZATION_IGNORED",
    /"l": `headers` are not sent beside a style/,
  ],
  [
    form(urlEncoded, "s: { headers: { X-A: { schema: { type: string } } } }"),
    "SERIALIZATION_IGNORED",
    /"s": a URL-encoded form cannot have `headers`/,
  ],
  [
    form(multipart, "s: { headers: { content-disposition: { schema: { type: string } } } }"),
    "SERIALIZATION_IGNORED",
    /"s": the header Content-Disposition is generated/,
  ],
  [
    form(urlEncoded, "l: { style: form, contentType: text/plain }"),
    "SERIALIZATION_IGNORED",
    /"l": `contentType` has no effect beside a style/,
  ],
  [
    form(urlEncoded, "l: { style: simple }"),
    "SERIALIZATION_UNDEFINED",
    /forms do not have the style simple/,
  ],
  [
    form(multipart, "o: { contentType: application/xml }"),
    "SERIALIZATION_UNDEFINED",
    /"o": the object is written as JSON instead of application\/xml/,
  ],
  [
    form(urlEncoded, "", "3.0.3"),
    "FORM_STYLE_BY_VERSION",
    /^OpenAPI 3.0.3 writes the object "o" of the form as a pair for each property/,
  ],
  [parts("multipart/mixed: {}"), "BODY_AS_BYTES", /The body \(multipart\/mixed\) is bytes/],
  [
    parts("multipart/*: { schema: { type: array } }"),
    "BODY_AS_BYTES",
    /the caller writes the parts/,
  ],
  [
    "openapi: 3.2.0\ninfo: { title: T, version: '1' }\npaths:\n  /a: { get: { operationId: go, responses: { 200: { description: x, content: { multipart/mixed: {} } } } } }\n",
    "BODY_AS_BYTES",
    /the caller reads the parts/,
  ],
  [
    form("multipart/mixed", ""),
    "SERIALIZATION_UNDEFINED",
    /Parts of multipart\/mixed have no names/,
  ],
  [
    form("multipart/mixed", "l: { style: form }"),
    "SERIALIZATION_IGNORED",
    /"l": parts of multipart\/mixed have no style/,
  ],
  [
    document(`requestBody: { content: { ${urlEncoded}: { schema: { type: string } } } }`),
    "SERIALIZATION_UNDEFINED",
    /must be an object, but its schema does not allow objects; no value can be sent/,
  ],
  [
    parts(
      "multipart/mixed: { schema: { type: array }, encoding: { s: { contentType: text/csv } } }",
    ),
    "SERIALIZATION_IGNORED",
    /"s": the parts have positions instead of names/,
  ],
  [
    parts("multipart/mixed: { itemSchema: {}, itemEncoding: { style: form } }"),
    "SERIALIZATION_IGNORED",
    /`itemEncoding`: parts without names have no style/,
  ],
  [
    parts("multipart/mixed: { itemSchema: {}, itemEncoding: { itemEncoding: {} } }"),
    "SERIALIZATION_IGNORED",
    /`itemEncoding`: `itemEncoding` has no effect: parts within a part/,
  ],
  [
    parts("multipart/mixed: { schema: { type: array, items: false }, itemEncoding: {} }"),
    "SERIALIZATION_IGNORED",
    /`itemEncoding`: the body has no such part/,
  ],
  [
    parts(`multipart/form-data: { schema: ${object}, prefixEncoding: [{}] }`),
    "SERIALIZATION_IGNORED",
    /`prefixEncoding` at 0: the parts of this body \(multipart\/form-data\) have no positions/,
  ],
  [
    parts("multipart/form-data: { schema: { type: array, items: {} } }"),
    "SERIALIZATION_UNDEFINED",
    /multipart\/form-data with positions are sent without names/,
  ],
  [
    parts(`multipart/mixed: { itemSchema: ${object}, itemEncoding: { contentType: image/png } }`),
    "SERIALIZATION_UNDEFINED",
    /`itemEncoding`: the object is written as JSON/,
  ],
  [
    document(
      "requestBody: { content: { application/xml: { schema: { type: object, properties: {} } } } }",
    ),
    "BODY_AS_BYTES",
    /\(application\/xml\) is bytes, because its schema/,
  ],
  [
    document(
      "requestBody: { content: { text/plain; charset=koi8-r: { schema: { type: string } } } }",
    ),
    "BODY_AS_BYTES",
    /charset koi8-r can be read, but not written/,
  ],
  [
    document("requestBody: { required: true, content: { application/json: {} } }", {
      method: "get",
    }),
    "BODY_NOT_SENT",
    /"go" is a GET with a body\. Browsers and `fetch` cannot send it; every call fails/,
  ],
  [
    document("requestBody: { content: { application/json: {} } }", { method: "head" }),
    "BODY_NOT_SENT",
    /"go" is a HEAD with a body/,
  ],
  [
    document("").replace("Done.", "Done., content: { application/json: {} }"),
    "BODY_NOT_SENT",
    /The response 204 of operation "go" has a body\. HTTP does not allow it/,
  ],
];

/** Documents without diagnostics. */
const silent: readonly string[] = [
  document("requestBody: { content: { application/xml: { schema: { type: string } } } }"),
  query(`schema: ${list}`),
  query(`schema: ${object}`),
  query(`style: deepObject, schema: ${nested}`),
  query(`style: pipeDelimited, explode: false, schema: ${object}`),
  query("allowReserved: true, schema: { type: string }"),
  query(`content: { application/json: { schema: ${nested} } }`),
  document(`parameters: [{ name: P, in: cookie, schema: { type: string }, allowReserved: true }]`, {
    version: "3.2.0",
  }),
  form(urlEncoded, "o: { style: deepObject }, l: { explode: false }", "3.0.3"),
  form(urlEncoded, "", "3.0.4"),
  parts("multipart/mixed: { itemSchema: {}, itemEncoding: { contentType: image/png } }"),
  parts("multipart/mixed: { schema: { type: array }, prefixEncoding: [{}, {}] }"),
  parts(
    "multipart/form-data: { schema: { type: array }, itemEncoding: { headers: { Content-Disposition: { schema: { type: string } } } } }",
  ),
  form(multipart, "o: { style: deepObject }, s: { contentType: text/markdown }"),
  form(multipart, "s: { headers: { X-A: { schema: { type: string } }, Content-Type: {} } }"),
];

describe("the serialization of values", () => {
  it.each(cases)(
    "is reported with its place if it is undefined: %s",
    async (text, code, message) => {
      const { diagnostics } = await emitText(descriptorsEmitter(), text);
      const found = diagnostics.filter((each) => each.code === code);
      expect(found.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
      expect(found[0]?.line).toBeGreaterThan(1);
      expect(found[0]?.fix).toMatch(/\.$/);
    },
  );

  it.each(silent)("is not reported if it is defined: %s", async (text) => {
    expect((await emitText(descriptorsEmitter(), text)).codes).toEqual([]);
  });
});

describe("32.7 many parameters of one operation", () => {
  async function milliseconds(count: number): Promise<number> {
    const parameters = Array.from(
      { length: count },
      (_, at) => `{ name: p${at}, in: query, schema: { type: string } }`,
    );
    const text = document(`parameters: [${parameters.join(", ")}]`);
    const started = performance.now();
    await emitText(descriptorsEmitter(), text);
    return performance.now() - started;
  }

  it("take time in proportion to their number", async () => {
    await milliseconds(1_000);
    const few = await milliseconds(1_000);
    // Comparing each with each would take 64 times as long.
    expect(await milliseconds(8_000)).toBeLessThan(few * 20);
  }, 60_000);
});
