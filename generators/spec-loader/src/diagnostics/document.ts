import { type DiagnosticTable, defineDiagnostics, page } from "./diagnostic.ts";

/** The problems any document can have: its kind, its version, its fields, its schemas. */
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
    explanation: page({
      problem:
        "The document says neither `openapi` nor `asyncapi` at its top, so it cannot be told what it is. The value must be a string.",
      wrong: "info:\n  title: Orders",
      fixed: "openapi: 3.1.0\ninfo:\n  title: Orders\n  version: 1.0.0",
      note: "A file of shared schemas is not a document; name the document that refers to it.",
    }),
  },
  DOCUMENT_CONVERTED: {
    severity: "info",
    fix: "Nothing, or convert the document once and for all, and keep the result.",
    explanation: page({
      problem:
        "The document is Swagger 2.0, and was converted to OpenAPI 3.0 by the package swagger2openapi before it was read. Places are those of the document as it is written.",
      wrong: 'swagger: "2.0"',
      fixed: "openapi: 3.0.4",
      note: "`specwright convert swagger.yaml --output openapi.yaml` converts the document once and for all, to OpenAPI 3.1.",
    }),
  },
  COLLECTION_FORMAT_LOST: {
    severity: "warning",
    fix: "Use `collectionFormat: multi`, or send the form URL-encoded, if the server takes that.",
    explanation: page({
      problem:
        "A list in a multipart form of Swagger 2.0 is one part, with commas between the items unless `collectionFormat` says otherwise. OpenAPI 3.0, to which the document is converted, has a part for each item, and nothing to say the contrary.",
      wrong:
        "consumes: [multipart/form-data]\nparameters:\n  - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: csv }",
      fixed:
        "consumes: [multipart/form-data]\nparameters:\n  - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: multi }",
    }),
  },
  SCHEME_ASSUMED: {
    severity: "warning",
    fix: "Add `schemes: [https]`, or the scheme that the server has.",
    explanation: page({
      problem:
        "A document of Swagger 2.0 has a `host` and no `schemes`. Its servers then have the scheme by which the document itself was read, which a file does not have; `https` is assumed for it.",
      wrong: 'swagger: "2.0"\nhost: api.example\nbasePath: /v1',
      fixed: 'swagger: "2.0"\nhost: api.example\nbasePath: /v1\nschemes: [https]',
    }),
  },
  VERSION_UNSUPPORTED: {
    severity: "error",
    fix: "Convert the document to OpenAPI 3.0-3.2 or AsyncAPI 2.0-3.1.",
    explanation: page({
      problem:
        "Specwright reads OpenAPI 3.0, 3.1 and 3.2, and AsyncAPI 2.0 to 2.6, 3.0 and 3.1. Swagger 2.0 is read if the package swagger2openapi is installed, which converts it: `npm install --save-dev swagger2openapi`. AsyncAPI 1 must be converted first, for instance with the AsyncAPI converter.",
      wrong: 'swagger: "2.0"',
      fixed: "openapi: 3.0.4",
    }),
  },
  FIELD_MISSING: {
    severity: "error",
    fix: "Add the field.",
    explanation: page({
      problem: "The specification requires a field that the object does not have.",
      wrong: "parameters:\n  - name: limit\n    schema: { type: integer }",
      fixed: "parameters:\n  - name: limit\n    in: query\n    schema: { type: integer }",
    }),
  },
  FIELD_TYPE: {
    severity: "error",
    fix: "Change the value to the type that the specification wants.",
    explanation: page({
      problem:
        "A value has another type than the specification wants, such as an object where a list belongs.",
      wrong: "parameters:\n  limit: { in: query }",
      fixed: "parameters:\n  - name: limit\n    in: query\n    schema: { type: integer }",
      note: "YAML reads `1.0` as a number: quote versions and codes that are text.",
    }),
  },
  FIELD_VALUE: {
    severity: "error",
    fix: "Use one of the values the specification knows.",
    explanation: page({
      problem: "The field takes one of a few values, and this is none of them.",
      wrong: "name: session\nin: cookies",
      fixed: "name: session\nin: cookie",
    }),
  },
  FIELD_UNKNOWN: {
    severity: "warning",
    fix: "Correct the spelling, or start the name with x- if it is yours.",
    explanation: page({
      problem:
        "The specification does not know this field, and it was ignored. Most often it is misspelt.",
      wrong: "get:\n  operationID: listOrders",
      fixed: "get:\n  operationId: listOrders",
    }),
  },
  KEYWORD_UNKNOWN: {
    severity: "warning",
    fix: "Correct the spelling, or start the name with x- if it is yours.",
    explanation: page({
      problem:
        "Neither JSON Schema nor the specification of the document knows this keyword, so it says nothing. Either it is misspelt, or it is the rest of a text with a comma that was not quoted between braces.",
      wrong: "reason: { type: string, description: Why it was refused, for people. }",
      fixed: 'reason: { type: string, description: "Why it was refused, for people." }',
      note: "A schema with a `$schema` of your own, and a document with such a `jsonSchemaDialect`, may have any keyword.",
    }),
  },
  SCHEMA_TYPE_UNKNOWN: {
    severity: "warning",
    fix: "Use string, number, integer, boolean, object, array or null.",
    explanation: page({
      problem:
        "The `type` of a schema is none that JSON Schema knows. No value would match it; it is ignored.",
      wrong: "type: date",
      fixed: "type: string\nformat: date",
    }),
  },
  ENUM_TYPE_MISMATCH: {
    severity: "warning",
    fix: "Correct the type, or write the values in its form.",
    explanation: page({
      problem:
        "A value of `enum` does not have the `type` of its schema, so that it can never be used; if that holds for all values, nothing fits the schema.",
      wrong: "type: object\nenum: [small, large]",
      fixed: "type: string\nenum: [small, large]",
      note: "Quote numbers and `true` where texts are meant: `enum: ['1.0', '2.0']`.",
    }),
  },
  PATTERN_INVALID: {
    severity: "warning",
    fix: "Write the pattern as an ECMAScript regular expression.",
    explanation: page({
      problem:
        "The `pattern` is not a regular expression as ECMA-262 defines it, which JSON Schema wants. It cannot be enforced.",
      wrong: "pattern: '(?i)^abc$'",
      fixed: "pattern: '^[aA][bB][cC]$'",
      note: "Flags inside the pattern, possessive quantifiers and atomic groups are of other dialects, and so are escapes of letters such as `\\G`.",
    }),
  },
  PATTERN_TRANSLATED: {
    severity: "info",
    fix: "Write the pattern as the message has it, so that other tools read it in the same way.",
    explanation: page({
      problem:
        "The `pattern` is a regular expression of another dialect, with an exact equivalent in ECMA-262, as which it is read.",
      wrong: "pattern: '\\A[[:alpha:]]+\\z'",
      fixed: "pattern: '^[a-zA-Z]+$'",
      note: "These are `\\A`, `\\z`, `\\Z`, `\\h`, `\\Q...\\E`, `\\x{...}`, POSIX classes, properties such as `\\p{IsLatin}`, `{,3}`, `(?P<name>...)`, and slashes around the pattern.",
    }),
  },
});
