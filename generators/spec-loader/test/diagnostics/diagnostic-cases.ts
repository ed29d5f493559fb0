import type { LoadOptions } from "@specwright/spec-loader";
import type { DiagnosticCode } from "../../src/diagnostics/diagnostics.ts";
import { asyncapi, openapi } from "../in-memory.ts";

/** A document with one problem, and the place where it must be reported. */
export interface DiagnosticCase {
  readonly code: DiagnosticCode;
  readonly given: Readonly<Record<string, string>>;
  readonly options?: LoadOptions;
  /** Whether the document is converted instead of being loaded. */
  readonly converts?: true;
  readonly want: readonly [file: string, line: number, column: number];
  readonly message?: RegExp;
  readonly fix?: RegExp;
}

const schemas = (yaml: string) => openapi(`components:\n  schemas:\n${yaml}`);
const missing = async () => await Promise.reject(Object.assign(new Error(), { code: "ENOENT" }));
const one = (text: string, file = "api.yaml") => ({ [file]: text });

/** Returns a case with one file of YAML, and the line and column of its problem. */
function at(
  code: DiagnosticCode,
  line: number,
  column: number,
  yaml: string,
  more: Pick<DiagnosticCase, "message" | "fix"> = {},
): DiagnosticCase {
  return { code, given: one(yaml), want: ["api.yaml", line, column], ...more };
}

/** Returns a case of an overlay with one action, which is on line 4. */
function overlaid(code: DiagnosticCode, column: number, action: string): DiagnosticCase {
  const head = "overlay: 1.1.0\ninfo: { title: T, version: '1' }\nactions:\n";
  const overlays = [{ file: "/work/overlay.yaml", text: `${head}  - { ${action} }\n` }];
  return {
    ...{ code, given: one(openapi("paths: {}")), options: { overlays } },
    want: ["overlay.yaml", 4, column],
  };
}

/** Returns a case of a document of Swagger 2.0 that is converted; the text begins on line 3. */
function converted(
  code: DiagnosticCode,
  line: number,
  column: number,
  yaml: string,
): DiagnosticCase {
  const text = `swagger: "2.0"\ninfo: { title: T, version: "1" }\n${yaml}`;
  return { code, given: one(text), converts: true, want: ["api.yaml", line, column] };
}

