import type { DiagnosticCode, LoadOptions } from "@specwright/spec-loader";
import { asyncapi, openapi } from "../in-memory.ts";

/** A document with one problem, and the place where it must be reported. */
export interface DiagnosticCase {
  readonly code: DiagnosticCode;
  readonly given: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  readonly want: readonly [file: string, line: number, column: number];
  readonly message?: RegExp;
  readonly fix?: RegExp;
}

const schemas = (yaml: string) => openapi(`components:\n  schemas:\n${yaml}`);
const missing = async () => await Promise.reject(Object.assign(new Error(), { code: "ENOENT" }));
const one = (text: string, file = "api.yaml") => ({ [file]: text });

/** One case for every code. */
export const diagnosticCases: readonly DiagnosticCase[] = [
  // Texts.
  {
    code: "JSON_SYNTAX",
    given: one('{\n  "openapi": "3.1.0",\n}', "api.json"),
    want: ["api.json", 3, 1],
    message: /expected a key in double quotes, found "}"/,
  },
  { code: "YAML_SYNTAX", given: one("openapi: 3.1.0\ninfo: a: b\n"), want: ["api.yaml", 2, 7] },
  { code: "YAML_TAG", given: one(openapi("x-a: !Sum 1\npaths: {}")), want: ["api.yaml", 5, 6] },
  { code: "YAML_ALIAS", given: one("openapi: *version\n"), want: ["api.yaml", 1, 10] },
  {
    code: "YAML_ALIAS_EXPANSION",
    given: one(openapi("x-a: &a [1, 2, 3]\nx-b: &b [*a, *a, *a]\nx-c: [*b, *b]\npaths: {}")),
    options: { maxAliasedValues: 30 },
    want: ["api.yaml", 7, 11],
  },
  {
    code: "KEY_DUPLICATE",
    given: one('{"openapi": "3.1.0",\n "openapi": "3.1.1"}', "api.json"),
    want: ["api.json", 2, 2],
  },
  { code: "NUMBER_RANGE", given: one(openapi("x-a: .inf\npaths: {}")), want: ["api.yaml", 5, 6] },
  {
    code: "NESTING_TOO_DEEP",
    given: one(openapi("x-a: [[[[[1]]]]]\npaths: {}")),
    options: { maxDepth: 5 },
    want: ["api.yaml", 5, 10],
  },
  // Files.
  {
    code: "FILE_NOT_FOUND",
    given: one("x"),
    options: { readFile: async () => await missing() },
    want: ["/work/api.yaml", 1, 1],
  },
  {
    code: "FILE_UNREADABLE",
    given: one("x"),
    options: { readFile: async () => await Promise.reject(new Error("broken")) },
    want: ["/work/api.yaml", 1, 1],
  },
  {
    code: "FILE_ENCODING",
    given: one("x"),
    options: { readFile: async () => Buffer.from("openapi: 3.1.0", "utf16le") },
    want: ["/work/api.yaml", 1, 1],
    message: /UTF-16/,
  },
  {
    code: "FILE_TOO_LARGE",
    given: one(openapi("paths: {}")),
    options: { maxFileBytes: 10 },
    want: ["/work/api.yaml", 1, 1],
  },
  {
    code: "FILE_COUNT",
    given: {
      "api.yaml": schemas("    A: { $ref: a.yaml }\n    B: { $ref: b.yaml }"),
      "a.yaml": "type: object",
      "b.yaml": "type: object",
    },
    options: { maxFiles: 2 },
    want: ["api.yaml", 8, 10],
  },
  // References.
  {
    code: "REF_NOT_FOUND",
    given: one(schemas("    Order: {}\n    A: { items: { $ref: '#/components/schemas/Ordre' } }")),
    want: ["api.yaml", 8, 19],
    message: /api.yaml#\/components\/schemas has no "Ordre"/,
    fix: /Did you mean #\/components\/schemas\/Order\?/,
  },
  {
    code: "REF_CYCLE",
    given: one(
      schemas(
        "    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }",
      ),
    ),
    want: ["api.yaml", 7, 10],
  },
  {
    code: "REF_REMOTE",
    given: one(schemas("    A: { $ref: 'https://example.com/a.json' }")),
    want: ["api.yaml", 7, 10],
  },
  {
    code: "REF_OUTSIDE_ROOT",
    given: one(schemas("    A: { $ref: '../../etc/passwd' }")),
    want: ["api.yaml", 7, 10],
  },
  {
    code: "REF_INVALID",
    given: one(schemas("    A: { $ref: 7 }")),
    want: ["api.yaml", 7, 10],
  },
  {
    code: "REF_MISPLACED",
    given: one(openapi("paths:\n  $ref: paths.yaml")),
    want: ["api.yaml", 6, 3],
  },
  {
    code: "ID_DUPLICATE",
    given: one(schemas("    A: { $id: 'urn:a:b' }\n    B: { $id: 'urn:a:b' }")),
    want: ["api.yaml", 8, 5],
  },
  {
    code: "SCHEMA_FORMAT_FOREIGN",
    given: one(
      asyncapi(
        "components:\n  messages:\n    M:\n      payload:\n        schemaFormat: application/vnd.apache.avro;version=1.9.0\n        schema: { $ref: a.avsc }",
      ),
    ),
    want: ["api.yaml", 9, 9],
  },
  // Documents.
  { code: "DOCUMENT_UNKNOWN", given: one("info:\n  title: T\n"), want: ["api.yaml", 1, 1] },
  {
    code: "VERSION_UNSUPPORTED",
    given: one('info: {}\nswagger: "2.0"\n'),
    want: ["api.yaml", 2, 1],
    fix: /Convert/,
  },
  { code: "FIELD_MISSING", given: one("openapi: 3.1.0\npaths: {}\n"), want: ["api.yaml", 1, 1] },
  {
    code: "FIELD_TYPE",
    given: one(openapi("paths:\n  /a:\n    get:\n      parameters: {}\n      responses: {}")),
    want: ["api.yaml", 8, 7],
    message: /"parameters" must be a list; this is an object/,
  },
  {
    code: "FIELD_VALUE",
    given: one(openapi("paths:\n  /a:\n    parameters:\n      - name: x\n        in: qurey\n")),
    want: ["api.yaml", 9, 9],
    fix: /Did you mean query\?/,
  },
  {
    code: "FIELD_UNKNOWN",
    given: one(openapi("paths:\n  /a:\n    get:\n      operationID: a\n")),
    want: ["api.yaml", 8, 7],
    fix: /Did you mean operationId\?/,
  },
  {
    code: "FIELD_UNKNOWN",
    given: one(openapi("paths: {}\ntags: [{ name: a, description: One, or more. }]\n")),
    want: ["api.yaml", 6, 37],
    fix: /Quote the text that ends before this/,
  },
  {
    code: "FIELD_UNKNOWN",
    given: one(
      openapi(
        "paths: {}\ncomponents:\n  parameters:\n    A: { name: a, in: query }\n    B: { $ref: '#/components/parameters/A', description: One, or more. }\n",
      ),
    ),
    want: ["api.yaml", 9, 63],
    fix: /Quote the text that ends before this/,
  },
  {
    code: "KEYWORD_UNKNOWN",
    given: one(schemas("    A: { type: string, maxlength: 3 }")),
    want: ["api.yaml", 7, 24],
    message: /a schema has no keyword "maxlength"/,
    fix: /Did you mean maxLength\?/,
  },
  {
    code: "FIELD_UNKNOWN",
    given: one(schemas("    A: { oneOf: [{}], discriminator: { propertyName: a, mappings: {} } }")),
    want: ["api.yaml", 7, 57],
    fix: /Did you mean mapping\?/,
  },
  {
    code: "KEYWORD_UNKNOWN",
    given: one(
      asyncapi(`channels: {}
components:
  schemas:
    A: { type: string, description: Why it was refused, for people. }
`),
    ),
    want: ["api.yaml", 8, 57],
    message: /a schema has no keyword "for people\."/,
    fix: /Quote the text that ends before this/,
  },
  {
    code: "SCHEMA_TYPE_UNKNOWN",
    given: one(schemas("    A: { type: date }")),
    want: ["api.yaml", 7, 10],
  },
  {
    code: "PATTERN_INVALID",
    given: one(schemas("    A: { pattern: '(?i)a' }")),
    want: ["api.yaml", 7, 10],
  },
  // OpenAPI.
  {
    code: "OPERATION_ID_DUPLICATE",
    given: one(
      openapi("paths:\n  /a:\n    get: { operationId: x }\n    put: { operationId: x }\n"),
    ),
    want: ["api.yaml", 8, 12],
    message: /already at api.yaml:7/,
  },
  { code: "PATH_INVALID", given: one(openapi("paths:\n  /a/{b: {}\n")), want: ["api.yaml", 6, 3] },
  {
    code: "PATH_DUPLICATE",
    given: one(openapi("paths:\n  /a/{b}: {}\n  /a/{c}: {}\n")),
    want: ["api.yaml", 7, 3],
  },
  {
    code: "PATH_PARAMETER_MISSING",
    given: one(openapi("paths:\n  /a/{b}:\n    get: {}\n")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "PATH_PARAMETER_UNUSED",
    given: one(
      openapi("paths:\n  /a:\n    parameters:\n      - { name: b, in: path, required: true }\n"),
    ),
    want: ["api.yaml", 8, 9],
  },
  {
    code: "PATH_PARAMETER_OPTIONAL",
    given: one(openapi("paths:\n  /a/{b}:\n    parameters:\n      - { name: b, in: path }\n")),
    want: ["api.yaml", 8, 9],
  },
  {
    code: "PARAMETER_DUPLICATE",
    given: one(
      openapi(
        "paths:\n  /a:\n    parameters:\n      - { name: B, in: header }\n      - { name: b, in: header }\n",
      ),
    ),
    want: ["api.yaml", 9, 9],
  },
  {
    code: "RESPONSE_CODE_INVALID",
    given: one(openapi("paths:\n  /a:\n    get:\n      responses:\n        2xx: {}\n")),
    want: ["api.yaml", 9, 9],
  },
  {
    code: "RESPONSE_DESCRIPTION_MISSING",
    given: one(openapi("paths:\n  /a:\n    get:\n      responses:\n        200: {}\n")),
    want: ["api.yaml", 9, 9],
  },
  {
    code: "RESPONSES_MISSING",
    given: one(openapi("paths:\n  /a:\n    get: {}\n", "3.0.3")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "SECURITY_SCHEME_UNKNOWN",
    given: one(openapi("security:\n  - bearer: []\npaths: {}\n")),
    want: ["api.yaml", 6, 5],
  },
  {
    code: "COMPONENT_NAME_INVALID",
    given: one(schemas("    Order Item: {}")),
    want: ["api.yaml", 7, 5],
  },
  // AsyncAPI.
  {
    code: "ASYNCAPI_INVALID",
    given: one(asyncapi("operations:\n  send:\n    action: publish\n")),
    want: ["api.yaml", 6, 3],
    message: /"send" property must have required property "channel" \(asyncapi-document\)/,
  },
  {
    code: "ASYNCAPI_ADVICE",
    given: one(asyncapi("channels:\n  a/:\n    description: A.\n", "2.6.0")),
    want: ["api.yaml", 6, 3],
  },
  {
    code: "CHANNEL_PARAMETER_MISSING",
    given: one(asyncapi("channels:\n  a:\n    address: /a/{b}\n")),
    want: ["api.yaml", 6, 3],
  },
  {
    code: "CHANNEL_ADDRESS_DUPLICATE",
    given: one(asyncapi("channels:\n  a: { address: /a }\n  b: { address: /a }\n")),
    want: ["api.yaml", 7, 3],
  },
  // Lint.
  {
    code: "OPERATION_ID_MISSING",
    given: one(openapi("paths:\n  /a:\n    get: { summary: A. }\n")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "OPERATION_DESCRIPTION_MISSING",
    given: one(openapi("paths:\n  /a:\n    get: { operationId: a }\n")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "PARAMETER_DESCRIPTION_MISSING",
    given: one(openapi("paths:\n  /a:\n    parameters:\n      - { name: b, in: query }\n")),
    want: ["api.yaml", 8, 9],
  },
  {
    code: "SCHEMA_DESCRIPTION_MISSING",
    given: one(schemas("    A: { type: object }")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "MESSAGE_DESCRIPTION_MISSING",
    given: one(asyncapi("components:\n  messages:\n    M: { payload: { type: object } }\n")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "EXAMPLE_MISSING",
    given: one(
      openapi(
        "components:\n  requestBodies:\n    B:\n      content:\n        application/json: { schema: {} }\n",
      ),
    ),
    want: ["api.yaml", 9, 9],
  },
  {
    code: "ERROR_RESPONSE_MISSING",
    given: one(openapi("paths:\n  /a:\n    get: { responses: { 200: { description: A. } } }\n")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "COMPONENT_UNUSED",
    given: one(schemas("    A: { items: { $ref: '#/components/schemas/A' } }")),
    want: ["api.yaml", 7, 5],
  },
  {
    code: "TAG_UNDECLARED",
    given: one(openapi("paths:\n  /a:\n    get:\n      tags: [b]\n")),
    want: ["api.yaml", 8, 14],
  },
  {
    code: "REQUIRED_UNDECLARED",
    given: one(schemas("    A: { required: [x], properties: { y: {} } }")),
    want: ["api.yaml", 7, 21],
  },
];
