import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes for parts that a conversion changes or loses. */
export type ConvertCode =
  | "CONVERT_VERSION"
  | "CONVERT_CONFLICT"
  | "CONVERT_LOST"
  | "CONVERT_DROPPED"
  | "CONVERT_ASSUMED"
  | "CONVERT_RENAMED"
  | "CONVERT_COPIED";

/** Declares the diagnostics of `specwright convert`. */
export const convertDiagnostics: DiagnosticTable<ConvertCode> = defineDiagnostics({
  CONVERT_VERSION: {
    severity: "error",
    fix: "Use the document as it is.",
    explanation: explanationPage({
      problem:
        "`convert` reads Swagger 2.0 and AsyncAPI 2.0 to 2.6. This document has a newer version and needs no conversion.",
      wrong: "openapi: 3.0.4",
      fixed: 'swagger: "2.0"',
    }),
  },
  CONVERT_CONFLICT: {
    severity: "error",
    fix: "Keep one body or the form, and remove the others.",
    explanation: explanationPage({
      problem:
        "A request has one body. In Swagger 2.0, the body is one parameter with `in: body`, or the fields of a form.",
      wrong:
        "parameters:\n  - { name: pet, in: body, schema: {} }\n  - { name: note, in: formData, type: string }",
      fixed: "parameters:\n  - { name: pet, in: body, schema: {} }",
    }),
  },
  CONVERT_LOST: {
    severity: "warning",
    fix: "Put the lost part into a description, if readers need it.",
    explanation: explanationPage({
      problem:
        "The new version of the specification cannot express a part of the document. The part is left out, so the converted document says less.",
      wrong:
        "parameters:\n  - name: ids\n    in: query\n    type: array\n    items: { type: string }\n    collectionFormat: tsv",
      fixed:
        "parameters:\n  - name: ids\n    in: query\n    description: The ids, separated by tabs.\n    schema: { type: string }",
      note: "In AsyncAPI 2, the same happens to the `type` and `pattern` of a channel parameter, and to security requirements with several schemes.",
    }),
  },
  CONVERT_DROPPED: {
    severity: "info",
    fix: "Do nothing: the document means the same without this part.",
    explanation: explanationPage({
      problem:
        "The new version has no place for this part, so it is left out. It has no effect on requests or messages. Two examples in Swagger 2.0: the name of a body, and a member beside a `$ref`.",
      wrong: "- { name: body, in: body, schema: { $ref: '#/definitions/Pet' } }",
      fixed:
        "requestBody:\n  content:\n    application/json:\n      schema: { $ref: '#/components/schemas/Pet' }",
    }),
  },
  CONVERT_ASSUMED: {
    severity: "info",
    fix: "Add `consumes` to the document, if the body has another media type.",
    explanation: explanationPage({
      problem:
        "OpenAPI 3 describes a body by its media types. The document names none, so JSON is assumed.",
      wrong: "post:\n  parameters:\n    - { name: pet, in: body, schema: {} }",
      fixed:
        "post:\n  consumes: [application/xml]\n  parameters:\n    - { name: pet, in: body, schema: {} }",
    }),
  },
  CONVERT_RENAMED: {
    severity: "info",
    fix: "Do nothing, or choose a name of letters, digits, dots, hyphens and underscores.",
    explanation: explanationPage({
      problem:
        "The new version does not allow the name, or another part already has it. The part gets a new name, and references to it are updated.",
      wrong: "definitions:\n  Page«Pet»: { type: object }",
      fixed: "components:\n  schemas:\n    Page_Pet: { type: object }",
    }),
  },
  CONVERT_COPIED: {
    severity: "info",
    fix: "Do nothing, or give all operations the same media types.",
    explanation: explanationPage({
      problem:
        "In Swagger 2.0, each operation decides the media types of the shared bodies and responses that it refers to. In OpenAPI 3, bodies and responses have their own media types, so an operation with other media types gets a copy.",
      wrong:
        "produces: [application/json]\npaths:\n  /pets:\n    get:\n      produces: [text/csv]\n      responses: { 200: { $ref: '#/responses/pets' } }",
      fixed:
        "paths:\n  /pets:\n    get:\n      responses:\n        200:\n          description: The pets.\n          content: { text/csv: { schema: { type: string } } }",
    }),
  },
});