/** One case for every code. */
export const diagnosticCases: readonly DiagnosticCase[] = [
  // Overlays.
  overlaid("OVERLAY_INVALID", 23, "target: $.info, updates: {}"),
  overlaid("OVERLAY_QUERY", 7, "target: info, update: {}"),
  {
    ...overlaid("OVERLAY_UNMATCHED", 7, "target: $.inf, remove: true"),
    fix: /Did you mean \$\.info\?/,
  },
  overlaid("OVERLAY_MISMATCH", 23, "target: $.info, update: T"),
  // Conversions.
  { ...at("CONVERT_VERSION", 1, 1, openapi("paths: {}")), converts: true },
  converted(
    "CONVERT_CONFLICT",
    3,
    60,
    "paths: { /a: { post: { parameters: [{ name: a, in: body }, { name: b, in: formData, type: string }], responses: {} } } }",
  ),
  converted("CONVERT_LOST", 3, 1, "schemes: [https]\npaths: {}"),
  converted(
    "CONVERT_DROPPED",
    4,
    42,
    "paths: {}\nparameters: { a: { in: body, schema: {}, name: a } }",
  ),
  converted("CONVERT_ASSUMED", 4, 15, "paths: {}\nparameters: { a: { name: a, in: body } }"),
  converted("CONVERT_RENAMED", 4, 16, "paths: {}\ndefinitions: { 'a b': {} }"),
  converted(
    "CONVERT_COPIED",
    3,
    58,
    "paths: { /a: { get: { produces: [text/csv], responses: { 200: { $ref: '#/responses/r' } } } } }\nresponses: { r: { description: D, schema: {} } }",
  ),
  // Texts.
  {
    code: "JSON_SYNTAX",
    given: one('{\n  "openapi": "3.1.0",\n}', "api.json"),
    want: ["api.json", 2, 21],
    message: /there is a comma before "}"/,
    fix: /With --lenient it is left out/,
  },
  {
    code: "JSON_SYNTAX",
    given: one('{\n  "openapi": "3.1.0",\n info: {} }', "api.json"),
    want: ["api.json", 3, 2],
    message: /expected a key in double quotes, found "i"/,
  },
  at("YAML_SYNTAX", 2, 7, "openapi: 3.1.0\ninfo: a: b\n"),
  at("YAML_TAG", 5, 6, openapi("x-a: !Sum 1\npaths: {}")),
  at("YAML_ALIAS", 1, 10, "openapi: *version\n"),
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
  at("NUMBER_RANGE", 5, 6, openapi("x-a: .inf\npaths: {}")),
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
    want: ["api.yaml", 1, 1],
  },
  {
    code: "FILE_UNREADABLE",
    given: one("x"),
    options: { readFile: async () => await Promise.reject(new Error("broken")) },
    want: ["api.yaml", 1, 1],
  },
  {
    code: "FILE_ENCODING",
    given: one("x"),
    options: { readFile: async () => Buffer.from("openapi: 3.1.0", "utf16le") },
    want: ["api.yaml", 1, 1],
    message: /UTF-16/,
  },
  {
    code: "FILE_TOO_LARGE",
    given: one(openapi("paths: {}")),
    options: { maxFileBytes: 10 },
    want: ["api.yaml", 1, 1],
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
  at(
    "REF_NOT_FOUND",
    8,
    19,
    schemas("    Order: {}\n    A: { items: { $ref: '#/components/schemas/Ordre' } }"),
    {
      message: /api.yaml#\/components\/schemas has no "Ordre"/,
      fix: /Did you mean #\/components\/schemas\/Order\?/,
    },
  ),
  at(
    "REF_CYCLE",
    7,
    10,
    schemas("    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }"),
  ),
  at("REF_REMOTE", 7, 10, schemas("    A: { $ref: 'https://example.com/a.json' }")),
  at("REF_OUTSIDE_ROOT", 7, 10, schemas("    A: { $ref: '../../etc/passwd' }")),
  at("REF_INVALID", 7, 10, schemas("    A: { $ref: 7 }")),
  at("REF_MISPLACED", 6, 3, openapi("paths:\n  $ref: paths.yaml")),
  at("ID_DUPLICATE", 8, 5, schemas("    A: { $id: 'urn:a:b' }\n    B: { $id: 'urn:a:b' }")),
  at(
    "SCHEMA_FORMAT_FOREIGN",
    9,
    9,
    asyncapi(
      "components:\n  messages:\n    M:\n      payload:\n        schemaFormat: application/vnd.apache.avro;version=1.9.0\n        schema: { $ref: a.avsc }",
    ),
  ),
  // Documents.
  at("DOCUMENT_UNKNOWN", 1, 1, "info:\n  title: T\n"),
  at("VERSION_UNSUPPORTED", 1, 1, "openapi: 4.0.0\n", { fix: /Convert/ }),
  at(
    "SCHEME_ASSUMED",
    3,
    1,
    'swagger: "2.0"\ninfo: { title: T, version: "1" }\nhost: a.example\npaths: {}\n',
    {
      message: /its server is https:\/\/a\.example, because a local file has no scheme of its own/,
    },
  ),
  at("DOCUMENT_CONVERTED", 2, 1, 'info: { title: T, version: "1" }\nswagger: "2.0"\npaths: {}\n', {
    message: /by swagger2openapi$/,
  }),
  at(
    "COLLECTION_FORMAT_LOST",
    5,
    5,
    'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths:\n  /a:\n    post:\n      consumes: [multipart/form-data]\n      parameters: [{ name: a, in: formData, type: array, items: { type: string } }]\n      responses: { 200: { description: Done. } }\n',
  ),
  at("FIELD_MISSING", 1, 1, "openapi: 3.1.0\npaths: {}\n"),
  at(
    "FIELD_TYPE",
    8,
    7,
    openapi("paths:\n  /a:\n    get:\n      parameters: {}\n      responses: {}"),
    { message: /"parameters" must be a list; this is an object/ },
  ),
  at(
    "FIELD_VALUE",
    9,
    9,
    openapi("paths:\n  /a:\n    parameters:\n      - name: x\n        in: qurey\n"),
    { fix: /Did you mean query\?/ },
  ),
  at("FIELD_UNKNOWN", 8, 7, openapi("paths:\n  /a:\n    get:\n      operationID: a\n"), {
    fix: /Did you mean operationId\?/,
  }),
  at(
    "FIELD_UNKNOWN",
    6,
    37,
    openapi("paths: {}\ntags: [{ name: a, description: One, or more. }]\n"),
    { fix: /Quote the text before this/ },
  ),
  at(
    "FIELD_UNKNOWN",
    9,
    63,
    openapi(
      "paths: {}\ncomponents:\n  parameters:\n    A: { name: a, in: query }\n    B: { $ref: '#/components/parameters/A', description: One, or more. }\n",
    ),
    { fix: /Quote the text before this/ },
  ),
  at("KEYWORD_UNKNOWN", 7, 24, schemas("    A: { type: string, maxlength: 3 }"), {
    message: /a schema has no keyword "maxlength"/,
    fix: /Did you mean maxLength\?/,
  }),
  at(
    "FIELD_UNKNOWN",
    7,
    57,
    schemas("    A: { oneOf: [{}], discriminator: { propertyName: a, mappings: {} } }"),
    { fix: /Did you mean mapping\?/ },
  ),
  at(
    "KEYWORD_UNKNOWN",
    8,
    57,
    asyncapi(`channels: {}
components:
  schemas:
    A: { type: string, description: Why it was refused, for people. }
`),
    {
      message: /a schema has no keyword "for people\."/,
      fix: /Quote the text before this/,
    },
  ),
  at(
    "ENUM_TYPE_MISMATCH",
    7,
    35,
    schemas("    A: { type: [integer, string], enum: [1, a, null, true, 1.5] }"),
    {
      message: /the enum has true, 1.5, but the type of the schema is integer or string/,
    },
  ),
  at("SCHEMA_TYPE_UNKNOWN", 7, 10, schemas("    A: { type: date }")),
  at("SCHEMA_TYPE_UNKNOWN", 7, 10, schemas("    A: { type: strnig }"), {
    fix: /^Did you mean string\?$/,
  }),
  at("PATTERN_INVALID", 7, 10, schemas("    A: { pattern: '(?i)a' }")),
  at("PATTERN_TRANSLATED", 7, 10, schemas("    A: { pattern: '\\Aa' }")),
  // OpenAPI.
  at(
    "OPERATION_ID_DUPLICATE",
    8,
    12,
    openapi("paths:\n  /a:\n    get: { operationId: x }\n    put: { operationId: x }\n"),
    { message: /already used at api.yaml:7/ },
  ),
  at("PATH_INVALID", 6, 3, openapi("paths:\n  /a/{b: {}\n"), { message: /braces .* do not match/ }),
  at("PATH_INVALID", 6, 3, openapi("paths:\n  a: {}\n"), { message: /does not start with/ }),
  at("PATH_INVALID", 6, 3, openapi("paths:\n  /{a}/b/{a}: {}\n", "3.2.0"), {
    message: /has the parameter \{a\} twice/,
    fix: /its own name/,
  }),
  at("PATH_DUPLICATE", 7, 3, openapi("paths:\n  /a/{b}: {}\n  /a/{c}: {}\n")),
  at("PATH_DUPLICATE", 7, 3, openapi("paths:\n  /a: {}\n  /a#b: {}\n")),
  // 30.11: a space is sent as %20.
  at("PATH_DUPLICATE", 7, 3, openapi("paths:\n  /a b: {}\n  /a%20b: {}\n")),
  at("PATH_DUPLICATE", 7, 3, openapi("paths:\n  /\u00fc: {}\n  /%c3%bc: {}\n")),
  at("PATH_PARAMETER_MISSING", 7, 5, openapi("paths:\n  /a/{b}:\n    get: {}\n")),
  at(
    "PATH_PARAMETER_UNUSED",
    8,
    9,
    openapi("paths:\n  /a:\n    parameters:\n      - { name: b, in: path, required: true }\n"),
  ),
  at(
    "PATH_PARAMETER_OPTIONAL",
    8,
    9,
    openapi("paths:\n  /a/{b}:\n    parameters:\n      - { name: b, in: path }\n"),
  ),
  at(
    "PARAMETER_DUPLICATE",
    9,
    9,
    openapi(
      "paths:\n  /a:\n    parameters:\n      - { name: B, in: header }\n      - { name: b, in: header }\n",
    ),
  ),
  at(
    "RESPONSE_CODE_INVALID",
    9,
    9,
    openapi("paths:\n  /a:\n    get:\n      responses:\n        2xx: {}\n"),
  ),
  at(
    "RESPONSE_DESCRIPTION_MISSING",
    9,
    9,
    openapi("paths:\n  /a:\n    get:\n      responses:\n        200: {}\n"),
  ),
  at("RESPONSES_MISSING", 7, 5, openapi("paths:\n  /a:\n    get: {}\n", "3.0.3")),
  at(
    "FIELD_MISSING",
    6,
    34,
    openapi("paths: {}\ncomponents: { securitySchemes: { a: { type: apiKey, in: header } } }"),
    { message: /type "apiKey" needs the field "name"/ },
  ),
  at("SECURITY_SCHEME_UNKNOWN", 6, 5, openapi("security:\n  - bearer: []\npaths: {}\n")),
  at("COMPONENT_NAME_INVALID", 7, 5, schemas("    Order Item: {}")),
  // AsyncAPI.
  at("ASYNCAPI_INVALID", 6, 3, asyncapi("operations:\n  send:\n    action: publish\n"), {
    message: /"send" needs the field "channel" \(asyncapi-document\)/,
  }),
  at("ASYNCAPI_ADVICE", 6, 3, asyncapi("channels:\n  a/:\n    description: A.\n", "2.6.0")),
  at("CHANNEL_PARAMETER_MISSING", 6, 3, asyncapi("channels:\n  a:\n    address: /a/{b}\n")),
  at(
    "CHANNEL_ADDRESS_DUPLICATE",
    7,
    3,
    asyncapi("channels:\n  a: { address: /a }\n  b: { address: /a }\n"),
  ),
  // Lint.
  at("OPERATION_ID_MISSING", 7, 5, openapi("paths:\n  /a:\n    get: { summary: A. }\n")),
  at(
    "OPERATION_DESCRIPTION_MISSING",
    7,
    5,
    openapi("paths:\n  /a:\n    get: { operationId: a }\n"),
  ),
  at(
    "PARAMETER_DESCRIPTION_MISSING",
    8,
    9,
    openapi("paths:\n  /a:\n    parameters:\n      - { name: b, in: query }\n"),
  ),
  at("SCHEMA_DESCRIPTION_MISSING", 7, 5, schemas("    A: { type: object }")),
  at(
    "MESSAGE_DESCRIPTION_MISSING",
    7,
    5,
    asyncapi("components:\n  messages:\n    M: { payload: { type: object } }\n"),
  ),
  at(
    "EXAMPLE_MISSING",
    9,
    9,
    openapi(
      "components:\n  requestBodies:\n    B:\n      content:\n        application/json: { schema: {} }\n",
    ),
  ),
  at(
    "ERROR_RESPONSE_MISSING",
    7,
    5,
    openapi("paths:\n  /a:\n    get: { responses: { 200: { description: A. } } }\n"),
  ),
  at("COMPONENT_UNUSED", 7, 5, schemas("    A: { items: { $ref: '#/components/schemas/A' } }")),
  at("TAG_UNDECLARED", 8, 14, openapi("paths:\n  /a:\n    get:\n      tags: [b]\n")),
  at("RANGE_EMPTY", 7, 10, schemas("    A: { minimum: 5, maximum: 2 }")),
  at("REQUIRED_UNDECLARED", 7, 21, schemas("    A: { required: [x], properties: { y: {} } }")),
];
