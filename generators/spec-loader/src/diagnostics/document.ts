import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems with the version, the fields and the schemas of any document. */
export type DocumentCode =
  | "DOCUMENT_UNKNOWN"
  | "DOCUMENT_CONVERTED"
  | "COLLECTION_FORMAT_LOST"
  | "SCHEME_ASSUMED"
  | "VERSION_UNSUPPORTED"
  | "FIELD_MISSING"
  | "FIELD_TYPE"
  | "FIELD_VALUE"
  | "FIELD_UNKNOWN"
  | "KEYWORD_UNKNOWN"
  | "SCHEMA_TYPE_UNKNOWN"
  | "ENUM_TYPE_MISMATCH"
  | "PATTERN_INVALID"
  | "PATTERN_TRANSLATED";

/** Declares the diagnostics that OpenAPI and AsyncAPI documents share. */
export const documentDiagnostics: DiagnosticTable<DocumentCode> = defineDiagnostics({
  DOCUMENT_UNKNOWN: {
    severity: "error",
    fix: "Start the document with `openapi: 3.1.0` or `asyncapi: 3.0.0`.",
    explanation: explanationPage({
      problem:
        "The document has neither `openapi` nor `asyncapi` at its top, so its type is unknown. The value must be a string.",
      wrong: "info:\n  title: Orders",
      fixed: "openapi: 3.1.0\ninfo:\n  title: Orders\n  version: 1.0.0",
      note: "A file of shared schemas is not a document. Pass the document that refers to it.",
    }),
  },
  DOCUMENT_CONVERTED: {
    severity: "info",
    fix: "Do nothing, or convert the document once and keep the result.",
    explanation: explanationPage({
      problem:
        "The document is Swagger 2.0. The package swagger2openapi converted it to OpenAPI 3.0 before it was read. Lines and columns refer to the original file.",
      wrong: 'swagger: "2.0"',
      fixed: "openapi: 3.0.4",
      note: "`specwright convert swagger.yaml --output openapi.yaml` writes it as OpenAPI 3.1.",
    }),
  },
  COLLECTION_FORMAT_LOST: {
    severity: "warning",
    fix: "Use `collectionFormat: multi`, or send the form URL-encoded, if the server accepts that.",
    explanation: explanationPage({
      problem:
        "A list in a multipart form of Swagger 2.0 is one part, with commas between the items unless `collectionFormat` says otherwise. In OpenAPI 3.0, each item is always a separate part.",
      wrong:
        "consumes: [multipart/form-data]\nparameters:\n  - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: csv }",
      fixed:
        "consumes: [multipart/form-data]\nparameters:\n  - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: multi }",
    }),
  },
  SCHEME_ASSUMED: {
    severity: "warning",
    fix: "Add `schemes: [https]`, or the scheme of the server.",
    explanation: explanationPage({
      problem:
        "A Swagger 2.0 document has a `host` and no `schemes`. Its servers then use the scheme of the document's own address. A local file has no scheme, so `https` is assumed.",
      wrong: 'swagger: "2.0"\nhost: api.example\nbasePath: /v1',
      fixed: 'swagger: "2.0"\nhost: api.example\nbasePath: /v1\nschemes: [https]',
    }),
  },
  VERSION_UNSUPPORTED: {
    severity: "error",
    fix: "Convert the document to OpenAPI 3.0-3.2 or AsyncAPI 2.0-3.1.",
    explanation: explanationPage({
      problem:
        "Specwright reads OpenAPI 3.0, 3.1 and 3.2, and AsyncAPI 2.0 to 2.6, 3.0 and 3.1. To read Swagger 2.0, install its converter: `npm install --save-dev swagger2openapi`. Convert AsyncAPI 1 first, for instance with the AsyncAPI converter.",
      wrong: 'swagger: "2.0"',
      fixed: "openapi: 3.0.4",
    }),
  },
  FIELD_MISSING: {
    severity: "error",
    fix: "Add the field.",
    explanation: explanationPage({
      problem: "The specification requires a field that the object does not have.",
      wrong: "parameters:\n  - name: limit\n    schema: { type: integer }",
      fixed: "parameters:\n  - name: limit\n    in: query\n    schema: { type: integer }",
    }),
  },
  FIELD_TYPE: {
    severity: "error",
    fix: "Change the value to the type that the specification requires.",
    explanation: explanationPage({
      problem:
        "A value has the wrong type, such as an object where the specification requires a list.",
      wrong: "parameters:\n  limit: { in: query }",
      fixed: "parameters:\n  - name: limit\n    in: query\n    schema: { type: integer }",
      note: "YAML reads `1.0` as a number: quote versions and codes that are strings.",
    }),
  },
  FIELD_VALUE: {
    severity: "error",
    fix: "Use one of the allowed values.",
    explanation: explanationPage({
      problem: "The specification does not allow this value for the field.",
      wrong: "name: session\nin: cookies",
      fixed: "name: session\nin: cookie",
    }),
  },
  FIELD_UNKNOWN: {
    severity: "warning",
    fix: "Correct the spelling, or start the name with x- if it is an extension of yours.",
    explanation: explanationPage({
      problem:
        "The specification has no such field, so the field was ignored. Usually the name is misspelt.",
      wrong: "get:\n  operationID: listOrders",
      fixed: "get:\n  operationId: listOrders",
    }),
  },
  KEYWORD_UNKNOWN: {
    severity: "warning",
    fix: "Correct the spelling, or start the name with x- if it is an extension of yours.",
    explanation: explanationPage({
      problem:
        "Neither JSON Schema nor the specification has this keyword, so it has no effect. Either it is misspelt, or it is the end of an unquoted text with a comma, inside braces.",
      wrong: "reason: { type: string, description: Why it was refused, for people. }",
      fixed: 'reason: { type: string, description: "Why it was refused, for people." }',
      note: "A schema with a `$schema` of your own may have any keyword. So may a document with a `jsonSchemaDialect` of your own.",
    }),
  },
  SCHEMA_TYPE_UNKNOWN: {
    severity: "warning",
    fix: "Use string, number, integer, boolean, object, array or null.",
    explanation: explanationPage({
      problem: "JSON Schema does not have this `type`. No value would match it, so it is ignored.",
      wrong: "type: date",
      fixed: "type: string\nformat: date",
    }),
  },
  ENUM_TYPE_MISMATCH: {
    severity: "warning",
    fix: "Correct the type, or write the values as that type.",
    explanation: explanationPage({
      problem:
        "A value of `enum` does not have the `type` of its schema, so it can never be used. If no value has the type, nothing matches the schema.",
      wrong: "type: object\nenum: [small, large]",
      fixed: "type: string\nenum: [small, large]",
      note: "Quote numbers and `true` if you mean strings: `enum: ['1.0', '2.0']`.",
    }),
  },
  PATTERN_INVALID: {
    severity: "warning",
    fix: "Write the pattern as an ECMAScript regular expression.",
    explanation: explanationPage({
      problem:
        "The `pattern` is not a regular expression of ECMA-262, which JSON Schema requires. It cannot be enforced.",
      wrong: "pattern: '(?i)^abc$'",
      fixed: "pattern: '^[aA][bB][cC]$'",
      note: "Other dialects have flags inside the pattern, possessive quantifiers, atomic groups, and escapes such as `\\G`. ECMA-262 does not.",
    }),
  },
  PATTERN_TRANSLATED: {
    severity: "info",
    fix: "Write the pattern as the message shows it, so that other tools read it in the same way.",
    explanation: explanationPage({
      problem:
        "The `pattern` is a regular expression of another dialect. It is read as its exact equivalent in ECMA-262.",
      wrong: "pattern: '\\A[[:alpha:]]+\\z'",
      fixed: "pattern: '^[a-zA-Z]+$'",
      note: "These are `\\A`, `\\z`, `\\Z`, `\\h`, `\\Q...\\E`, `\\x{...}`, POSIX classes, properties such as `\\p{IsLatin}`, `{,3}`, `(?P<name>...)`, and slashes around the pattern.",
    }),
  },
});
