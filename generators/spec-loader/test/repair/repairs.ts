import { asyncapi, openapi } from "../in-memory.ts";

/** A document with a fault that has only one reading. */
export interface RepairCase {
  readonly name: string;
  readonly given: string | Readonly<Record<string, string>>;
  /** The diagnostic of strict loading: code, line and pointer. */
  readonly fault: readonly [code: string, line: number, pointer: string];
  /** The name of the repair. */
  readonly reading: string;
  /** Values of the document after reading, by pointer; `undefined` if absent. */
  readonly want: Readonly<Record<string, unknown>>;
}

const schema = (yaml: string) => openapi(`paths: {}\ncomponents:\n  schemas:\n    A: ${yaml}\n`);
const get = (yaml: string) => openapi(`paths:\n  /a:\n    get: ${yaml}\n`);
const A = "/components/schemas/A";
const GET = "/paths/~1a/get";
const ok = "responses: { 200: { description: Done. } }";

/** Returns a case of a schema, with its fault in line 8. */
function inSchema(
  name: string,
  yaml: string,
  [code, below]: readonly [string, string],
  reading: string,
  want: Readonly<Record<string, unknown>>,
): RepairCase {
  const placed = Object.entries(want).map(([pointer, value]) => [A + pointer, value]);
  const fault = [code, 8, A + below] as const;
  return { name, given: schema(yaml), fault, reading, want: Object.fromEntries(placed) };
}

/** Returns a case of an operation, with its fault in line 7. */
function inOperation(
  name: string,
  yaml: string,
  [code, below]: readonly [string, string],
  reading: string,
  want: Readonly<Record<string, unknown>>,
): RepairCase {
  const placed = Object.entries(want).map(([pointer, value]) => [GET + pointer, value]);
  const fault = [code, 7, GET + below] as const;
  return { name, given: get(yaml), fault, reading, want: Object.fromEntries(placed) };
}

/** One case for every repair. */
export const repairs: readonly RepairCase[] = [
  // Texts, numbers and flags.
  {
    name: "an integer as a version",
    given: "openapi: 3.1.0\ninfo: { title: T, version: 1 }\npaths: {}",
    fault: ["FIELD_TYPE", 2, "/info/version"],
    reading: 'read as "1"',
    want: { "/info/version": "1" },
  },
  {
    name: "a number as a version, with its zeros",
    given: "openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.10\npaths: {}",
    fault: ["FIELD_TYPE", 4, "/info/version"],
    reading: 'read as "1.10"',
    want: { "/info/version": "1.10" },
  },
  {
    name: "a version of OpenAPI as a number",
    given: "openapi: 3.0\ninfo: { title: T, version: '1' }\npaths: {}",
    fault: ["DOCUMENT_UNKNOWN", 1, "/openapi"],
    reading: 'read as "3.0.0"',
    want: { "/openapi": "3.0.0" },
  },
  {
    name: "a version of OpenAPI without a patch",
    given: "openapi: '3.1'\ninfo: { title: T, version: '1' }\npaths: {}",
    fault: ["VERSION_UNSUPPORTED", 1, "/openapi"],
    reading: 'read as "3.1.0"',
    want: { "/openapi": "3.1.0" },
  },
  inOperation(
    "a flag as text",
    `{ deprecated: "true", ${ok} }`,
    ["FIELD_TYPE", "/deprecated"],
    "read as true",
    {
      "/deprecated": true,
    },
  ),
  inOperation(
    "a flag of YAML 1.1",
    `{ deprecated: yes, ${ok} }`,
    ["FIELD_TYPE", "/deprecated"],
    "read as true",
    { "/deprecated": true },
  ),
  inOperation(
    "a parameter that is required: optional",
    `{ parameters: [{ name: a, in: query, required: optional }], ${ok} }`,
    ["FIELD_TYPE", "/parameters/0/required"],
    "read as false",
    { "/parameters/0/required": false },
  ),
  inSchema("a count as text", '{ minLength: "3" }', ["FIELD_TYPE", "/minLength"], "read as 3", {
    "/minLength": 3,
  }),
  inSchema(
    "additionalProperties as text",
    '{ additionalProperties: "false" }',
    ["FIELD_TYPE", "/additionalProperties"],
    "read as false",
    { "/additionalProperties": false },
  ),
  inOperation(
    "a tag as an object",
    `{ tags: [{ name: pets }], ${ok} }`,
    ["FIELD_TYPE", "/tags/0"],
    'read as "pets"',
    { "/tags/0": "pets" },
  ),
  // Null.
  {
    name: "a description that is null",
    given: "openapi: 3.1.0\ninfo: { title: T, version: '1', description: null }\npaths: {}",
    fault: ["FIELD_TYPE", 2, "/info/description"],
    reading: "left out",
    want: { "/info/description": undefined },
  },
  inSchema(
    "a property that is null",
    "{ properties: { a: null } }",
    ["FIELD_TYPE", "/properties/a"],
    "read as {}",
    {
      "/properties/a": {},
    },
  ),
  inSchema(
    "a required list of null",
    "{ required: [null, a] }",
    ["FIELD_TYPE", "/required/0"],
    "left out",
    {
      "/required": ["a"],
    },
  ),
  inSchema(
    "null among types",
    "{ type: [string, null] }",
    ["SCHEMA_TYPE_UNKNOWN", "/type/1"],
    'read as "null"',
    {
      "/type": ["string", "null"],
    },
  ),
  inSchema(
    "a type in capitals",
    "{ type: String }",
    ["SCHEMA_TYPE_UNKNOWN", "/type"],
    'read as "string"',
    {
      "/type": "string",
    },
  ),
  inSchema(
    "names of the type object",
    "{ type: object, enum: [a, b] }",
    ["ENUM_TYPE_MISMATCH", "/enum"],
    'read as "string"',
    { "/type": "string" },
  ),
  inSchema(
    "texts without quotes",
    "{ type: string, enum: [a, 1.10, true] }",
    ["ENUM_TYPE_MISMATCH", "/enum"],
    'read as ["a","1.10","true"]',
    { "/enum": ["a", "1.10", "true"] },
  ),
  // Missing fields.
  {
    name: "a document without info",
    given: "openapi: 3.1.0\npaths: {}",
    fault: ["FIELD_MISSING", 1, ""],
    reading: 'read as {"title":"api","version":"0.0.0"}',
    want: { "/info": { title: "api", version: "0.0.0" } },
  },
  {
    name: "info without a title",
    given: "openapi: 3.1.0\ninfo: { version: '1' }\npaths: {}",
    fault: ["FIELD_MISSING", 2, "/info"],
    reading: 'read as "api"',
    want: { "/info/title": "api" },
  },
  {
    name: "a document without paths",
    given: openapi(""),
    fault: ["FIELD_MISSING", 1, ""],
    reading: "read as {}",
    want: { "/paths": {} },
  },
  inOperation(
    "a body without content",
    `{ requestBody: {}, ${ok} }`,
    ["FIELD_MISSING", "/requestBody"],
    "read as {}",
    {
      "/requestBody": { content: {} },
    },
  ),
  {
    name: "a tag without a name",
    given: openapi("tags: [{ description: D }, { name: b }]\npaths: {}"),
    fault: ["FIELD_MISSING", 5, "/tags/0"],
    reading: "left out",
    want: { "/tags": [{ name: "b" }] },
  },
  {
    name: "a security scheme without a type",
    given: openapi("paths: {}\ncomponents: { securitySchemes: { a: { scheme: bearer } } }"),
    fault: ["FIELD_MISSING", 6, "/components/securitySchemes/a"],
    reading: 'read as "http"',
    want: { "/components/securitySchemes/a": { scheme: "bearer", type: "http" } },
  },
  {
    name: "info that is null",
    given: "openapi: 3.1.0\ninfo:\npaths: {}",
    fault: ["FIELD_TYPE", 2, "/info"],
    reading: 'read as {"title":"api","version":"0.0.0"}',
    want: { "/info": { title: "api", version: "0.0.0" } },
  },
  {
    name: "a bearer scheme without its name",
    given: openapi(
      "paths: {}\ncomponents: { securitySchemes: { a: { type: http, bearerFormat: JWT } } }",
    ),
    fault: ["FIELD_MISSING", 6, "/components/securitySchemes/a"],
    reading: 'read as "bearer"',
    want: { "/components/securitySchemes/a/scheme": "bearer" },
  },
  // Other spellings.
  {
    name: "a basic scheme as in Swagger 2.0",
    given: openapi("paths: {}\ncomponents: { securitySchemes: { a: { type: basic } } }"),
    fault: ["FIELD_VALUE", 6, "/components/securitySchemes/a/type"],
    reading: 'read as the scheme "basic" of the type "http"',
    want: { "/components/securitySchemes/a": { type: "http", scheme: "basic" } },
  },
  inOperation(
    "a place of parameters in capitals",
    `{ parameters: [{ name: a, in: Query }], ${ok} }`,
    ["FIELD_VALUE", "/parameters/0/in"],
    'read as "query"',
    { "/parameters/0/in": "query" },
  ),
  inOperation(
    "a range of statuses in small letters",
    "{ responses: { 2xx: { description: Done. }, default: { description: E } } }",
    ["RESPONSE_CODE_INVALID", "/responses/2xx"],
    'read as "2XX"',
    { "/responses": { "2XX": { description: "Done." }, default: { description: "E" } } },
  ),
  {
    name: "a path without its slash",
    given: openapi("paths:\n  a: {}\n  /b: {}"),
    fault: ["PATH_INVALID", 6, "/paths/a"],
    reading: 'read as "/a"',
    want: { "/paths": { "/a": {}, "/b": {} } },
  },
  // Lists and maps.
  inSchema(
    "required in a property",
    "{ required: [b], properties: { a: { required: true } } }",
    ["FIELD_TYPE", "/properties/a/required"],
    'read as "a" in the list "required" of the object around it',
    { "/required": ["b", "a"], "/properties/a": {} },
  ),
  inSchema(
    "two required properties and no list",
    "{ properties: { a: { required: true }, b: { required: true } } }",
    ["FIELD_TYPE", "/properties/a/required"],
    'read as "a" in the list "required" of the object around it',
    { "/required": ["a", "b"] },
  ),
  inSchema(
    "a flag of an optional property",
    "{ properties: { a: { required: false } } }",
    ["FIELD_TYPE", "/properties/a/required"],
    "left out",
    {
      "/properties/a": {},
      "/required": undefined,
    },
  ),
  inSchema(
    "a flag of items",
    "{ items: { required: true } }",
    ["FIELD_TYPE", "/items/required"],
    "left out",
    { "/items": {}, "/required": undefined },
  ),
  inSchema(
    "a required list among the properties",
    "{ properties: { a: {}, required: [a, b] } }",
    ["FIELD_TYPE", "/properties/required"],
    'read as the list "required" of the object around it',
    { "/properties": { a: {} }, "/required": ["a", "b"] },
  ),
  inSchema(
    "a required name alone",
    "{ required: a }",
    ["FIELD_TYPE", "/required"],
    'read as ["a"]',
    {
      "/required": ["a"],
    },
  ),
  inSchema(
    "properties as an empty list",
    "{ properties: [] }",
    ["FIELD_TYPE", "/properties"],
    "read as {}",
    {
      "/properties": {},
    },
  ),
  inSchema(
    "allOf as one schema",
    "{ allOf: { type: object } }",
    ["FIELD_TYPE", "/allOf"],
    'read as [{"type":"object"}]',
    { "/allOf": [{ type: "object" }] },
  ),
  inSchema(
    "a type in the place of a schema",
    "{ properties: { a: string } }",
    ["FIELD_TYPE", "/properties/a"],
    'read as {"type":"string"}',
    {
      "/properties/a": { type: "string" },
    },
  ),
  inSchema(
    "a discriminator as in Swagger 2.0",
    "{ discriminator: kind }",
    ["FIELD_TYPE", "/discriminator"],
    'read as {"propertyName":"kind"}',
    { "/discriminator": { propertyName: "kind" } },
  ),
  {
    name: "security as an object",
    given: openapi(
      "security: { a: [] }\npaths: {}\ncomponents: { securitySchemes: { a: { type: mutualTLS } } }",
    ),
    fault: ["FIELD_TYPE", 5, "/security"],
    reading: 'read as [{"a":[]}]',
    want: { "/security": [{ a: [] }] },
  },
  {
    name: "servers as addresses",
    given: openapi("servers: ['https://a.example']\npaths: {}"),
    fault: ["FIELD_TYPE", 5, "/servers/0"],
    reading: 'read as {"url":"https://a.example"}',
    want: { "/servers": [{ url: "https://a.example" }] },
  },
  inOperation(
    "examples as a list",
    "{ responses: { 200: { description: D, content: { a/b: { examples: [1] } } } } }",
    ["FIELD_TYPE", "/responses/200/content/a~1b/examples"],
    "read as examples with numbers as names",
    { "/responses/200/content/a~1b/examples": { example1: { value: 1 } } },
  ),
  {
    name: "a licence as text",
    given: "openapi: 3.1.0\ninfo: { title: T, version: '1', license: MIT }\npaths: {}",
    fault: ["FIELD_TYPE", 2, "/info/license"],
    reading: 'read as {"name":"MIT"}',
    want: { "/info/license": { name: "MIT" } },
  },
  {
    name: "an invalid contact",
    given: "openapi: 3.1.0\ninfo: { title: T, version: '1', contact: me }\npaths: {}",
    fault: ["FIELD_TYPE", 2, "/info/contact"],
    reading: "left out",
    want: { "/info": { title: "T", version: "1" } },
  },
  // Duplicates.
  {
    name: "an operationId that repeats",
    given: openapi(
      `paths:\n  /a: { get: { operationId: a, ${ok} } }\n  /b: { get: { operationId: a, ${ok} } }\n  /c: { get: { operationId: a2, ${ok} } }`,
    ),
    fault: ["OPERATION_ID_DUPLICATE", 7, "/paths/~1b/get/operationId"],
    reading: 'read as "a3"',
    want: { "/paths/~1b/get/operationId": "a3", "/paths/~1c/get/operationId": "a2" },
  },
  inOperation(
    "the same parameter twice",
    `{ parameters: [{ name: a, in: query }, { name: a, in: query }], ${ok} }`,
    ["PARAMETER_DUPLICATE", "/parameters/1"],
    "left out",
    { "/parameters": [{ name: "a", in: "query" }] },
  ),
  // References where the specification allows none.
  {
    name: "an operation as a reference",
    given: {
      "api.yaml": openapi(
        "paths:\n  /a:\n    get: { $ref: 'parts/get.yaml' }\ncomponents: { parameters: { q: { name: q, in: query } } }",
      ),
      "parts/get.yaml": `operationId: a\nparameters: [{ $ref: 'p.yaml#/p' }, { $ref: '../api.yaml#/components/parameters/q' }]\n${ok}`,
      "parts/p.yaml": "p: { name: p, in: query }",
    },
    fault: ["REF_MISPLACED", 7, "/paths/~1a/get/$ref"],
    reading: "replaced by the value at parts/get.yaml",
    want: {
      "/paths/~1a/get/operationId": "a",
      "/paths/~1a/get/parameters": [
        { $ref: "parts/p.yaml#/p" },
        { $ref: "#/components/parameters/q" },
      ],
    },
  },
  {
    name: "schemas as a reference",
    given: {
      "api.yaml": openapi("paths: {}\ncomponents:\n  schemas: { $ref: 'schemas.yaml' }"),
      "schemas.yaml": "A: { $ref: '#/B' }\nB: { type: string }",
    },
    fault: ["FIELD_TYPE", 7, "/components/schemas/$ref"],
    reading: "replaced by the value at schemas.yaml",
    want: { "/components/schemas": { A: { $ref: "schemas.yaml#/B" }, B: { type: "string" } } },
  },
  {
    name: "a description as a reference",
    given: {
      "api.yaml": openapi("paths: {}\ntags: [{ name: a, description: { $ref: 'texts.yaml#/a' } }]"),
      "texts.yaml": "a: A text.",
    },
    fault: ["FIELD_TYPE", 6, "/tags/0/description"],
    reading: "replaced by the value at texts.yaml#/a",
    want: { "/tags/0/description": "A text." },
  },
  {
    name: "a description in a file of Markdown",
    given: {
      "api.yaml": openapi("paths: {}\ntags: [{ name: a, description: { $ref: 'texts/a.md' } }]"),
      "texts/a.md": "# A\n\n- a: b: c\n",
    },
    fault: ["FIELD_TYPE", 6, "/tags/0/description"],
    reading: "replaced by the value at texts/a.md",
    want: { "/tags/0/description": "# A\n\n- a: b: c\n" },
  },
  // References with small faults.
  {
    name: "a reference without its first slash",
    given: openapi(
      "paths: {}\ncomponents:\n  schemas: { A: { $ref: '#components/schemas/B' }, B: {} }",
    ),
    fault: ["REF_NOT_FOUND", 7, "/components/schemas/A/$ref"],
    reading: 'read as "#/components/schemas/B"',
    want: { "/components/schemas/A/$ref": "#/components/schemas/B" },
  },
  {
    name: "a reference with a slash that is not escaped",
    given: openapi(
      "paths: {}\ncomponents:\n  schemas: { A: { $ref: '#/components/schemas/b/c' }, b/c: {} }",
    ),
    fault: ["REF_NOT_FOUND", 7, "/components/schemas/A/$ref"],
    reading: 'read as "#/components/schemas/b~1c"',
    want: { "/components/schemas/A/$ref": "#/components/schemas/b~1c" },
  },
  {
    name: "a reference as in Swagger 2.0",
    given: openapi("paths: {}\ncomponents:\n  schemas: { A: { $ref: '#/definitions/B' }, B: {} }"),
    fault: ["REF_NOT_FOUND", 7, "/components/schemas/A/$ref"],
    reading: 'read as "#/components/schemas/B"',
    want: { "/components/schemas/A/$ref": "#/components/schemas/B" },
  },
  {
    name: "a reference that is the name of a schema",
    given: openapi("paths: {}\ncomponents:\n  schemas: { A: { $ref: B }, B: {} }"),
    fault: ["REF_NOT_FOUND", 7, "/components/schemas/A/$ref"],
    reading: 'read as "#/components/schemas/B"',
    want: { "/components/schemas/A/$ref": "#/components/schemas/B" },
  },
  {
    name: "a reference to the root of a file, with a slash",
    given: {
      "api.yaml": openapi("paths:\n  /a: { $ref: 'a.yaml#/' }"),
      "a.yaml": `get: { ${ok} }`,
    },
    fault: ["REF_NOT_FOUND", 6, "/paths/~1a/$ref"],
    reading: 'read as "a.yaml#"',
    want: { "/paths/~1a/$ref": "a.yaml#" },
  },
  // Security. Duplicate keys.
  {
    name: "a key that repeats with the same value",
    given: openapi("paths: {}\ntags: [{ name: a, name: a }]"),
    fault: ["KEY_DUPLICATE", 6, ""],
    reading: "kept once",
    want: { "/tags": [{ name: "a" }] },
  },
  {
    name: "a key of JSON that repeats with the same value",
    given: {
      "api.json":
        '{"openapi": "3.1.0", "paths": {}, "info": {"title": "T",\n"title": "T", "version": "1"}}',
    },
    fault: ["KEY_DUPLICATE", 2, ""],
    reading: "kept once",
    want: { "/info": { title: "T", version: "1" } },
  },
  // Texts that most readers accept although the grammar forbids them.
  {
    name: "a comma before a bracket in JSON",
    given: {
      "api.json":
        '{"openapi": "3.1.0", "paths": {}, "tags": [{"name": "a"},\n],\n"info": {"title": "T", "version": "1",}}',
    },
    fault: ["JSON_SYNTAX", 1, ""],
    reading: "left out",
    want: { "/tags": [{ name: "a" }], "/info": { title: "T", version: "1" } },
  },
  {
    name: "a quoted text that continues too far left",
    given: openapi(
      'paths: {}\ntags:\n  - name: a\n    description: "One \\"\n  two,\n\n    three."',
    ),
    fault: ["YAML_SYNTAX", 9, ""],
    reading: "read as if it had more indentation",
    want: { "/tags": [{ name: "a", description: 'One " two,\nthree.' }] },
  },
  {
    name: "lists in brackets that continue too far left",
    given: openapi(
      "paths: {}\nx-a:\n  b: [1, 'it''s', # a ]\n  2]\n  c: { d: '}',\n e: [3,\n4] }\n  f: 5",
    ),
    fault: ["YAML_SYNTAX", 8, ""],
    reading: "read as if it had more indentation",
    want: { "/x-a": { b: [1, "it's", 2], c: { d: "}", e: [3, 4] }, f: 5 } },
  },
  {
    name: "a security scheme that is not declared",
    given: get(`{ security: [{ key: [] }], ${ok} }`),
    fault: ["SECURITY_SCHEME_UNKNOWN", 7, `${GET}/security/0/key`],
    reading: "kept as a scheme of an unknown kind",
    want: { [`${GET}/security`]: [{ key: [] }] },
  },
  // AsyncAPI.
  {
    name: "a number as a version of AsyncAPI",
    given: "asyncapi: 3.0.0\ninfo: { title: T, version: 2.0 }",
    fault: ["FIELD_TYPE", 2, "/info/version"],
    reading: 'read as "2.0"',
    want: { "/info/version": "2.0" },
  },
  {
    name: "an AsyncAPI document without info",
    given: "asyncapi: 3.0.0\nchannels: {}",
    fault: ["FIELD_MISSING", 1, ""],
    reading: 'read as {"title":"api","version":"0.0.0"}',
    want: { "/info/title": "api" },
  },
  {
    name: "a null in a message of AsyncAPI",
    given: asyncapi("channels: { c: { messages: { m: { name: null } } } }"),
    fault: ["FIELD_TYPE", 5, "/channels/c/messages/m/name"],
    reading: "left out",
    want: { "/channels/c/messages/m": {} },
  },
];
